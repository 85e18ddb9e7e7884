import { dirname, join } from "node:path";

import { integer } from "../integer.ts";
import { readRecallSet } from "../recall/recall-set.ts";
import { withTemporaryMemory } from "../recall/temporary-memory.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { separation } from "../silence/separation.ts";
import { readSilentTurns } from "../silence/silent-turns.ts";
import { UsageError } from "../usage-error.ts";
import { gatherExamples } from "./examples.ts";
import type { Example } from "./examples.ts";
import { fitRelevance, namedWeights, oddsOf } from "./fit-relevance.ts";
import type { RelevanceWeights } from "./fit-relevance.ts";

const USAGE = `npm run measure -- relevance --data FILE [--data FILE …] [--silence FILE] [--most N] [--json] [--save FILE]

Fits the weights of a record's own relevance, which \`minScore\` is compared with: asks questions of records that answer them and of
others (SQLite, local embedder). All sets weigh the same. The weights are constants of core's ranking/relevance.ts.

  --data FILE     a recall set of development data (format: bench/README.md)
  --silence FILE  requests off the topic (default: silence-dev.json beside the first set)
  --most N        ask at most N own and N foreign questions of a set (default 300)
  --json          end with one JSON object on the last line
  --save FILE     write that object with machine and versions to FILE`;

const parse = optionParser({
  data: { type: "string", multiple: true },
  silence: { type: "string" },
  most: { type: "string", default: "300" },
});

await runMeasurement(USAGE, parse, async (values, { show }) => {
  const { data = [] } = values;
  const [first] = data;
  if (first === undefined) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
  const most = integer(values.most, "--most", [1, 1_000_000]);
  const turns = await readSilentTurns(values.silence ?? join(dirname(first), "silence-dev.json"));
  const sets: { readonly name: string; readonly examples: readonly Example[] }[] = [];
  for (const file of data) {
    const set = await readRecallSet(file);
    const examples = await withTemporaryMemory((memory) =>
      gatherExamples(memory, {
        set,
        turns,
        most,
        onProgress: ({ phase, done, total }) => show(phase, done, total),
      }),
    );
    sets.push({ name: set.name, examples });
  }
  const fitted = fitRelevance(sets.flatMap(({ examples }) => examples));
  const apart = sets.map(({ name, examples }) => ({ set: name, auc: aucOf(examples, fitted) }));
  const weights = namedWeights(fitted);
  const lines = apart.map(({ set, auc }) => `AUC ${auc}  ${set}\n`);
  const text = `${JSON.stringify(weights, undefined, 2)}\n${lines.join("")}`;
  return { text, figures: { weights, sets: apart } };
});

/** Returns how well the weights tell relevant records from others. */
function aucOf(examples: readonly Example[], weights: RelevanceWeights): number {
  const of = (isRelevant: boolean): readonly number[] =>
    examples.filter((one) => one.isRelevant === isRelevant).map((one) => oddsOf(one, weights));
  return Math.round((separation(of(true), of(false)) ?? 0) * 1_000) / 1_000;
}
