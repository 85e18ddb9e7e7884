import type { ChosenSentence, WordWeights } from "../model/batch.js";
import type { Turn } from "../model/turn.js";
import { countWords } from "../text/language.js";
import { beginningOf } from "./candidates.js";
import { chooseSentences } from "./choose-sentences.js";

/** Options of `keepSentences`. */
export interface KeepOptions {
  /** Weights of words. */
  readonly weights: WordWeights;
  /** Share of the words of a usual talk that is worth keeping, 0 to 1: all that is stated. */
  readonly share: number;
}

/** Scores above which a share s of talks between people is: BASE - SLOPE x ln s. */
const BASE = 1.58;
const SLOPE = 1.15;
/** Most words that are kept of turns: so many times the share, and a sentence or two. */
const MOST = 2;
const MORE_WORDS = 20;

/**
 * Chooses the sentences that are worth keeping, in the order of the turns: those above a score, so
 * that small talk leaves nothing and news of a few turns is kept.
 */
export function keepSentences(
  turns: readonly Turn[],
  { weights, share }: KeepOptions,
): readonly ChosenSentence[] {
  if (share <= 0) return [];
  const words = turns.reduce((sum, turn) => sum + countWords(beginningOf(turn)), 0);
  return chooseSentences(turns, {
    weights,
    maxWords: words * share * MOST + MORE_WORDS,
    leastScore: share < 1 ? BASE - SLOPE * Math.log(share) : 0,
    ofOthers: 0,
  });
}
