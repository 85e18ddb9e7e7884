import { textScorer } from "@kioku/core/toolkit";

import { countTerms } from "./count-terms.js";
import type { FoundText, TermCounts } from "./count-terms.js";

/** The scores of those texts that have any of the terms. The statistics are of all of them. */
export function* textScores<Text extends FoundText>(
  texts: readonly Text[],
  terms: readonly string[],
): Generator<readonly [Text, number]> {
  const counts = countTerms(texts, terms);
  const scorer = textScorer({
    documents: texts.length,
    totalTerms: texts.reduce((sum, { termCount }) => sum + termCount, 0),
    documentFrequencies: documentFrequencies(counts, terms),
  });
  for (const [place, text] of texts.entries()) {
    const frequencies = counts[place];
    if (frequencies) yield [text, scorer(frequencies, text.termCount)];
  }
}

/** In how many texts each of the terms is. */
export function documentFrequencies(
  texts: readonly TermCounts[],
  terms: readonly string[],
): readonly number[] {
  const frequencies = terms.map(() => 0);
  for (const counts of texts) {
    for (const [place, count] of (counts ?? []).entries()) {
      if (count > 0) frequencies[place] = (frequencies[place] ?? 0) + 1;
    }
  }
  return frequencies;
}
