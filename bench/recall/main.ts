import { parseArgs } from "node:util";

import { parsePlace, PLACE_OPTIONS, PLACE_USAGE } from "../places/place-options.ts";
import { progressLine } from "../progress-line.ts";
import { saveResult } from "../saved-result.ts";
import { endWith, UsageError } from "../usage-error.ts";
import { parseSettings, SETTING_OPTIONS } from "./parse-settings.ts";
import { readRecallSet } from "./recall-set.ts";
import { formatReport, makeReport } from "./report.ts";
import { runRecall } from "./run-recall.ts";

const USAGE = `npm run measure -- recall --data FILE [--store sqlite|postgres] [--json] [--save FILE] [SETTING...]

Measures how well Kioku finds what answers a question: remembers each group of a recall set in a scope of its own (local
embedder), asks its queries through recall, and prints recall, nDCG, MRR and time per query.

  --data FILE   the recall set (format: bench/README.md)
${PLACE_USAGE}
  --json        end with one JSON object on the last line
  --save FILE   write that object with machine and versions to FILE

Settings, each left at its default otherwise:

  --mode hybrid|semantic|keyword
  --scoring NAME                one of core's scoring presets
  --meaning-weight NUMBER       0 to 1, like the three below
  --neighbour-weight NUMBER
  --thread-weight NUMBER
  --date-weight NUMBER
  --ranking JSON                all of these at once: createMemory({ ranking })
  --rerank                      with the local reranker
  --ages DAYS                   write the records of each group in order, spread evenly over the last DAYS days`;

try {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      json: { type: "boolean", default: false },
      save: { type: "string" },
      help: { type: "boolean", default: false },
      ...PLACE_OPTIONS,
      ...SETTING_OPTIONS,
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    if (values.data === undefined) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
    const settings = parseSettings(values);
    const set = await readRecallSet(values.data);
    const progress = progressLine(process.stderr);
    const { runs, engine } = await runRecall({
      place: parsePlace(values),
      set,
      settings: [settings],
      onProgress:
        () =>
        ({ phase, done, total }) =>
          progress.show(phase, done, total),
    }).finally(() => progress.end());
    const report = makeReport(set, runs[0] ?? [], settings);
    process.stdout.write(`${formatReport(report)}\n`);
    if (values.save !== undefined) {
      await saveResult(values.save, { engine, ...report });
    }
    if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  endWith(error);
}
