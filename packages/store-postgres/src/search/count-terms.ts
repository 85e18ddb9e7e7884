import { escapeTerm, TERM_SEPARATOR } from "../record/term-text.js";
import { LONG_TEXT } from "./search-sql.js";

/** What no text in the database has. */
const NOTHING = "\0";
const BETWEEN = `${TERM_SEPARATOR}${NOTHING}${TERM_SEPARATOR}`;

/** A text as `anyTextSql` gives it. */
export interface FoundText {
  /** Number of its terms. */
  readonly termCount: number;
  /** The terms, or how often it has those asked for. */
  readonly terms: string;
}

/**
 * How often a text has each of the terms asked for, in their order; `undefined` where it has none.
 */
export type TermCounts = readonly number[] | undefined;

/**
 * How often the texts have these terms. One look at all texts together for each term is several
 * times quicker than one at each, and much quicker than taking them apart.
 */
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
  for (const [place, term] of terms.entries()) {
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
      ofText[place] = (ofText[place] ?? 0) + 1;
    }
  }
  return counts;
}

function readCounts(text: string, length: number): number[] {
  const counts = Array.from({ length }, () => 0);
  for (const pair of text.split(",")) {
    const [place, count] = pair.split(":");
    counts[Number(place)] = Number(count);
  }
  return counts;
}
