import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { linkTo, readResult, timeOf, whole } from "./bench-results.ts";
import type { SavedTimes } from "./bench-results.ts";

interface Row {
  readonly what: string;
  readonly records: number;
  readonly added: SavedTimes;
  readonly file: string;
}

interface SavedOverhead {
  readonly records: number;
  readonly overhead: SavedTimes;
}

interface SavedTurns {
  readonly records: number;
  readonly added: Readonly<
    Record<"generateText" | "generateText with a thread" | "streamText", SavedTimes>
  >;
}

const LANGCHAIN = "langchain/overhead.json";
const AI_SDK = "ai-sdk/turns.json";

/** Writes the table of what adapters add to a recall. */
export function adapterTable(): string {
  const rows: readonly Row[] = [
    ...(runsOf(LANGCHAIN) as readonly SavedOverhead[]).map(({ records, overhead }) => ({
      what: "LangChain, `invoke` of a retriever",
      records,
      added: overhead,
      file: LANGCHAIN,
    })),
    ...(runsOf(AI_SDK) as readonly SavedTurns[]).flatMap(({ records, added }) =>
      Object.entries(added).map(([call, times]) => ({
        what: `AI SDK, a turn of ${call}`,
        records,
        added: times,
        file: AI_SDK,
      })),
    ),
  ];
  const columns: readonly Column<Row>[] = [
    { heading: "adapter", cell: ({ what }) => what },
    { heading: "records", isNumber: true, cell: ({ records }) => whole(records) },
    { heading: "added, median", isNumber: true, cell: ({ added }) => timeOf(added.p50Ms) },
    { heading: "p95", isNumber: true, cell: ({ added }) => timeOf(added.p95Ms) },
    { heading: "result", cell: ({ file }) => linkTo(file, 1) },
  ];
  return markdownTable(columns, rows);
}

function runsOf(file: string): readonly unknown[] {
  return (readResult(file) as { readonly runs: readonly unknown[] }).runs;
}
