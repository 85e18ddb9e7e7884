import type { TextWeights } from "@kioku/core/toolkit";
import { TopK } from "@kioku/core/toolkit";

import type { Postings } from "./code/postings.js";
import type { TextNumbers } from "./code/text-numbers.js";
import type { ScoredText, SegmentScores } from "./segment-search.js";

/** Each portion is so many times as long as the one before. */
const GROWTH = 4;

/** Which texts are in which slots: -1 for one that is in none. */
type Slots = Pick<TextNumbers, "slotOf" | "numberOf">;

/** What is scored. */
export interface ScoredPostings {
  readonly numbers: TextNumbers;
  /** For each term of the query, in its order. */
  readonly postings: readonly (Postings | undefined)[];
  /** Slots of texts that are there no more. */
  readonly dead: readonly number[];
}

/** Scores the texts of a segment term after term, with the very results of core's `textScorer`. */
export function scorePostings(
  { numbers, postings, dead }: ScoredPostings,
  weights: TextWeights,
): SegmentScores {
  const scores = new Float64Array(numbers.size);
  for (const [term, list] of postings.entries()) {
    const weight = weights.weights[term] ?? 0;
    if (list && weight !== 0) addTerm(scores, list, gains(list, weight, weights.damping));
  }
  for (const slot of dead) scores[slot] = 0;
  return slotScores(scores, numbers);
}

/**
 * Texts in slots that have scores.
 * @param scores - By slot; 0 for a text that has none of the terms.
 */
export function slotScores(scores: Float64Array, numbers: Slots): SegmentScores {
  return {
    portions: (first) => portions(scores, numbers, first),
    scoreOf: (number) => {
      const score = scores[numbers.slotOf(number)] ?? 0;
      return score > 0 ? score : undefined;
    },
  };
}

/** What the term brings, by kind. */
function gains(
  { frequencies, termCounts }: Postings,
  weight: number,
  damping: TextWeights["damping"],
): Float64Array {
  return Float64Array.from(frequencies, (frequency, kind) => {
    return (weight * frequency) / (frequency + damping(termCounts[kind] ?? 0));
  });
}

/** Nothing else in the loop keeps it fast. */
function addTerm(scores: Float64Array, { slots, kinds }: Postings, gain: Float64Array): void {
  for (let place = 0; place < slots.length; place += 1) {
    const slot = slots[place] ?? 0;
    scores[slot] = (scores[slot] ?? 0) + (gain[kinds[place] ?? 0] ?? 0);
  }
}

function* portions(
  scores: Float64Array,
  numbers: Slots,
  first: number,
): Generator<readonly ScoredText[]> {
  let below = Number.POSITIVE_INFINITY;
  for (let count = first; ; count *= GROWTH) {
    const best = new TopK(scores, count, (slot) => (scores[slot] ?? 0) < below);
    best.offerAll();
    const slots = best.slots();
    if (slots.length > 0) {
      yield slots.map((slot) => ({ number: numbers.numberOf(slot), score: scores[slot] ?? 0 }));
    }
    if (slots.length < count) return;
    below = scores[slots.at(-1) ?? 0] ?? 0;
  }
}
