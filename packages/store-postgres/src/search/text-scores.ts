import { textScorer } from "@kioku/core";

/** A searchable record, as far as text legs see it. */
export interface CountedText {
  readonly termCount: number;
  /** How often the terms asked for are in it; `undefined` where none is. */
  readonly counts: ReadonlyMap<string, number> | undefined;
}

/** The scores of those that have any of the terms. The statistics are theirs. */
export function* textScores<Text extends CountedText>(
  texts: readonly Text[],
  terms: readonly string[],
): Generator<readonly [Text, number]> {
  const found = texts.filter(
    ({ counts }) => counts !== undefined && terms.some((t) => counts.has(t)),
  );
  const scorer = textScorer({
    documents: texts.length,
    totalTerms: texts.reduce((sum, { termCount }) => sum + termCount, 0),
    documentFrequencies: documentFrequencies(found, terms),
  });
  for (const text of found) {
    const frequencies = terms.map((term) => text.counts?.get(term) ?? 0);
    yield [text, scorer(frequencies, text.termCount)];
  }
}

/** In how many texts each of the terms is. */
export function documentFrequencies(
  texts: readonly CountedText[],
  terms: readonly string[],
): readonly number[] {
  return terms.map((term) =>
    texts.reduce((sum, { counts }) => sum + Number(counts?.has(term) ?? false), 0),
  );
}
