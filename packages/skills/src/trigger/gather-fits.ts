import type { SkillTrigger } from "@kioku/core";

import type { Example } from "./load-vectors.js";
import type { Chance } from "./surroundings.js";
import type { MarkedText, TextMarks } from "./text-marks.js";
import type { VectorRows } from "./vector-rows.js";

export interface QueryText {
  readonly text: string;
  readonly vector: Float32Array;
  readonly chance: Chance;
  /** Topic, as of `Surroundings.profileOf`. */
  readonly profile: Float32Array;
}

/** A text to match, with its marks. */
export interface MarkedQuery extends QueryText, MarkedText {
  readonly marks: TextMarks;
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
  /** Standard deviations of the strongest example above chance. */
  readonly strongest: number;
}

export interface Comparison {
  readonly query: QueryText;
  readonly vectors: VectorRows;
}

/**
 * Computes how the examples of one skill fit, without lists: it runs for every example and text.
 */
export function gatherFits(examples: readonly IndexedExample[], comparison: Comparison): Fits {
  const { query, vectors } = comparison;
  let best: Fit | undefined;
  let strongest = Number.NEGATIVE_INFINITY;
  for (const { example, row } of examples) {
    const { text, trigger, isCounterexample, chance } = example;
    if (isCounterexample) continue;
    const cosine = vectors.similarity(query.vector, row);
    if (!best || cosine > best.cosine) best = { text, trigger, cosine };
    strongest = Math.max(strongest, strengthOf(cosine, chance, query.chance));
  }
  if (!best) return { best, counter: undefined, strongest: 0 };
  return { best, counter: counterOf(examples, best.trigger, comparison), strongest };
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
function strengthOf(
  cosine: number,
  example: Pick<Chance, "mean" | "deviation">,
  query: Chance,
): number {
  const ofExample = (cosine - example.mean) / example.deviation;
  const ofSaid = (cosine - query.mean) / query.deviation;
  return (ofExample + ofSaid) / 2;
}
