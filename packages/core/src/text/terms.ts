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
/** Tells a run from the other tokens. */
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
const MAX_QUERY_TERMS = 256;
/** Units of a text that are read at once, in a few milliseconds; longer ones are read in parts. */
const PART = 4_096;
/** Stems that are kept: more words than people use. */
const MAX_STEMS = 8_192;
/** V8 copies slices up to this length; a longer one would keep the whole text alive. */
const MAX_STEM_LENGTH = 12;
const stem = remembered(stemmer);

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
  let start = 0;
  while (text.length - start > PART) {
    const end = cutAfter(text, start);
    yield termsBetween(text, { start, end }, isLeftOut);
    start = end;
  }
  yield termsBetween(text, { start, end: text.length }, isLeftOut);
}

/** Finds a cut that changes no terms, but for a pair of Chinese characters. */
function cutAfter(text: string, start: number): number {
  const last = Math.min(text.length, start + MAX_AT_ONCE);
  for (let at = start + PART; at < last; at += 1) {
    if (isBlank(text.charCodeAt(at)) || isInsideChinese(text, at)) return at;
  }
  // Not in the middle of a character of two units.
  return (text.codePointAt(last - 1) ?? 0) > 0xff_ff ? last - 1 : last;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a;
}

function isInsideChinese(text: string, at: number): boolean {
  return at > 0 && isChinese(text.charCodeAt(at - 1)) && isChinese(text.charCodeAt(at));
}

function isChinese(unit: number): boolean {
  return unit >= 0x4e_00 && unit <= 0x9f_ff;
}

function termsBetween(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  isLeftOut?: WordTest,
): string[] {
  const terms: string[] = [];
  const push = (term: string, word: string): void => {
    if (!isLeftOut?.(word)) terms.push(term);
  };
  let previous = isInsideChinese(text, start) ? text.charAt(start - 1) : "";
  for (const part of inParts(fold(text.slice(start, end)))) {
    // Not `matchAll`, which makes objects for each token.
    for (const token of part.match(TOKENS) ?? []) {
      if (RUN.test(token)) pushUnspaced(token, previous, push);
      else pushWord(token, push);
      previous = "";
    }
  }
  return terms;
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
  for (const isLeftOut of [isStopWord, undefined]) {
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

function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

type PushTerm = (term: string, word: string) => void;

function pushUnspaced(run: string, before: string, push: PushTerm): void {
  let previous = before;
  for (const character of run) {
    push(character, character);
    const pair = previous + character;
    if (previous !== "") push(pair, pair);
    previous = character;
  }
}

function pushWord(token: string, push: PushTerm): void {
  push(toTerm(token), token);
  if (JOINTS.test(token)) for (const part of token.split(JOINTS)) push(toTerm(part), part);
}

function toTerm(word: string): string {
  return (ENGLISH.test(word) ? stem(word) : word).slice(0, MAX_TERM_LENGTH);
}

/** Keeps the stems of the latest words: stemming takes most of the time of `documentTerms`. */
function remembered(stemOf: (word: string) => string): (word: string) => string {
  const stems = new Map<string, string>();
  return (word) => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const found = stemOf(word);
    if (word.length > MAX_STEM_LENGTH) return found;
    if (stems.size >= MAX_STEMS) stems.clear();
    stems.set(word, found);
    return found;
  };
}
