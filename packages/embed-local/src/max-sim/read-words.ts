import { foldCharacter } from "../static-table/fold-character.js";
import { rowOfWord } from "../static-table/row-of-word.js";
import type { StaticTable } from "../static-table/static-table.js";

/** UTF-16 units of a text that count; reranking is about the beginning of what is longer. */
const MAX_READ_LENGTH = 4096;

const NOT_ASCII = /[^\0-\u007F]+/gu;
const APOSTROPHE = "'";

/** Takes a word, and its row where the table has it; unknown Chinese characters are left out. */
export type TakeWord = (word: string, row: number | undefined) => void;

function fold(text: string, simplified: ReadonlyMap<string, string>): string {
  const foldRun = (run: string): string => {
    let folded = "";
    for (const character of run) folded += foldCharacter(character, simplified);
    return folded;
  };
  return text.replaceAll(NOT_ASCII, foldRun).replaceAll(APOSTROPHE, "").toLowerCase();
}

function isWordCode(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** Whether a word that `readWords` found is Chinese; otherwise it is English. */
export function isChinese(word: string): boolean {
  return word.charCodeAt(0) >= 0x80;
}

function endOfWord(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isWordCode(text.charCodeAt(end))) end += 1;
  return end;
}

/**
 * Cuts the beginning of a text into words: English ones (`[a-z0-9]+` after folding), and from left
 * to right the pairs of Chinese characters that the table has, else single ones. Not cut as for
 * embedding, where pairs overlap: here a word should count once. Scans by character code, since
 * regular expressions took twice the time.
 */
export function readWords(text: string, table: StaticTable, take: TakeWord): void {
  const { simplified, vocabulary } = table;
  const folded = fold(text.slice(0, MAX_READ_LENGTH), simplified);
  let at = 0;
  while (at < folded.length) {
    const code = folded.charCodeAt(at);
    if (isWordCode(code)) {
      const end = endOfWord(folded, at);
      const word = folded.slice(at, end);
      take(word, rowOfWord(word, vocabulary));
      at = end;
    } else if (code < 0x80) {
      at += 1;
    } else {
      const pair = folded.slice(at, at + 2);
      const pairRow = vocabulary.rowOf(pair);
      const word = pairRow === undefined ? pair.slice(0, 1) : pair;
      const row = pairRow ?? vocabulary.rowOf(word);
      if (row !== undefined) take(word, row);
      at += word.length;
    }
  }
}
