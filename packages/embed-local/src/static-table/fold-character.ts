const APOSTROPHES: ReadonlySet<string> = new Set(["'", "\u2019"]);
const ACCENTS = /[\u0300-\u036F]/gu;
const REPLACEMENT = "\uFFFD";

function isCommonHan(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fff;
}

/** Resolves accents, case and compatibility forms (`É` → `e`, `Ａ` → `a`, `ﬁ` → `fi`). */
function decompose(character: string): string {
  return character.normalize("NFKD").replaceAll(ACCENTS, "").toLowerCase();
}

/**
 * Folds one code point to the form of the vocabulary: lower case without accents, Chinese
 * simplified. Apostrophes and accents fold to nothing (`don't` → `dont`, as trained), lone
 * surrogates to U+FFFD.
 */
export function foldCharacter(character: string, simplified: ReadonlyMap<string, string>): string {
  const code = character.codePointAt(0) ?? 0;
  if (isCommonHan(code)) return simplified.get(character) ?? character;
  if (APOSTROPHES.has(character)) return "";
  if (code < 0x80) return character.toLowerCase();
  if (code >= 0xd800 && code <= 0xdfff) return REPLACEMENT;
  let folded = "";
  for (const part of decompose(character)) folded += simplified.get(part) ?? part;
  return folded;
}

/** Folds a term of a few characters. */
export function foldTerm(term: string, simplified: ReadonlyMap<string, string>): string {
  let folded = "";
  for (const character of term) folded += foldCharacter(character, simplified);
  return folded;
}
