import type { ProgressLine } from "../progress-line.ts";
import { readRecallSet } from "../recall/recall-set.ts";
import { runRecall } from "../recall/run-recall.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { UsageError } from "../usage-error.ts";
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

async function measure(
  paths: readonly string[],
  { show }: ProgressLine,
): Promise<readonly SetAblation[]> {
  const sets = await Promise.all(paths.map(readRecallSet));
  const done: SetAblation[] = [];
  for (const set of sets) {
    const place = `set ${done.length + 1}/${sets.length}`;
    const { runs } = await runRecall({
      set,
      settings: CONFIGURATIONS.map(({ settings }) => settings),
      onProgress: (index) => (step) =>
        show(`${place}, ${CONFIGURATIONS[index]?.name}, ${step.phase}`, step.done, step.total),
    });
    done.push(makeAblation(set, CONFIGURATIONS, runs));
  }
  return done;
}

const parse = optionParser({ data: { type: "string", multiple: true, default: [] } });

await runMeasurement(USAGE, parse, async (values, progress) => {
  if (values.data.length === 0) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
  const sets = await measure(values.data, progress);
  return { text: `${formatAblation(sets)}\n`, figures: { sets } };
});
