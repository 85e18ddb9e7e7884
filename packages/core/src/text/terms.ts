import { stemmer } from "stemmer";

import { STOP_WORDS } from "./stop-words.js";

/** Scripts written without spaces: every character is a term, and every pair of neighbours. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]`;

/** Letters, digits and marks of all other scripts. */
const WORD = String.raw`[[\p{L}\p{N}\p{M}_]--${UNSPACED}]`;

/** A run of unspaced characters, a word or identifier with joints inside, or a pictogram. */
const TOKENS = new RegExp(
  String.raw`${UNSPACED}+|${WORD}+(?:[.@:+\-\/]${WORD}+)*|\p{Extended_Pictographic}`,
  "gv",
);
const RUN = new RegExp(`^${UNSPACED}`, "v");

const JOINTS = /[.@:+\-/]/u;
/** Endings with an English apostrophe: "Ann's", "don't", "we'll". */
const CONTRACTIONS = /n['’]t\b|['’](?:s|d|ll|m|re|ve)\b/gu;
const COMBINING_MARKS = /\p{M}/gu;
const UNACCENTED = /^[\p{ASCII}\p{Script=Han}]*$/u;
const ENGLISH = /^[a-z]+$/;
const MAX_TERM_LENGTH = 64;
/** Regular expressions remember each character of a word, and of millions they cannot. */
const MAX_AT_ONCE = 1_000_000;
/** Most terms that are searched for. */
export const MAX_QUERY_TERMS = 256;
/** Units of a text that are read at once, in a few milliseconds; longer ones are read in parts. */
const PART = 4_096;

/**
 * Returns the keyword terms of a text in its order, with repetitions: English words stemmed
 * (Porter), accents folded, Chinese, Japanese, Korean and other unspaced scripts as single
 * characters and bigrams, numbers and identifiers whole and in parts. Linear in the length.
 */
export function documentTerms(text: string): string[] {
  return joinParts(termParts(text));
}

/** Tests a word as it is written: the stem of "Andes" is "and". */
type WordTest = (word: string) => boolean;

/** Yields the same terms by parts of a long text. Leaves out words that pass the test. */
export function* termParts(text: string, isLeftOut?: WordTest): Generator<readonly string[]> {
  const reader = new TermReader(text, isLeftOut);
  let start = 0;
  while (text.length - start > PART) {
    const end = cutAfter(text, start);
    yield reader.read(start, end);
    start = end;
  }
  yield reader.read(start, text.length);
}

/** Finds a cut that changes no terms, but for a pair of Chinese characters. */
function cutAfter(text: string, start: number): number {
  const last = Math.min(text.length, start + MAX_AT_ONCE);
  for (let at = start + PART; at < last; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x20 || unit === 0x0a || isInsideChinese(text, at)) return at;
  }
  // Not in the middle of a character of two units.
  return (text.codePointAt(last - 1) ?? 0) > 0xff_ff ? last - 1 : last;
}

function isInsideChinese(text: string, at: number): boolean {
  return at > 0 && isChinese(text.charCodeAt(at - 1)) && isChinese(text.charCodeAt(at));
}

function isChinese(unit: number): boolean {
  return unit >= 0x4e_00 && unit <= 0x9f_ff;
}

/** Reads parts of one text. Stemming takes most of the time, so each word is stemmed once. */
class TermReader {
  readonly #text: string;
  readonly #isLeftOut: WordTest | undefined;
  readonly #stems = new Map<string, string>();
  #terms: string[] = [];

  constructor(text: string, isLeftOut: WordTest | undefined) {
    this.#text = text;
    this.#isLeftOut = isLeftOut;
  }

  read(start: number, end: number): string[] {
    this.#terms = [];
    let previous = isInsideChinese(this.#text, start) ? this.#text.charAt(start - 1) : "";
    for (const part of inParts(fold(this.#text.slice(start, end)))) {
      // Not `matchAll`, which makes objects for each token.
      for (const token of part.match(TOKENS) ?? []) {
        if (RUN.test(token)) this.#pushRun(token, previous);
        else this.#pushWord(token);
        previous = "";
      }
    }
    return this.#terms;
  }

  #pushRun(run: string, before: string): void {
    let previous = before;
    for (const character of run) {
      this.#push(character, character);
      const pair = previous + character;
      if (previous !== "") this.#push(pair, pair);
      previous = character;
    }
  }

  #pushWord(token: string): void {
    this.#push(token, this.#toTerm(token));
    if (!JOINTS.test(token)) return;
    for (const part of token.split(JOINTS)) this.#push(part, this.#toTerm(part));
  }

  #push(word: string, term: string): void {
    if (!this.#isLeftOut?.(word)) this.#terms.push(term);
  }

  #toTerm(word: string): string {
    if (!ENGLISH.test(word)) return word.slice(0, MAX_TERM_LENGTH).toWellFormed();
    let term = this.#stems.get(word);
    if (term === undefined) {
      term = stemmer(word).slice(0, MAX_TERM_LENGTH);
      this.#stems.set(word, term);
    }
    return term;
  }
}

/** Makes one list of parts, copied once: a long list that grows is copied again and again. */
export function joinParts(parts: Iterable<readonly string[]>): string[] {
  const none: readonly string[] = [];
  return none.concat(...parts);
}

/** Cuts at a space where there is one: only a word of a million characters becomes several. */
function* inParts(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > MAX_AT_ONCE) {
    const most = start + MAX_AT_ONCE;
    const space = text.lastIndexOf(" ", most);
    // Not in the middle of a character of two units.
    const last = (text.codePointAt(most - 1) ?? 0) > 0xff_ff ? most - 1 : most;
    const end = space > start ? space : last;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

/**
 * Returns the distinct terms to search for, at most 256: like `documentTerms`, without question
 * words and stop words unless there is nothing else.
 */
export function queryTerms(text: string): string[] {
  const parts = queryTermParts(text);
  let part = parts.next();
  while (!part.done) part = parts.next();
  return part.value;
}

/** Returns the same, and yields between the parts of a long text, so that others can work. */
export function* queryTermParts(text: string): Generator<undefined, string[]> {
  for (const isLeftOut of [(word: string): boolean => STOP_WORDS.has(word), undefined]) {
    const terms = new Set<string>();
    let isFirst = true;
    for (const part of termParts(text, isLeftOut)) {
      if (!isFirst) yield;
      isFirst = false;
      for (const term of part) {
        terms.add(term);
        if (terms.size === MAX_QUERY_TERMS) return [...terms];
      }
    }
    if (terms.size > 0) return [...terms];
  }
  return [];
}

/** Folds case, width, contractions and accents. Kana keep their marks: が is not か. */
function fold(text: string): string {
  const lower = text.normalize("NFKC").toLowerCase().replaceAll(CONTRACTIONS, "");
  if (UNACCENTED.test(lower)) return lower;
  return lower.replaceAll(/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu, (letter) =>
    letter.normalize("NFD").replaceAll(COMBINING_MARKS, ""),
  );
}
