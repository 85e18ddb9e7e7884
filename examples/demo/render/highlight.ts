import { documentTerms, queryTerms } from "@kioku/core/toolkit";

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{M}\p{N}_'’]+/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/**
 * Marks the words of the text that the question searched for: the same terms that keyword search
 * compares.
 */
export function highlight(text: string, question: string, mark: (word: string) => string): string {
  const terms = new Set(queryTerms(question));
  const words = [...text.matchAll(WORD)];
  const marked = words.map((match) => documentTerms(match[0]).some((term) => terms.has(term)));
  for (const [index, { 0: word, index: at }] of words.entries()) {
    const next = words[index + 1];
    // A pair of characters is a term of its own, and tells more than its parts.
    const isPair =
      next?.index === at + word.length && UNSPACED.test(word) && UNSPACED.test(next[0]);
    if (!isPair || !terms.has(`${word}${next[0]}`)) continue;
    marked[index] = true;
    marked[index + 1] = true;
  }
  let shown = "";
  let end = 0;
  for (const [index, { 0: word, index: at }] of words.entries()) {
    shown += `${text.slice(end, at)}${marked[index] === true ? mark(word) : word}`;
    end = at + word.length;
  }
  return `${shown}${text.slice(end)}`;
}
