/** Between the terms of a text; core's terms have no control characters. */
export const TERM_SEPARATOR = "\u001F";

/** Begins what stands for a separator in a term, or for itself. */
const ESCAPE = "\u001E";

/**
 * Terms as the one text in which the database keeps them. An array would take twice the space, and
 * would be many times slower to search and to send.
 */
export function termsToText(terms: readonly string[]): string {
  // One look at all of them together is several times quicker than one at each.
  return (isPlain(terms.join("")) ? terms : terms.map(escapeTerm)).join(TERM_SEPARATOR);
}

/** The terms of such a text. None and an empty one are the same text. */
export function textToTerms(text: string, termCount: number): readonly string[] {
  if (termCount === 0) return [];
  const terms = text.split(TERM_SEPARATOR);
  return text.includes(ESCAPE) ? terms.map(unescapeTerm) : terms;
}

/** A term as it stands in such a text. */
export function escapeTerm(term: string): string {
  if (isPlain(term)) return term;
  return term.replaceAll(ESCAPE, `${ESCAPE}0`).replaceAll(TERM_SEPARATOR, `${ESCAPE}1`);
}

function unescapeTerm(term: string): string {
  return term.replaceAll(`${ESCAPE}1`, TERM_SEPARATOR).replaceAll(`${ESCAPE}0`, ESCAPE);
}

function isPlain(text: string): boolean {
  return !text.includes(ESCAPE) && !text.includes(TERM_SEPARATOR);
}
