import { parsePlace, PLACE_OPTIONS, PLACE_USAGE } from "../places/place-options.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { UsageError } from "../usage-error.ts";
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

const parse = optionParser({
  data: { type: "string" },
  ...PLACE_OPTIONS,
  ...SETTING_OPTIONS,
});

await runMeasurement(USAGE, parse, async (values, { show }) => {
  if (values.data === undefined) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
  const settings = parseSettings(values);
  const set = await readRecallSet(values.data);
  const { runs, engine } = await runRecall({
    place: parsePlace(values),
    set,
    settings: [settings],
    onProgress:
      () =>
      ({ phase, done, total }) =>
        show(phase, done, total),
  });
  const report = makeReport(set, runs[0] ?? [], settings);
  return { text: `${formatReport(report)}\n`, figures: report, saved: { engine, ...report } };
});
