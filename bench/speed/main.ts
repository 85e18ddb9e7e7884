import { parseArgs } from "node:util";

import { saveResult } from "../saved-result.ts";
import { endWith, UsageError } from "../usage-error.ts";
import { measureSpeed } from "./measure.ts";

const USAGE = `npm run measure -- speed [--count N] [--json] [--save FILE]

Measures what a user waits for, through the public API on SQLite with the local embedder: import, first memory of a fresh
process, one large rememberAll, single durable writes, recall in a large scope, with a filter, and in a small scope.

  --count N     records of the large scope (default 10000)
  --json        end with one JSON object on the last line
  --save FILE   write that object with machine and versions to FILE`;

function parseCount(given: string): number {
  const count = Number(given);
  if (Number.isInteger(count) && count >= 1 && count <= 100_000) return count;
  throw new UsageError(`--count must be a whole number from 1 to 100000, got ${given}`);
}

try {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "10000" },
      json: { type: "boolean", default: false },
      save: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    const report = await measureSpeed(parseCount(values.count), (step) =>
      process.stderr.write(`… ${step}\n`),
    );
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
    for (const [name, value] of rows) process.stdout.write(`  ${name.padEnd(36)}${value}\n`);
    if (values.save !== undefined) {
      await saveResult(values.save, report);
    }
    if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  endWith(error);
}
