import { contentOf, nameOf, present, titleOf, withOnceKey, type Fields } from "./foreign-fields.js";
import type { ForeignMemory } from "./foreign-memory.js";

/** A line of the log: its mark of priority and its time of day, then the words. */
const OBSERVATION =
  /^[*-]\s+(?<mark>🔴|🟡|🟢|✅)?\s*(?:\(?(?<time>\d{1,2}:\d{2})\)?\s+)?(?<words>.*)$/u;
const DAY = /^Date:\s*(?<day>.+)$/u;
const THREAD = /^<thread id="(?<thread>[^"]*)">$/u;
/** Lines that only divide the log: ends of sections, groups, boundaries and headings. */
const DIVIDER = /^(?:<\/?[a-z-]+.*>|-{3}.*|#.*)$/u;

/** An observation that is being read: later lines that are indented belong to it. */
interface Observation {
  readonly lines: string[];
  readonly mark: string | undefined;
  readonly time: string | undefined;
  readonly day: string | undefined;
  readonly thread: string | undefined;
}

/** Yields the observations of a record of Mastra's observational memory, one memory each. */
export function* observationsOf(record: Fields, name: string): Generator<ForeignMemory> {
  const owner = nameOf(record["resourceId"], `${name}.resourceId`);
  const own = nameOf(record["threadId"], `${name}.threadId`);
  const text = record["activeObservations"];
  if (text === "") return;
  const log = contentOf(text, `${name}.activeObservations`);
  for (const observation of linesOf(log)) {
    const { lines, mark, time, day } = observation;
    const thread = titleOf(observation.thread) ?? own;
    const occurredAt = dayOf(day);
    const input = {
      content: contentOf(lines.join("\n"), `${name}.activeObservations`),
      kind: "observation",
      origin: "import" as const,
      metadata: present({ priority: mark, time }),
      dedupe: "off" as const,
      ...(thread === undefined ? {} : { thread }),
      ...(occurredAt ? { occurredAt } : {}),
    };
    yield { scope: owner === undefined ? [] : [owner], input: withOnceKey(input, "mastra-om") };
  }
}

/** Returns the observations of a log, which is a list in Markdown under days and threads. */
function linesOf(log: string): readonly Observation[] {
  const found: Observation[] = [];
  let day: string | undefined;
  let thread: string | undefined;
  for (const line of log.split("\n")) {
    const bare = line.trim();
    if (bare === "") continue;
    const section = THREAD.exec(bare)?.groups?.["thread"];
    const date = DAY.exec(bare)?.groups?.["day"];
    if (section !== undefined) thread = section;
    if (bare === "</thread>") thread = undefined;
    if (date !== undefined) day = date;
    if (date !== undefined || DIVIDER.test(bare)) continue;
    const last = found.at(-1);
    if (/^\s/u.test(line) && last !== undefined) last.lines.push(line.trimEnd());
    else found.push({ ...markedLine(bare), day, thread });
  }
  return found.filter(({ lines }) => lines.join("").trim() !== "");
}

function markedLine(line: string): Pick<Observation, "lines" | "mark" | "time"> {
  const { mark, time, words } = OBSERVATION.exec(line)?.groups ?? { words: line };
  return { lines: [words ?? line], mark, time };
}

/** Returns the beginning of a day that a model wrote, in UTC, or `undefined` if it is none. */
function dayOf(day: string | undefined): Date | undefined {
  const instant = new Date(`${day ?? ""} UTC`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
