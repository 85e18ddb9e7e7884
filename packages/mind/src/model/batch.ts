import type { Fact } from "./fact.js";
import type { Turn } from "./turn.js";

/** Turns of one thread that a run looks at, and what is known about their speakers. */
export interface Batch {
  /** In order of time, at least one. */
  readonly turns: readonly Turn[];
  /** Turns just before these in the thread, for evidence of names; not looked at again. */
  readonly before: readonly Turn[];
  /** Facts about the speakers of the batch that hold, oldest first. */
  readonly facts: readonly Fact[];
  /** Weights of words, for coverage and for what is worth keeping. */
  readonly weights: WordWeights;
  /**
   * Tests, by the hash of `claimHash`, if a sentence made a fact that was forgotten, erased or
   * undone since.
   */
  readonly isForgotten: (hash: string) => boolean;
}

/** Weights of words: rare ones carry more. */
export interface WordWeights {
  /** Returns the weight of a term as `documentTerms` writes it: 0 (everywhere) and more. */
  weightOf(term: string): number;
}

/** A sentence of a turn, verbatim. */
export interface ChosenSentence {
  /** The turn it is of. */
  readonly turn: Turn;
  /** The sentence: a passage of `turn.text`. */
  readonly text: string;
  /** Worth of keeping it; more is better. */
  readonly score: number;
}
