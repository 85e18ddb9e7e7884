import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

import { integer } from "../integer.ts";
import { progressLine } from "../progress-line.ts";
import { readRecallSet } from "../recall/recall-set.ts";
import { withTemporaryMemory } from "../recall/temporary-memory.ts";
import { saveResult } from "../saved-result.ts";
import { endWith, UsageError } from "../usage-error.ts";
import { measureSilence } from "./measure-silence.ts";
import { formatSilenceReport, makeSilenceReport } from "./silence-report.ts";
import { readSilentTurns } from "./silent-turns.ts";

const USAGE = `npm run measure -- silence --data FILE [--silence FILE] [--most N] [--json] [--save FILE]

Measures whether recall is silent where memory has no answer: remembers each group of a recall set in a scope of its own (SQLite,
local embedder), and asks its own questions, those of another group, and small talk and requests off the topic.

  --data FILE     the recall set (format: bench/README.md)
  --silence FILE  small talk and requests off the topic (default: silence-dev.json beside the set)
  --most N        ask at most N own and N foreign questions, evenly spread (default 1000)
  --json          end with one JSON object on the last line
  --save FILE     write that object with machine and versions to FILE`;

const progress = progressLine(process.stderr);

try {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      silence: { type: "string" },
      most: { type: "string", default: "1000" },
      json: { type: "boolean", default: false },
      save: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    const { data, save } = values;
    if (data === undefined) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
    const most = integer(values.most, "--most", [1, 1_000_000]);
    const set = await readRecallSet(data);
    const turns = await readSilentTurns(values.silence ?? join(dirname(data), "silence-dev.json"));
    const results = await withTemporaryMemory((memory) =>
      measureSilence(memory, {
        set,
        turns,
        most,
        onProgress: ({ phase, done, total }) => progress.show(phase, done, total),
      }),
    );
    progress.end();
    process.stdout.write(`${formatSilenceReport(set.name, results)}\n`);
    const report = makeSilenceReport(results);
    if (save !== undefined) await saveResult(save, { set: set.name, ...report });
    if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  progress.end();
  endWith(error);
}
