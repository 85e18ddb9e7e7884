/** Between a term and the number of its scope. */
const SEPARATOR = "\u001F";

/** What the tokenizer would split at or fold, and the escape itself. Core's terms have none of it. */
const UNUSUAL = /[\0-\u0020%A-Z\u007F]/;

/** A term as the index keeps it for one scope. */
export function keywordToken(term: string, scope: number): string {
  return `${escapeTerm(term)}${SEPARATOR}${scope}`;
}

/** All tokens of a term, whatever the scope: at least `from` and less than `to`. */
export function keywordTokens(term: string): { readonly from: string; readonly to: string } {
  const escaped = escapeTerm(term);
  // A space follows U+001F.
  return { from: `${escaped}${SEPARATOR}`, to: `${escaped} ` };
}

function escapeTerm(term: string): string {
  if (!UNUSUAL.test(term)) return term;
  return term.replaceAll(
    new RegExp(UNUSUAL, "gu"),
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
