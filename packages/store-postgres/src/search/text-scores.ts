import { termCoverage, textScorer, textWeights } from "@kioku/core/toolkit";
import type { TextLeg, TextStatistics } from "@kioku/core/toolkit";

import { escapeTerm, TERM_SEPARATOR } from "../schema/term-text.js";
import { LONG_TEXT } from "./search-sql.js";

/** A text with some of the terms of a query. */
interface TextMatch<Text> {
  readonly text: Text;
  readonly score: number;
  /** By core's `termCoverage`. */
  readonly coverage: number;
}

/** Scores the texts with any of the terms, by the given statistics or those of all texts. */
export function textScores<Text extends FoundText>(
  texts: readonly Text[],
  { terms, weights: factors, originals, statistics: given }: TextLeg,
): { readonly statistics: TextStatistics; readonly matches: readonly TextMatch<Text>[] } {
  const counts = countTerms(texts, terms);
  const statistics = {
    ...(given ?? {
      documents: texts.length,
      totalTerms: texts.reduce((sum, { termCount }) => sum + termCount, 0),
      documentFrequencies: documentFrequencies(counts, terms),
    }),
    weights: factors,
    originals,
  };
  const scorer = textScorer(statistics);
  const weights = textWeights(statistics);
  const matches = texts.flatMap((text, position) => {
    const frequencies = counts[position];
    if (!frequencies) return [];
    const coverage = termCoverage(weights, (term) => frequencies[term] ?? 0);
    return { text, score: scorer(frequencies, text.termCount), coverage };
  });
  return { statistics, matches };
}

/** Counts the texts that have each term. */
export function documentFrequencies(
  texts: readonly TermCounts[],
  terms: readonly string[],
): readonly number[] {
  const frequencies = terms.map(() => 0);
  for (const counts of texts) {
    for (const [position, count] of (counts ?? []).entries()) {
      if (count > 0) frequencies[position] = (frequencies[position] ?? 0) + 1;
    }
  }
  return frequencies;
}

/** Occurs in no text of the database. */
const NOTHING = "\0";
const BETWEEN = `${TERM_SEPARATOR}${NOTHING}${TERM_SEPARATOR}`;

/** A text as selected by `anyTextSql`. */
export interface FoundText {
  /** Number of its terms. */
  readonly termCount: number;
  /** Its terms, or counts of the wanted ones. */
  readonly terms: string;
}

/** Occurrences of each wanted term, in order; `undefined` without any. */
export type TermCounts = readonly number[] | undefined;

/** Counts terms in texts. One scan of all texts for each term is the quickest way. */
export function countTerms(
  texts: readonly FoundText[],
  terms: readonly string[],
): readonly TermCounts[] {
  const counts = texts.map(({ termCount, terms: text }) =>
    termCount > LONG_TEXT && text !== "" ? readCounts(text, terms.length) : undefined,
  );
  const whole = texts.map(({ termCount, terms: text }) =>
    termCount === 0 || termCount > LONG_TEXT ? NOTHING : text,
  );
  const joined = `${TERM_SEPARATOR}${whole.join(BETWEEN)}${TERM_SEPARATOR}`;
  const widthOf = (text: number): number => (whole[text]?.length ?? 0) + BETWEEN.length;
  for (const [position, term] of terms.entries()) {
    if (term.includes(NOTHING) || texts.length === 0) continue;
    const needle = `${TERM_SEPARATOR}${escapeTerm(term)}${TERM_SEPARATOR}`;
    let text = 0;
    let next = widthOf(text);
    // Neighbours share a separator.
    for (let at = joined.indexOf(needle); at !== -1; at = joined.indexOf(needle, at + 1)) {
      while (at >= next) {
        text += 1;
        next += widthOf(text);
      }
      const ofText = (counts[text] ??= terms.map(() => 0));
      ofText[position] = (ofText[position] ?? 0) + 1;
    }
  }
  return counts;
}

function readCounts(text: string, length: number): number[] {
  const counts = Array.from({ length }, () => 0);
  for (const pair of text.split(",")) {
    const [position, count] = pair.split(":");
    counts[Number(position)] = Number(count);
  }
  return counts;
}
