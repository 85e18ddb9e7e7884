import type { Example } from "./examples.ts";
import { NAMES } from "./features.ts";
import { dot, fitLogistic } from "./fit-logistic.ts";

/** Weights of the features of each part. */
export type RelevanceWeights = Readonly<Record<keyof typeof NAMES, readonly number[]>>;

/** Weights of what is found beside what is found wrongly: a missing answer costs more. */
const RELEVANT = { meaning: 1.5, words: 6 } as const;

/** Fits meaning where the languages differ, so that it decides alone, and then words beside it. */
export function fitRelevance(examples: readonly Example[]): RelevanceWeights {
  const meaning = fitLogistic(
    examples.filter(isAlone).map((one) => ({
      ...one,
      weight: (one.isRelevant ? RELEVANT.meaning : 1) * one.weight,
      features: one.features.meaning,
      offset: 0,
    })),
  );
  const words = fitLogistic(
    examples
      .filter((one) => !isAlone(one))
      .map((one) => {
        const { wordShare: share, ...features } = one.features;
        const offset = (1 - share) * dot(features.meaning, meaning);
        const weight = (one.isRelevant ? RELEVANT.words : 1) * one.weight;
        return { ...one, weight, features: features.words.map((value) => value * share), offset };
      }),
  );
  return { meaning, words };
}

function isAlone({ features }: Example): boolean {
  return features.wordShare < 0.5;
}

/** Returns the log-odds of an example. */
export function oddsOf({ features }: Example, weights: RelevanceWeights): number {
  const { meaning, words, wordShare } = features;
  return wordShare * dot(words, weights.words) + (1 - wordShare) * dot(meaning, weights.meaning);
}

/** Returns the weights by the names of their features, rounded as core has them. */
export function namedWeights(
  weights: RelevanceWeights,
): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const ofPart = (part: keyof typeof NAMES): Readonly<Record<string, number>> =>
    Object.fromEntries(
      NAMES[part].map((name, index) => [name, Math.round((weights[part][index] ?? 0) * 100) / 100]),
    );
  return { meaning: ofPart("meaning"), words: ofPart("words") };
}
