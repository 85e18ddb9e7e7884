import { integer } from "../integer.ts";
import { runCounts } from "../run-counts.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import type { Times } from "../times.ts";
import { measureOverhead } from "./measure.ts";
import type { OverheadReport } from "./measure.ts";

const USAGE = `npm run measure -- langchain [--count N[,N...]] [--rounds N] [--json] [--save FILE]

What a retriever of LangChain costs over recall: asks a memory on SQLite the same by memory.recall and by
MemoryRetriever.invoke, in turns in one process, with an embedder that takes next to nothing.

  --count N[,N...]  records (default 1000,10000)
  --rounds N        how often each of eight queries is asked both ways (default 500)
  --json            end with one JSON object on the last line
  --save FILE       write that object with machine and versions to FILE`;

function describeReport(report: OverheadReport): string {
  const { records, calls, recall, retriever, empty, overhead } = report;
  const rows: readonly (readonly [string, Times])[] = [
    ["memory.recall", recall],
    ["retriever.invoke", retriever],
    ["difference, call by call", overhead],
    ["a retriever that looks nowhere", empty],
  ];
  const lines = rows.map(
    ([name, { p50Ms, p95Ms }]) => `  ${name.padEnd(32)}p50 ${p50Ms} ms, p95 ${p95Ms} ms\n`,
  );
  return `${records} records, ${calls} calls each\n${lines.join("")}`;
}

const parse = optionParser({
  count: { type: "string", default: "1000,10000" },
  rounds: { type: "string", default: "500" },
});

await runMeasurement(USAGE, parse, async (values, progress) => {
  const rounds = integer(values.rounds, "--rounds", [1, 100_000]);
  return runCounts({
    counts: values.count,
    progress,
    measure: (records) => measureOverhead({ records, rounds, onProgress: progress.show }),
    describe: describeReport,
  });
});
