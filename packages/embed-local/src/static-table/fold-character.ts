import { isWordCode } from "./word-rows.js";

const APOSTROPHES: ReadonlySet<string> = new Set(["'", "\u2019"]);
const ACCENTS = /[\u0300-\u036F]/gu;
const REPLACEMENT = "\uFFFD";
const HAN = /^\p{Script=Han}{1,2}$/u;

function isCommonHan(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fff;
}

/** Characters by their traditional and variant forms. */
export class Simplified {
  readonly #characters: ReadonlyMap<string, string>;
  /** 1 for each first unit of a form: most characters are none. */
  readonly #isForm = new Uint8Array(2 ** 16);

  constructor(characters: ReadonlyMap<string, string>) {
    this.#characters = characters;
    for (const form of characters.keys()) this.#isForm[form.charCodeAt(0)] = 1;
  }

  /** Returns the character that stands for one, or the same. */
  of(character: string): string {
    if (this.#isForm[character.charCodeAt(0)] !== 1) return character;
    return this.#characters.get(character) ?? character;
  }
}

/** Tests if a keyword term is one Chinese character or two. */
export function isChineseTerm(term: string): boolean {
  const isCommon = isCommonHan(term.charCodeAt(0));
  if (isCommon && term.length === 1) return true;
  return (isCommon && term.length === 2 && isCommonHan(term.charCodeAt(1))) || HAN.test(term);
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
export function foldCharacter(character: string, simplified: Simplified): string {
  const code = character.codePointAt(0) ?? 0;
  if (isCommonHan(code)) return simplified.of(character);
  if (isWordCode(code)) return character;
  if (APOSTROPHES.has(character)) return "";
  if (code < 0x80) return character.toLowerCase();
  if (code >= 0xd800 && code <= 0xdfff) return REPLACEMENT;
  let folded = "";
  for (const part of decompose(character)) folded += simplified.of(part);
  return folded;
}

/** Folds a term of a few characters. */
export function foldTerm(term: string, simplified: Simplified): string {
  let folded = "";
  for (const character of term) folded += foldCharacter(character, simplified);
  return folded;
}
