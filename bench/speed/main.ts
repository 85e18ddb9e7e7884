import { integer } from "../integer.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { measureSpeed } from "./measure.ts";

const USAGE = `npm run measure -- speed [--count N] [--json] [--save FILE]

Measures what a user waits for, through the public API on SQLite with the local embedder: import, first memory of a fresh
process, one large rememberAll, single durable writes, recall in a large scope, with a filter, and in a small scope.

  --count N     records of the large scope (default 10000)
  --json        end with one JSON object on the last line
  --save FILE   write that object with machine and versions to FILE`;

const parse = optionParser({ count: { type: "string", default: "10000" } });

await runMeasurement(USAGE, parse, async (values) => {
  const count = integer(values.count, "--count", [1, 100_000]);
  const report = await measureSpeed(count, (step) => process.stderr.write(`… ${step}\n`));
  const rows: [string, string][] = [
    ["import @kioku/core", `${report.importCoreMs} ms`],
    ["first remember of a fresh process", `${report.firstRememberMs} ms`],
    [
      `rememberAll of ${report.records}`,
      `${report.rememberAll.ms} ms, ${report.rememberAll.recordsPerSecond}/s`,
    ],
    [
      "remember one, durable",
      `p50 ${report.rememberOneMs.p50} ms, p95 ${report.rememberOneMs.p95} ms`,
    ],
    [
      `recall among ${report.records}`,
      `p50 ${report.recall.p50Ms} ms, p95 ${report.recall.p95Ms} ms`,
    ],
    [
      "the same with a filter",
      `p50 ${report.filteredRecall.p50Ms} ms, p95 ${report.filteredRecall.p95Ms} ms`,
    ],
    [
      "recall in a scope of 100",
      `p50 ${report.smallScopeRecall.p50Ms} ms, p95 ${report.smallScopeRecall.p95Ms} ms`,
    ],
    ["bytes on disk per record", String(report.bytesPerRecord)],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(36)}${value}\n`);
  return { text: lines.join(""), figures: report };
});
