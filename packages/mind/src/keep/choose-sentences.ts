import { textForm } from "@kioku/core/toolkit";

import type { ChosenSentence, WordWeights } from "../model/batch.js";
import type { Turn } from "../model/turn.js";
import { candidatesOf, type Candidate } from "./candidates.js";

/** Limits of a choice. */
export interface ChoiceLimits {
  readonly weights: WordWeights;
  /** Most words; one sentence may be longer if it is the only one. */
  readonly maxWords: number;
  /** Least score. */
  readonly leastScore: number;
  /** Factor of requests, quotations, and what an assistant says of anything but itself. */
  readonly ofOthers: number;
}

/** Factor of a word that a better sentence has already. */
const REPEATED = 0.4;
/** Least share of a sentence that stands in another one, which it repeats. */
const NEARLY_ALL = 0.7;
const NUMBER = /^[\p{N}一二三四五六七八九十百千万两半]/u;

/** Chooses the best sentences of turns up to a length, in their order. A word counts once. */
export function chooseSentences(
  turns: readonly Turn[],
  limits: ChoiceLimits,
): readonly ChosenSentence[] {
  const seen = new Set<string>();
  const queue = candidatesOf(turns, limits)
    .map((candidate) => ({ candidate, score: scoreOf(candidate, seen) }))
    .toSorted((a, b) => a.score - b.score);
  const chosen: typeof queue = [];
  let words = 0;
  for (let best = queue.pop(); best && best.score >= limits.leastScore; best = queue.pop()) {
    const { candidate } = best;
    const score = scoreOf(candidate, seen);
    if (words > 0 && words + candidate.words > limits.maxWords) continue;
    // Scores only fall: what is still as good as the next is the best.
    if (score < (queue.at(-1)?.score ?? 0)) {
      const place = queue.findLastIndex((other) => other.score <= score);
      queue.splice(place + 1, 0, { candidate, score });
      continue;
    }
    if (score < limits.leastScore) break;
    if (chosen.some((other) => repeats(candidate, other.candidate))) continue;
    // Last of all, since it takes longest.
    if (textForm(candidate.text) !== "statement") continue;
    words += candidate.words;
    chosen.push({ candidate, score });
    for (const term of candidate.terms.keys()) seen.add(term);
  }
  return chosen
    .toSorted((a, b) => a.candidate.place - b.candidate.place)
    .map(({ candidate: { turn, text }, score }) => ({ turn, text, score }));
}

/** Returns the score of a candidate among what was seen. */
function scoreOf({ terms, factor, weight }: Candidate, seen: ReadonlySet<string>): number {
  let fresh = 0;
  for (const [term, own] of terms) if (!seen.has(term)) fresh += own;
  return factor * (fresh + (weight - fresh) * REPEATED);
}

/** Tests if a sentence says no more than another one: no other number, and no denial. */
function repeats(candidate: Candidate, other: Candidate): boolean {
  if (candidate.isNegated !== other.isNegated) return false;
  let shared = 0;
  for (const [term, own] of candidate.terms) {
    if (other.terms.has(term)) shared += own;
    else if (NUMBER.test(term)) return false;
  }
  return shared >= candidate.weight * NEARLY_ALL;
}
