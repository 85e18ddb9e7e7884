import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { linkTo, readResult, timeOf, whole } from "./bench-results.ts";
import type { SavedTimes } from "./bench-results.ts";

interface SavedQuality {
  readonly utterances: number;
  readonly precision: number;
  readonly recall: number;
}

interface Row extends SavedQuality {
  readonly name: string;
  readonly file: string;
}

interface SavedStart {
  readonly startMs: number;
  readonly residentMiB: number;
}

interface SavedSpeed {
  readonly skills: number;
  readonly match: SavedTimes;
  readonly coldStart: SavedStart;
  readonly warmStart: SavedStart;
  readonly emit: { readonly oneByOneUs: number };
  readonly emitWithTriggers: { readonly oneByOneUs: number };
}

const HELD_OUT = [
  ["what everybody asks a phone, English and Chinese", "skills/everyday.json"],
  ["harder: sport, school, shares, animals", "skills/assistant.json"],
] as const;
const SPEED = "skills/speed.json";

/** Writes the table of the accuracy of waking on held-out sets. */
export function wakingTable(depth: 0 | 1): string {
  const columns: readonly Column<Row>[] = [
    {
      heading: "waking skills by meaning, 10 skills, sets nobody developed on",
      cell: ({ name }) => name,
    },
    { heading: "utterances", isNumber: true, cell: ({ utterances }) => whole(utterances) },
    { heading: "precision", isNumber: true, cell: ({ precision }) => precision.toFixed(2) },
    { heading: "recall", isNumber: true, cell: ({ recall }) => recall.toFixed(2) },
    { heading: "result", cell: ({ file }) => linkTo(file, depth) },
  ];
  const rows = HELD_OUT.map(([name, file]) => ({
    ...(readResult(file) as SavedQuality),
    name,
    file,
  }));
  return markdownTable(columns, rows);
}

/** Writes the table of the costs of a thousand skills. */
export function skillSpeedTable(): string {
  const { skills, match, coldStart, warmStart, emit, emitWithTriggers } = readResult(
    SPEED,
  ) as SavedSpeed;
  const all = whole(skills);
  const rows: readonly (readonly [string, string])[] = [
    [`which of ${all} skills a new text wakes, median`, timeOf(match.p50Ms)],
    ["the same, p95", timeOf(match.p95Ms)],
    [`starting with ${all} skills whose examples have no vectors yet`, timeOf(coldStart.startMs)],
    ["starting with the vectors in the file", timeOf(warmStart.startMs)],
    ["memory beyond the process, vectors in the file", `${whole(warmStart.residentMiB)} MiB`],
    ["an event that a skill hears by name", timeOf(emit.oneByOneUs / 1_000)],
    [
      `an event with text, with ${all} skills woken by meaning`,
      timeOf(emitWithTriggers.oneByOneUs / 1_000),
    ],
  ];
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { heading: "skills", cell: ([what]) => what },
    { heading: "figure", isNumber: true, cell: ([, figure]) => figure },
  ];
  return `${markdownTable(columns, rows)}\n\nFrom ${linkTo(SPEED, 1)}.`;
}
