import { escapeTerm, TERM_SEPARATOR } from "../record/term-text.js";
import { LONG_TEXT } from "./search-sql.js";

/** How often each of the terms is in a text, as `SHORT_TEXT` or `anyTextSql` give it; `undefined` where none of them is. */
export type TermCounter = (
  text: string | null,
  termCount: number,
) => ReadonlyMap<string, number> | undefined;

/** Counts these terms. */
export function termCounter(terms: readonly string[]): TermCounter {
  const needles = terms.map((term) => `${TERM_SEPARATOR}${escapeTerm(term)}${TERM_SEPARATOR}`);
  return (text, termCount) => {
    if (text === null || termCount === 0) return undefined;
    const counts = termCount > LONG_TEXT ? countsOf(text, terms) : search(text, terms, needles);
    return counts.size === 0 ? undefined : counts;
  };
}

/** Looking for some terms is quicker than taking the text apart. */
function search(
  text: string,
  terms: readonly string[],
  needles: readonly string[],
): ReadonlyMap<string, number> {
  const padded = `${TERM_SEPARATOR}${text}${TERM_SEPARATOR}`;
  const counts = new Map<string, number>();
  for (const [index, needle] of needles.entries()) {
    let count = 0;
    // Neighbours share a separator.
    for (let at = padded.indexOf(needle); at !== -1; at = padded.indexOf(needle, at + 1)) {
      count += 1;
    }
    if (count > 0) counts.set(terms[index] ?? "", count);
  }
  return counts;
}

function countsOf(text: string, terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const pair of text.split(",")) {
    const [place = "", count = ""] = pair.split(":");
    counts.set(terms[Number(place)] ?? "", Number(count));
  }
  return counts;
}
