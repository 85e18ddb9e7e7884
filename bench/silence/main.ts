import { dirname, join } from "node:path";

import { integer } from "../integer.ts";
import { readRecallSet } from "../recall/recall-set.ts";
import { withTemporaryMemory } from "../recall/temporary-memory.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { UsageError } from "../usage-error.ts";
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

const parse = optionParser({
  data: { type: "string" },
  silence: { type: "string" },
  most: { type: "string", default: "1000" },
});

await runMeasurement(USAGE, parse, async (values, { show }) => {
  const { data } = values;
  if (data === undefined) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
  const most = integer(values.most, "--most", [1, 1_000_000]);
  const set = await readRecallSet(data);
  const turns = await readSilentTurns(values.silence ?? join(dirname(data), "silence-dev.json"));
  const results = await withTemporaryMemory((memory) =>
    measureSilence(memory, {
      set,
      turns,
      most,
      onProgress: ({ phase, done, total }) => show(phase, done, total),
    }),
  );
  const text = `${formatSilenceReport(set.name, results)}\n`;
  const report = makeSilenceReport(results);
  return { text, figures: report, saved: { set: set.name, ...report } };
});
