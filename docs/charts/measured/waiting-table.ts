import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { linkTo, machinesOf, readResult, timeOf } from "./bench-results.ts";
import type { SavedTimes } from "./bench-results.ts";

/** One thing that a user waits for. */
interface Row {
  readonly what: string;
  readonly p50Ms: number;
  /** Absent where it was measured once, or where medians of processes were taken. */
  readonly p95Ms?: number;
  readonly file: string;
}

interface SavedSpeed {
  readonly importCoreMs: number;
  readonly firstRememberMs: number;
  readonly rememberAll: { readonly ms: number };
  readonly rememberOneMs: { readonly p50: number; readonly p95: number };
  readonly recall: SavedTimes;
  readonly filteredRecall: SavedTimes;
  readonly smallScopeRecall: SavedTimes;
}

const SPEED = "speed-10000.json";
const SKILLS = "skills/speed.json";
const LANGCHAIN = "langchain/overhead.json";
const AI_SDK = "ai-sdk/turns.json";
const FILES = [SPEED, SKILLS, LANGCHAIN, AI_SDK];

/** Writes the table of waiting times of a user, for a page `depth` folders below the root. */
export function waitingTable(depth: 0 | 1): string {
  const columns: readonly Column<Row>[] = [
    { heading: "waiting", cell: ({ what }) => what },
    { heading: "median", isNumber: true, cell: ({ p50Ms }) => timeOf(p50Ms) },
    {
      heading: "p95",
      isNumber: true,
      cell: ({ p95Ms }) => (p95Ms === undefined ? "–" : timeOf(p95Ms)),
    },
    { heading: "result", cell: ({ file }) => linkTo(file, depth) },
  ];
  return `${markdownTable(columns, readRows())}\n\nMachines: ${machinesOf(FILES)}.`;
}

function readRows(): readonly Row[] {
  const speed = readResult(SPEED) as SavedSpeed;
  const { match } = readResult(SKILLS) as { readonly match: SavedTimes };
  const overhead = (firstRun(LANGCHAIN) as { readonly overhead: SavedTimes }).overhead;
  const { added } = firstRun(AI_SDK) as {
    readonly added: Readonly<Record<"generateText" | "streamText", SavedTimes>>;
  };
  const { p50, p95 } = speed.rememberOneMs;
  const turn = "what `withMemory` adds to `recall` in a turn of the AI SDK";
  return [
    {
      what: '`import "@kioku/core"` in a fresh process',
      p50Ms: speed.importCoreMs,
      file: SPEED,
    },
    {
      what: "first `remember` of a process, imports and model included",
      p50Ms: speed.firstRememberMs,
      file: SPEED,
    },
    {
      what: "`rememberAll` of 10,000 short memories, embedding included",
      p50Ms: speed.rememberAll.ms,
      file: SPEED,
    },
    { what: "one durable `remember`", p50Ms: p50, p95Ms: p95, file: SPEED },
    { what: "hybrid `recall` among 10,000", ...speed.recall, file: SPEED },
    { what: "the same with a filter", ...speed.filteredRecall, file: SPEED },
    { what: "the same in a scope of 100", ...speed.smallScopeRecall, file: SPEED },
    { what: "which of 1,000 skills a text wakes", ...timesOf(match), file: SKILLS },
    {
      what: "what LangChain's `invoke` of a retriever adds to `recall`",
      ...overhead,
      file: LANGCHAIN,
    },
    { what: `${turn}, \`generateText\``, ...added.generateText, file: AI_SDK },
    { what: `${turn}, \`streamText\``, ...added.streamText, file: AI_SDK },
  ];
}

function timesOf({ p50Ms, p95Ms }: SavedTimes): SavedTimes {
  return { p50Ms, p95Ms };
}

/** The run with the fewest records. */
function firstRun(file: string): unknown {
  const [run] = (readResult(file) as { readonly runs: readonly unknown[] }).runs;
  if (run === undefined) throw new Error(`${file} has no runs`);
  return run;
}
