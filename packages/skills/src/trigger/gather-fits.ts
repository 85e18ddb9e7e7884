import type { SkillTrigger } from "@kioku/core";

import type { Example } from "./skill-vectors.js";
import type { Chance } from "./surroundings.js";
import type { VectorRows } from "./vector-rows.js";

/** What somebody said, as it is compared. */
export interface SaidText {
  readonly text: string;
  /** Of length 1. */
  readonly vector: Float32Array;
  /** How well it fits the background. */
  readonly chance: Chance;
  /** What it is about: as `Surroundings.profileOf`. */
  readonly profile: Float32Array;
}

/** An example and where its vector is. */
export interface PlacedExample {
  readonly example: Example;
  readonly row: number;
}

/** How an example fits a text. */
interface Fit {
  /** The example. */
  readonly text: string;
  /** The trigger that it belongs to; none: it is the description. */
  readonly trigger: SkillTrigger | undefined;
  readonly cosine: number;
}

/** How the examples of one skill fit a text. */
export interface Fits {
  /** The example that fits best. */
  readonly best: Fit | undefined;
  /**
   * Of the counterexamples of the trigger that `best` is of, the one that fits best: what one
   * trigger is not says nothing of another.
   */
  readonly counter: Fit | undefined;
  /** Mean strength of the two examples that fit best and of all of them, half and half. */
  readonly strength: number;
  /** How many standard deviations above chance the strongest example is. */
  readonly strongest: number;
}

/** What is compared. */
export interface Comparison {
  readonly said: SaidText;
  /** Where the vectors of the examples are. */
  readonly vectors: VectorRows;
}

/** What is so far above chance is not more so if it is farther. */
const MOST_STRENGTH = 10;

/**
 * Gathers how examples of one skill fit. Makes no list of them: this runs for hundreds of examples
 * and every text.
 */
export function gatherFits(examples: readonly PlacedExample[], comparison: Comparison): Fits {
  const { said, vectors } = comparison;
  let best: Fit | undefined;
  let first = Number.NEGATIVE_INFINITY;
  let second = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  for (const { example, row } of examples) {
    const { text, trigger, isCounterexample, chance } = example;
    if (isCounterexample) continue;
    const cosine = vectors.similarity(said.vector, row);
    if (!best || cosine > best.cosine) best = { text, trigger, cosine };
    const strength = strengthOf(cosine, chance, said.chance);
    sum += strength;
    count += 1;
    second = Math.max(second, Math.min(strength, first));
    first = Math.max(first, strength);
  }
  if (!best) return { best, counter: undefined, strength: 0, strongest: 0 };
  const counter = counterOf(examples, best.trigger, comparison);
  const top = count === 1 ? first : (first + second) / 2;
  return { best, counter, strength: (top + sum / count) / 2, strongest: first };
}

function counterOf(
  examples: readonly PlacedExample[],
  trigger: SkillTrigger | undefined,
  { said, vectors }: Comparison,
): Fit | undefined {
  let counter: Fit | undefined;
  for (const { example, row } of examples) {
    if (!example.isCounterexample || example.trigger !== trigger) continue;
    const cosine = vectors.similarity(said.vector, row);
    if (!counter || cosine > counter.cosine) counter = { text: example.text, trigger, cosine };
  }
  return counter;
}

/** Whether a text says rather what is not meant than what is. */
export function isNegated({ best, counter }: Pick<Fits, "best" | "counter">): boolean {
  return counter !== undefined && counter.cosine >= (best?.cosine ?? 0);
}

/**
 * By how many standard deviations a cosine is above what the example, and what the text, have with
 * unrelated texts: the mean of both, which is how speaker verification makes scores comparable
 * (symmetric normalisation, S-norm).
 */
export function strengthOf(
  cosine: number,
  example: Pick<Chance, "mean" | "deviation">,
  said: Chance,
): number {
  const ofExample = (cosine - example.mean) / example.deviation;
  const ofSaid = (cosine - said.mean) / said.deviation;
  return Math.min((ofExample + ofSaid) / 2, MOST_STRENGTH);
}
