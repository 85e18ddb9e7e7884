import { parseArgs } from "node:util";

import { integer } from "../integer.ts";
import { progressLine } from "../progress-line.ts";
import { runCounts } from "../run-counts.ts";
import type { Times } from "../times.ts";
import { endWith } from "../usage-error.ts";
import { measureOverhead } from "./measure.ts";
import type { OverheadReport } from "./measure.ts";

const USAGE = `npm run measure -- langchain [--count N[,N...]] [--rounds N] [--json] [--save FILE]

What a retriever of LangChain costs over recall: asks a memory on SQLite the same by memory.recall and by
MemoryRetriever.invoke, in turns in one process, with an embedder that takes next to nothing.

  --count N[,N...]  records (default 1000,10000)
  --rounds N        how often each of eight queries is asked both ways (default 500)
  --json            end with one JSON object on the last line
  --save FILE       write that object with machine and versions to FILE`;

const progress = progressLine(process.stderr);
const onProgress = (what: string, done: number, total: number): void =>
  progress.show(what, done, total);

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

try {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "1000,10000" },
      rounds: { type: "string", default: "500" },
      json: { type: "boolean", default: false },
      save: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    const rounds = integer(values.rounds, "--rounds", [1, 100_000]);
    await runCounts({
      counts: values.count,
      json: values.json,
      save: values.save,
      progress,
      measure: (records) => measureOverhead({ records, rounds, onProgress }),
      describe: describeReport,
    });
  }
} catch (error) {
  progress.end();
  endWith(error);
}
