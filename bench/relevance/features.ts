import type { RecallSignals } from "@kioku/core";

/** Share of meaning in the relevance that the default embedder's profile asks for. */
const MEANING_WEIGHT = 0.2;
const LONGEST_QUESTION = 12;
/** Meaning of unrelated texts on the calibrated scale, and its spread, as core has them. */
const UNRELATED = 0.15;
const SPREAD = 0.11;
const FEW = 20;

/** Features of a record by the part of `ownRelevance` in core that they are of. */
export interface Features {
  readonly meaning: readonly number[];
  readonly words: readonly number[];
  /** Share of the words in the log-odds; meaning has the rest. */
  readonly wordShare: number;
}

/** Names of the features, in order. */
export const NAMES = {
  meaning: ["meaning", "best meaning", "constant"],
  words: ["coverage", "known", "best coverage", "ln(1 + words)", "unknown name", "constant"],
} as const;

/** Returns the features of a record that was recalled with `explain`. */
export function featuresOf(
  { coverage = 0, meaning = 0, comparable = 1 }: RecallSignals,
  query: NonNullable<RecallSignals["query"]>,
): Features {
  const { known, bestCoverage, bestMeaning, records, namesUnknown, words } = query;
  const isNameUnknown = namesUnknown && words <= LONGEST_QUESTION;
  const chance = UNRELATED + SPREAD * Math.sqrt(2 * Math.log(Math.max(records, FEW)));
  return {
    meaning: [meaning - chance, bestMeaning - chance, 1],
    words: [coverage, known, bestCoverage, Math.log1p(words), isNameUnknown ? 1 : 0, 1],
    wordShare: (1 - MEANING_WEIGHT) * comparable,
  };
}
