import { parseArgs } from "node:util";

import { integer } from "../integer.ts";
import { progressLine } from "../progress-line.ts";
import { saveResult } from "../saved-result.ts";
import { endWith } from "../usage-error.ts";
import { measureLoop, SUBJECTS } from "./measure.ts";

const USAGE = `npm run measure -- loop [--count N] [--characters N] [--runs N] [--json] [--save FILE]

How long work holds the event loop at once, on a SQLite file with the local embedder and all options at their defaults:
forgetting, purging, sweeping and erasing many records, a long Chinese text and query, and a context of long notes.
The time is the longest between two setImmediate callbacks, of all runs.

  --count N       records that go (default 10000)
  --characters N  of the Chinese text and query; notes have about a quarter (default 1000000)
  --runs N        (default 10)
  --json          end with one JSON object on the last line
  --save FILE     write that object with machine and versions to FILE`;

const progress = progressLine(process.stderr);

try {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "10000" },
      characters: { type: "string", default: "1000000" },
      runs: { type: "string", default: "10" },
      json: { type: "boolean", default: false },
      save: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    const report = await measureLoop({
      records: integer(values.count, "--count", [10, 1_000_000]),
      characters: integer(values.characters, "--characters", [100, 4_000_000]),
      runs: integer(values.runs, "--runs", [1, 1_000]),
      onProgress: (what, done, total) => progress.show(what, done, total),
    });
    progress.end();
    for (const subject of SUBJECTS) {
      const { worstMs, worstCpuMs } = report;
      const cpu = `${worstCpuMs[subject]} ms of processor time`;
      process.stdout.write(`  ${subject.padEnd(10)} at most ${worstMs[subject]} ms, ${cpu}\n`);
    }
    if (values.save !== undefined) await saveResult(values.save, report);
    if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  progress.end();
  endWith(error);
}
