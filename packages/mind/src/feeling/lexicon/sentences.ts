import { chineseTokens } from "./chinese-tokens.js";
import { beginsPhrase, type Entry, findEnglish, findEntry } from "./entries.js";

/** Word or sign of a sentence. */
export interface Token {
  /** Entry of the lexicon; absent for other words. */
  readonly entry?: Entry;
  /** Share at which it counts, less than 1 in quotations. */
  readonly share: number;
  /** True if it is written in capitals, or drawn out as in "soooo". */
  readonly isLoud: boolean;
  /** True for punctuation inside a sentence. */
  readonly isMark: boolean;
}

/** Sentence as words and signs. */
export interface Sentence {
  readonly tokens: readonly Token[];
  /** Exclamation marks at its end, at most 3. */
  readonly exclamations: number;
  readonly isQuestion: boolean;
  /** True if its first word is a contraction such as "isn't", so that a question means yes. */
  readonly opensDenied: boolean;
}

const PIECE =
  /(?<!\p{L})(?:[:;=][-']?[)(DPp]|\):|<3|\^_?\^|>_<|T_T|TAT|QAQ|[xX]D|orz)(?!\p{L})|\p{Extended_Pictographic}(?:\u200D\p{Extended_Pictographic})?|\p{sc=Han}+|[\p{sc=Latin}]+(?:['’][\p{sc=Latin}]+)*|[.!?。！？…；\n]+|[,，、:：;()（）—-]/gu;
const QUOTED =
  /“[^“”]{1,400}”|"[^"]{1,400}"|「[^「」]{1,400}」|『[^『』]{1,400}』|《[^《》]{1,100}》/gu;
const VARIANTS = /\u{FE0F}|\p{Emoji_Modifier}/gu;
const HAN = /^\p{sc=Han}/u;
const LATIN = /^\p{sc=Latin}/u;
const EXCLAMATIONS = /[!！]/gu;
const ENDS = /^[.!?。！？…；\n]/u;
const MARK = /^[,，:：;()（）—-]$/u;
const CAPITALS = /^\p{Lu}{2}[\p{Lu}']*$/u;
const IS_DRAWN_OUT = /(?<letter>\p{L})\k<letter>{2}/u;
const DRAWN_OUT = /(?<letter>\p{L})\k<letter>{2,}/gu;
const CHINESE_QUESTION = /[吗么呢][。！…\s]*$/u;
/** Share at which a quotation counts: it may be somebody else's feeling. */
const QUOTED_SHARE = 0.3;
const MAX_EXCLAMATIONS = 3;
const MAX_PHRASE = 4;

/** Stretch of a text that is one word, one sign or one run of Chinese. */
interface Piece extends Pick<Token, "share" | "isLoud" | "isMark"> {
  readonly text: string;
}

/** Splits a text into sentences, and those into words and signs of the lexicon. */
export function readSentences(text: string): readonly Sentence[] {
  const clean = text.replaceAll(VARIANTS, "");
  const quotes = [...clean.matchAll(QUOTED)];
  const sentences: Sentence[] = [];
  let pieces: Piece[] = [];
  let quote = 0;
  const finish = (end: string): void => {
    if (pieces.length > 0) sentences.push(toSentence(pieces, end));
    pieces = [];
  };
  for (const { 0: piece, index } of clean.matchAll(PIECE)) {
    while (quote < quotes.length && endOf(quotes[quote]) <= index) quote += 1;
    const around = quotes[quote];
    const isQuoted = around !== undefined && around.index < index;
    // The mark at the end of a quotation ends no sentence.
    if (ENDS.test(piece) && !isQuoted) finish(piece);
    else pieces.push(toPiece(piece, isQuoted ? shareOf(around[0]) : 1));
  }
  finish("");
  return sentences;
}

function endOf(match: RegExpExecArray | undefined): number {
  return match ? match.index + match[0].length : 0;
}

/** Returns nothing for a title, which names a work. */
function shareOf(quotation: string): number {
  return quotation.startsWith("《") ? 0 : QUOTED_SHARE;
}

function toSentence(pieces: readonly Piece[], end: string): Sentence {
  const tokens: Token[] = [];
  let isAsked = false;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (!piece) break;
    if (HAN.test(piece.text)) {
      const read = chineseTokens(piece.text, tokens.at(-1)?.entry);
      isAsked ||= read.isAsked;
      for (const entry of read.entries) tokens.push(toToken(piece, entry));
    } else if (LATIN.test(piece.text)) {
      const { entry, length } = readEnglish(pieces, at);
      tokens.push(toToken(piece, entry));
      at += length - 1;
    } else {
      tokens.push(toToken(piece, findEntry(piece.text)));
    }
  }
  const last = pieces.at(-1)?.text ?? "";
  const marks = end.match(EXCLAMATIONS)?.length ?? 0;
  return {
    tokens,
    exclamations: Math.min(marks, MAX_EXCLAMATIONS),
    isQuestion: isAsked || /[?？]/u.test(end) || CHINESE_QUESTION.test(last),
    opensDenied: /n['’]t$/iu.test(pieces[0]?.text ?? ""),
  };
}

function toPiece(text: string, share: number): Piece {
  const isLoud = CAPITALS.test(text) || IS_DRAWN_OUT.test(text);
  return { text, share, isLoud, isMark: MARK.test(text) };
}

function toToken({ share, isLoud, isMark }: Piece, entry: Entry | undefined): Token {
  return { ...(entry ? { entry } : {}), share, isLoud, isMark };
}

/** Finds the longest phrase that begins with a word, or else the word. */
function readEnglish(
  pieces: readonly Piece[],
  at: number,
): { readonly entry: Entry | undefined; readonly length: number } {
  const first = wordOf(pieces[at]);
  if (beginsPhrase(first)) {
    const words = pieces.slice(at, at + MAX_PHRASE).map(wordOf);
    for (let length = words.length; length > 1; length -= 1) {
      const entry = findEnglish(words.slice(0, length).join(" "));
      if (entry) return { entry, length };
    }
  }
  return { entry: findWord(first), length: 1 };
}

function wordOf(piece: Piece | undefined): string {
  return (piece?.text ?? "").toLowerCase().replaceAll("’", "'");
}

function findWord(word: string): Entry | undefined {
  if (word.endsWith("n't")) return findEnglish("not");
  const found = findEnglish(word);
  if (found || !IS_DRAWN_OUT.test(word)) return found;
  return (
    findEnglish(word.replaceAll(DRAWN_OUT, "$<letter>$<letter>")) ??
    findEnglish(word.replaceAll(DRAWN_OUT, "$<letter>"))
  );
}
