import type { ModelSettings } from "./model-settings.ts";
import { networkShape } from "./network-shape.ts";
import { randomArray } from "./random-values.ts";
import { sizeOf } from "./weight.ts";
import type { Weight, Weights } from "./weight.ts";
import { SPECIAL_TOKENS } from "./word-pieces.ts";

/** Deviations of numbers, by the end of their name, for a fan-in of 1. */
const DEVIATIONS: readonly (readonly [ending: string, deviation: number])[] = [
  // Attention is nearly even, so that a token gets the mean of all others, and much of it: the
  // first one stands for the text then.
  ["attention.query.weight", 0.3],
  ["attention.key.weight", 0.3],
  ["attention.value.weight", 1],
  ["attention.output.weight", 3],
  ["feed.inner.weight", 0.5],
  ["feed.outer.weight", 0.5],
];
const SMALL = 0.05;

/**
 * Numbers that are random and yet mean something: a token is mainly its own random direction, so
 * texts that share words are near each other, whether tokens are averaged or the first one is
 * taken.
 */
export function randomWeights(settings: ModelSettings): Weights {
  const { seed } = settings;
  const weights = new Map<string, Weight>();
  for (const [name, dims] of networkShape(settings)) {
    const values = (): Float32Array => {
      const drawn = randomArray({ name, seed }, sizeOf(dims), {
        deviation: deviationOf(name, dims),
        mean: name.endsWith(".gain") ? 1 : 0,
      });
      if (name === "embeddings.word") weaken(drawn, settings.width * SPECIAL_TOKENS.length);
      return drawn;
    };
    weights.set(name, { name, dims, values });
  }
  return weights;
}

function deviationOf(name: string, [fanIn = 1]: readonly number[]): number {
  if (name === "embeddings.word") return 1;
  const deviation = DEVIATIONS.find(([ending]) => name.endsWith(ending))?.[1];
  return deviation === undefined ? SMALL : deviation / Math.sqrt(fanIn);
}

/** Special tokens are in every text, and should not make all texts alike. */
function weaken(values: Float32Array, count: number): void {
  for (let index = 0; index < count; index += 1) values[index] = (values[index] ?? 0) * SMALL;
}
