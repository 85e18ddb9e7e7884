/** Between a term and the number of its scope. */
const SEPARATOR = "\u001F";

/**
 * What the tokenizer would split at or fold, and the escape itself. Core's terms have none of it.
 */
const UNUSUAL = /[\0-\u0020%A-Z\u007F]/;

/** A term as the index keeps it for one scope. */
export function keywordToken(term: string, scope: number): string {
  return `${escapeTerm(term)}${SEPARATOR}${scope}`;
}

/** The tokens of a text. */
export function keywordText(terms: readonly string[], scope: number): string {
  // All at once is several times faster than one by one. What joins them is usual to the tokenizer.
  if (!UNUSUAL.test(terms.join("\u0080"))) {
    return `${terms.join(`${SEPARATOR}${scope} `)}${SEPARATOR}${scope}`;
  }
  return terms.map((term) => keywordToken(term, scope)).join(" ");
}

/** All tokens of a term, whatever the scope: at least `from` and less than `to`. */
export function keywordTokens(term: string): { readonly from: string; readonly to: string } {
  const escaped = escapeTerm(term);
  // A space follows U+001F.
  return { from: `${escaped}${SEPARATOR}`, to: `${escaped} ` };
}

/** The terms of tokens as the index keeps them, separated by spaces. */
export function termsOfTokens(tokens: string): string[] {
  return tokens.split(" ").map((token) => unescapeTerm(token.slice(0, token.indexOf(SEPARATOR))));
}

function unescapeTerm(term: string): string {
  if (!term.includes("%")) return term;
  return term.replaceAll(/%(?<code>[0-9a-f]{2})/gu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function escapeTerm(term: string): string {
  if (!UNUSUAL.test(term)) return term;
  return term.replaceAll(
    new RegExp(UNUSUAL, "gu"),
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
