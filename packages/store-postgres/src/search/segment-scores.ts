import type { TextWeights } from "@kioku/core/toolkit";

import type { Postings } from "../index/segment/postings.js";
import type { TextNumbers } from "../index/segment/text-numbers.js";
import { TopK } from "./top-k.js";

/** The matches of a text query in a segment, or in texts without one. */
export interface SegmentSearch {
  /** For each term, the number of remaining texts that have it. */
  readonly documentFrequencies: readonly number[];
  /** Scores these texts by core's formula, with statistics of the whole search. */
  score(weights: TextWeights): SegmentScores;
}

/** Scores of the texts of a segment, equal to those of core's `textScorer`. */
export interface SegmentScores {
  /**
   * Yields matching texts, selected or not, best first: at least `first`, then four times as many,
   * and so on. Texts of equal score are in the same chunk, in any order.
   */
  chunks(first: number): Iterable<readonly ScoredText[]>;
  /** Returns the score of a text; `undefined` without a match. */
  scoreOf(text: TextRef): number | undefined;
  /** Returns true if a text that matches has a term of the query, by its index. */
  has(text: TextRef, term: number): boolean;
}

/** Names a text: numbers are unique in their scope only. */
export interface TextRef {
  readonly scope: string;
  /** Null for a record without a text. */
  readonly number: number | null;
}

/** A text and its score. */
export interface ScoredText extends TextRef {
  readonly score: number;
}

/** Factor between the sizes of chunks. */
const GROWTH = 4;

interface Ordinals {
  /** Returns the ordinal of a text, or -1. */
  readonly ordinalOf: (text: TextRef) => number;
  readonly textOf: (ordinal: number) => TextRef;
}

interface ScoredPostings {
  readonly scope: string;
  readonly numbers: TextNumbers;
  readonly postings: readonly (Postings | undefined)[];
  /** Ordinals of removed texts. */
  readonly dead: readonly number[];
}

/** Scores the texts of a segment, exactly as core's `textScorer`. */
export function scorePostings(
  { scope, numbers, postings, dead }: ScoredPostings,
  weights: TextWeights,
): SegmentScores {
  const scores = new Float64Array(numbers.size);
  for (const [term, list] of postings.entries()) {
    const weight = weights.weights[term] ?? 0;
    if (list && weight !== 0) addTerm(scores, list, gains(list, weight, weights.damping));
  }
  for (const ordinal of dead) scores[ordinal] = 0;
  const texts: Ordinals = {
    ordinalOf: (text) => (text.scope === scope ? numbers.ordinalOf(text.number ?? 0) : -1),
    textOf: (ordinal) => ({ scope, number: numbers.numberOf(ordinal) }),
  };
  return ordinalScores(scores, texts, (ordinal, term) => {
    return hasOrdinal(postings[term]?.ordinals ?? [], ordinal);
  });
}

/** @param ordinals - Ascending. */
function hasOrdinal(ordinals: ArrayLike<number>, ordinal: number): boolean {
  let low = 0;
  let high = ordinals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordinals[middle] ?? 0) < ordinal) low = middle + 1;
    else high = middle;
  }
  return ordinals[low] === ordinal;
}

/** Returns the scores of texts; `scores` is by ordinal, 0 without a match. */
export function ordinalScores(
  scores: Float64Array,
  texts: Ordinals,
  has: (ordinal: number, term: number) => boolean,
): SegmentScores {
  return {
    has: (text, term) => has(texts.ordinalOf(text), term),
    chunks: (first) => chunks(scores, texts, first),
    scoreOf: (text) => {
      const score = scores[texts.ordinalOf(text)] ?? 0;
      return score > 0 ? score : undefined;
    },
  };
}

function gains(
  { frequencies, termCounts }: Postings,
  weight: number,
  damping: TextWeights["damping"],
): Float64Array {
  return Float64Array.from(frequencies, (frequency, kind) => {
    return (weight * frequency) / (frequency + damping(termCounts[kind] ?? 0));
  });
}

/** Hot loop: keep it bare. */
function addTerm(scores: Float64Array, { ordinals, kinds }: Postings, gain: Float64Array): void {
  for (let position = 0; position < ordinals.length; position += 1) {
    const ordinal = ordinals[position] ?? 0;
    scores[ordinal] = (scores[ordinal] ?? 0) + (gain[kinds[position] ?? 0] ?? 0);
  }
}

function* chunks(
  scores: Float64Array,
  texts: Ordinals,
  first: number,
): Generator<readonly ScoredText[]> {
  let below = Number.POSITIVE_INFINITY;
  for (let count = first; ; count *= GROWTH) {
    const best = new TopK(scores, count, (ordinal) => (scores[ordinal] ?? 0) < below);
    best.offerAll();
    const ordinals = best.slots();
    if (ordinals.length > 0) {
      yield ordinals.map((ordinal) => ({ ...texts.textOf(ordinal), score: scores[ordinal] ?? 0 }));
    }
    if (ordinals.length < count) return;
    below = scores[ordinals.at(-1) ?? 0] ?? 0;
  }
}
