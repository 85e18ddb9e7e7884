import { parseArgs } from "node:util";

import { integer } from "../integer.ts";
import { progressLine } from "../progress-line.ts";
import { saveResult } from "../saved-result.ts";
import { endWith } from "../usage-error.ts";
import { CALLS, measureCli } from "./measure.ts";

const USAGE = `npm run measure -- cli [--count N] [--runs N] [--json] [--save FILE]

What a call of kioku takes from its start to its end: recall in a file of memories, and --help, in turns with node -e 0.
Code is compiled before, as after the first call of a user.

  --count N       memories in the file (default 10000)
  --runs N        of each call (default 30)
  --json          end with one JSON object on the last line
  --save FILE     write that object with machine and versions to FILE`;

const progress = progressLine(process.stderr);

try {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "10000" },
      runs: { type: "string", default: "30" },
      json: { type: "boolean", default: false },
      save: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    const report = await measureCli({
      memories: integer(values.count, "--count", [10, 1_000_000]),
      runs: integer(values.runs, "--runs", [1, 1_000]),
      onProgress: (what, done, total) => progress.show(what, done, total),
    });
    progress.end();
    for (const name of Object.keys(CALLS) as (keyof typeof CALLS)[]) {
      const { medianMs, leastMs } = report;
      process.stdout.write(`  ${name.padEnd(8)} ${medianMs[name]} ms, at least ${leastMs[name]}\n`);
    }
    if (values.save !== undefined) await saveResult(values.save, report);
    if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  progress.end();
  endWith(error);
}
