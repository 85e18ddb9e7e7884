/** A stretch of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  /** First unit after it. */
  readonly end: number;
}

const BLANK = /^\s$/u;
const QUOTATION_MARK = /^["'`´‘’‚‛“”„‟«»‹›「」『』〝〞＂＇]$/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu;
const WORDS = /(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}])+/gu;
const INSIDE_WORD = /^(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}]$/u;

/** Quotation marks and blanks that a quote may have around it. */
const MAX_MARKS = 20;

/**
 * Finds a quote in a text. White space, quotation marks and case may differ; a part of a word is
 * no quote.
 */
export function findQuote(text: string, quote: string): Span | undefined {
  if (quote.length > 2 * text.length + MAX_MARKS) return undefined;
  const source = fold(text);
  const wanted = fold(quote).text;
  if (wanted === "") return undefined;
  let at = source.text.indexOf(wanted);
  while (at !== -1) {
    const last = at + wanted.length;
    if (!cutsWord(source.text, at) && !cutsWord(source.text, last)) {
      return { start: source.starts[at] ?? 0, end: source.ends[last - 1] ?? text.length };
    }
    at = source.text.indexOf(wanted, at + 1);
  }
  return undefined;
}

/** Tests if a quote has fewer than two words, or four Chinese characters. */
export function isShort(quote: string): boolean {
  const unspaced = quote.match(UNSPACED)?.length ?? 0;
  return 2 * (quote.match(WORDS)?.length ?? 0) + unspaced < 4;
}

function cutsWord(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  return at > 0 && INSIDE_WORD.test(before) && INSIDE_WORD.test(after);
}

/** A text made equal to others of the same words, with the places of its units. */
interface Folded {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function fold(text: string): Folded {
  const folded: string[] = [];
  const [starts, ends]: [number[], number[]] = [[], []];
  let [start, wasBlank] = [0, true];
  for (const character of text) {
    const end = start + character.length;
    const isBlank = BLANK.test(character);
    if (!QUOTATION_MARK.test(character) && !(isBlank && wasBlank)) {
      for (const unit of (isBlank ? " " : character.toLowerCase()).split("")) {
        folded.push(unit);
        starts.push(start);
        ends.push(end);
      }
      wasBlank = isBlank;
    }
    start = end;
  }
  if (folded.at(-1) === " ") folded.pop();
  return { text: folded.join(""), starts, ends };
}
