import type { SkillTrigger } from "@kioku/core";

import type { Example } from "./load-vectors.js";
import type { Chance } from "./surroundings.js";
import type { VectorRows } from "./vector-rows.js";

export interface QueryText {
  readonly text: string;
  readonly vector: Float32Array;
  readonly chance: Chance;
  /** Topic, as of `Surroundings.profileOf`. */
  readonly profile: Float32Array;
}

export interface IndexedExample {
  readonly example: Example;
  readonly row: number;
}

interface Fit {
  readonly text: string;
  readonly trigger: SkillTrigger | undefined;
  readonly cosine: number;
}

/** Fits of the examples of one skill with a text. */
export interface Fits {
  readonly best: Fit | undefined;
  /** The best counterexample of the same trigger as `best`. */
  readonly counter: Fit | undefined;
  /** Mean of the two strongest examples and of all, half and half. */
  readonly strength: number;
  /** Standard deviations of the strongest example above chance. */
  readonly strongest: number;
}

export interface Comparison {
  readonly query: QueryText;
  readonly vectors: VectorRows;
}

const MOST_STRENGTH = 10;

/**
 * Computes how the examples of one skill fit, without lists: it runs for every example and text.
 */
export function gatherFits(examples: readonly IndexedExample[], comparison: Comparison): Fits {
  const { query, vectors } = comparison;
  let best: Fit | undefined;
  let first = Number.NEGATIVE_INFINITY;
  let second = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  for (const { example, row } of examples) {
    const { text, trigger, isCounterexample, chance } = example;
    if (isCounterexample) continue;
    const cosine = vectors.similarity(query.vector, row);
    if (!best || cosine > best.cosine) best = { text, trigger, cosine };
    const strength = strengthOf(cosine, chance, query.chance);
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
  examples: readonly IndexedExample[],
  trigger: SkillTrigger | undefined,
  { query, vectors }: Comparison,
): Fit | undefined {
  let counter: Fit | undefined;
  for (const { example, row } of examples) {
    if (!example.isCounterexample || example.trigger !== trigger) continue;
    const cosine = vectors.similarity(query.vector, row);
    if (!counter || cosine > counter.cosine) counter = { text: example.text, trigger, cosine };
  }
  return counter;
}

/** Returns true if the counterexample fits at least as well as the example. */
export function isNegated({ best, counter }: Pick<Fits, "best" | "counter">): boolean {
  return counter !== undefined && counter.cosine >= (best?.cosine ?? 0);
}

/**
 * Returns the standard deviations of a cosine above those with unrelated texts: the mean over the
 * example and the text (symmetric normalisation, S-norm).
 */
export function strengthOf(
  cosine: number,
  example: Pick<Chance, "mean" | "deviation">,
  query: Chance,
): number {
  const ofExample = (cosine - example.mean) / example.deviation;
  const ofSaid = (cosine - query.mean) / query.deviation;
  return Math.min((ofExample + ofSaid) / 2, MOST_STRENGTH);
}
