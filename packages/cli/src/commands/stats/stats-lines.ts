import { BANDS, type Tally } from "@kioku/mind";

import { calendar } from "../../output/calendar.js";
import { definitions } from "../../output/layout.js";
import { bytes, count, counted, percent } from "../../output/numbers.js";
import type { Screen } from "../../output/printer.js";
import { bar } from "../../output/sparkline.js";
import { day, relativeTime } from "../../output/times.js";
import { oneLine } from "../../show/text-lines.js";
import type { Stats } from "./stats.js";

const MOST_KINDS = 8;
/** Names of the bands of strength, the strongest first. */
const BAND_NAMES = ["90% and more", "70% to 90%", "50% to 70%", "less than 50%"] as const;

/** Returns the figures in words and pictures. */
export function statsLines(stats: Stats, now: Date, print: Screen): readonly string[] {
  const { style, columns } = print;
  const { tally } = stats;
  const show = (rows: readonly (readonly [string, string])[]): readonly string[] =>
    definitions(rows, { columns, indent: 0, style: style.faint });
  return [
    style.strong(counted(tally.memories, "memory", "memories")),
    ...show(memoryRows(tally, now)),
    "",
    style.strong("Written"),
    ...calendar(tally.days, { columns, now, style: style.good }),
    "",
    style.strong("Probability to be recalled today"),
    ...strengthLines(tally, print),
    "",
    style.strong("Mind, of this scope alone"),
    ...show(mindRows(stats, now)),
    "",
    style.strong("Database, as a whole"),
    ...show(storeRows(stats)),
  ];
}

function memoryRows(tally: Tally, now: Date): readonly (readonly [string, string])[] {
  const { threads, pinned, oldest, newest } = tally;
  return [
    ["kinds", sharesOf(tally.kinds)],
    ["from", sharesOf(tally.origins)],
    ["threads", count(threads.size)],
    ["pinned", count(pinned)],
    ...(oldest === undefined || newest === undefined
      ? []
      : [
          ["oldest", `${day(oldest)}, ${relativeTime(oldest, now)}`] as const,
          ["newest", `${day(newest)}, ${relativeTime(newest, now)}`] as const,
        ]),
  ];
}

function sharesOf(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  const named = sorted.slice(0, MOST_KINDS).map(([name, one]) => `${oneLine(name)} ${count(one)}`);
  const more = sorted.length - named.length;
  return [...named, ...(more > 0 ? [`and ${count(more)} more`] : [])].join(", ");
}

function strengthLines(
  { strength, archived, replaced, memories }: Tally,
  { columns, style }: Screen,
): readonly string[] {
  const rows = [
    ...BANDS.map(
      (_, index) => [BAND_NAMES[index] ?? "", strength[index] ?? 0, style.good] as const,
    ),
    ["archived", archived, style.warning] as const,
    ["replaced or ended", replaced, style.faint] as const,
  ];
  const left = Math.max(...rows.map(([name]) => name.length));
  const right = count(memories).length;
  const width = Math.max(5, Math.min(50, columns - left - right - 10));
  return rows.map(([name, one, colour]) => {
    const share = memories === 0 ? 0 : one / memories;
    const drawn = bar(share, width);
    const room = " ".repeat(width - drawn.length);
    const label = style.faint(name.padEnd(left));
    return `${label}  ${colour(drawn)}${room}  ${count(one).padStart(right)}  ${percent(share).padStart(4)}`;
  });
}

function mindRows({ mind }: Stats, now: Date): readonly (readonly [string, string])[] {
  const { facts, episodes, reminders, waiting, lastRunAt, tokens, lastFailure } = mind;
  const last = lastRunAt === undefined ? "never" : relativeTime(lastRunAt, now);
  return [
    ["facts", count(facts)],
    ["summaries", count(episodes)],
    ["reminders", count(reminders)],
    ["waiting", `${counted(waiting, "turn")}${waiting >= 1000 ? " or more" : ""}`],
    ["last run", last],
    ...(tokens.total === 0
      ? []
      : [["tokens", `${count(tokens.total)}, today ${count(tokens.today)}`] as const]),
    ...(lastFailure === undefined ? [] : [["failure", oneLine(lastFailure, 200)] as const]),
  ];
}

function storeRows({ store, spaces }: Stats): readonly (readonly [string, string])[] {
  const vectors = spaces.map(({ id, dimensions, state, missing }) => {
    const filled = store?.spaces.find((one) => one.id === id)?.vectors;
    const known = filled === undefined ? "" : `${count(filled)} of `;
    const lack = missing === 0 ? "" : `, ${count(missing)} missing`;
    return ["vectors", `${known}${oneLine(id)}, ${dimensions} wide, ${state}${lack}`] as const;
  });
  if (store === undefined) return vectors;
  const { records, documents, scopes, bytes: size, freeBytes } = store;
  const free = freeBytes === 0 ? "" : `, ${bytes(freeBytes)} of it free`;
  return [
    ["records", `${count(records)} in ${counted(scopes, "scope")}, ${count(documents)} searchable`],
    ["size", `${bytes(size)}${free}`],
    ...vectors,
  ];
}
