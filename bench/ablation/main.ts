import { parseArgs } from "node:util";

import { progressLine } from "../progress-line.ts";
import { readRecallSet } from "../recall/recall-set.ts";
import { runRecall } from "../recall/run-recall.ts";
import { saveResult } from "../saved-result.ts";
import { endWith, UsageError } from "../usage-error.ts";
import { makeAblation } from "./ablation-report.ts";
import type { SetAblation } from "./ablation-report.ts";
import { CONFIGURATIONS } from "./configurations.ts";
import { formatAblation } from "./format-ablation.ts";

const USAGE = `npm run measure -- ablation --data FILE [--data FILE ...] [--json] [--save FILE]

Measures what each ingredient of recall gives: asks the queries of each recall set with one ingredient switched off or over at a
time, through public options only, and prints recall and the difference to the default as Markdown.

  --data FILE   a recall set (format: bench/README.md); several are measured one after the other
  --json        end with one JSON object on the last line
  --save FILE   write that object with machine and versions to FILE`;

async function measure(paths: readonly string[]): Promise<readonly SetAblation[]> {
  const sets = await Promise.all(paths.map(readRecallSet));
  const progress = progressLine(process.stderr);
  const done: SetAblation[] = [];
  try {
    for (const set of sets) {
      const place = `set ${done.length + 1}/${sets.length}`;
      const { runs } = await runRecall({
        set,
        settings: CONFIGURATIONS.map(({ settings }) => settings),
        onProgress: (index) => (step) => {
          const what = `${place}, ${CONFIGURATIONS[index]?.name}, ${step.phase}`;
          progress.show(what, step.done, step.total);
        },
      });
      done.push(makeAblation(set, CONFIGURATIONS, runs));
    }
  } finally {
    progress.end();
  }
  return done;
}

try {
  const { values } = parseArgs({
    options: {
      data: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
      save: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    if (values.data.length === 0) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
    const sets = await measure(values.data);
    process.stdout.write(`${formatAblation(sets)}\n`);
    if (values.save !== undefined) {
      await saveResult(values.save, { sets });
    }
    if (values.json) process.stdout.write(`${JSON.stringify({ sets })}\n`);
  }
} catch (error) {
  endWith(error);
}
