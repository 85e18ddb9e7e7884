import { documentTerms, queryTerms } from "@kioku/core/toolkit";

import { foldCharacter, type Simplified } from "../static-table/fold-character.js";
import type { StaticTable } from "../static-table/static-table.js";
import { isWordCode, rowOfWord } from "../static-table/word-rows.js";

/** UTF-16 units of a text that count; reranking is about its beginning. */
const MAX_READ_LENGTH = 4096;
/** Words of a query that count, so that a chat as a query stays affordable. */
const MAX_QUERY_WORDS = 60;
const NOT_ASCII = /[^\0-\u007F]+/gu;

/** A word that the table has. */
export interface KnownWord {
  /** Row of the table. */
  readonly row: number;
  /** False for English. */
  readonly isChinese: boolean;
}

/** The distinct significant words of a query. */
export interface QueryWords {
  /** Words of the table, each row once. */
  readonly known: readonly KnownWord[];
  /** Other words: names and misspellings, most often. */
  readonly unknown: readonly string[];
}

/**
 * Returns the first 60 distinct words of a query, without stop words unless there are no others.
 */
export function queryWords(query: string, table: StaticTable): QueryWords {
  const words = new Map<number | string, { readonly word: string; readonly row?: number }>();
  readWords(query, table, (word, row) => {
    if (words.has(row ?? word)) return;
    words.set(row ?? word, row === undefined ? { word } : { word, row });
  });
  const found = [...words.values()];
  // With spaces between them, the terms of the whole are those of the words.
  const significant = new Set(queryTerms(found.map(({ word }) => word).join(" ")));
  const kept = found
    .filter(({ word }) => documentTerms(word).some((term) => significant.has(term)))
    .slice(0, MAX_QUERY_WORDS);
  return {
    known: kept.flatMap(({ word, row }) =>
      row === undefined ? [] : [{ row, isChinese: isChinese(word) }],
    ),
    unknown: kept.flatMap(({ word, row }) => (row === undefined ? [word] : [])),
  };
}

/**
 * Visits the words of the beginning of a text with their rows: English ones (`[a-z0-9]+` after
 * folding), and known pairs of Chinese characters, else known single ones. Unlike for embedding
 * pairs do not overlap. By character code, in half the time of regular expressions.
 */
export function readWords(
  text: string,
  table: StaticTable,
  visit: (word: string, row: number | undefined) => void,
): void {
  const { simplified, vocabulary } = table;
  const folded = fold(text.slice(0, MAX_READ_LENGTH), simplified);
  let start = 0;
  while (start < folded.length) {
    const code = folded.charCodeAt(start);
    if (isWordCode(code)) {
      const end = endOfWord(folded, start);
      const word = folded.slice(start, end);
      visit(word, rowOfWord(word, vocabulary));
      start = end;
    } else if (code < 0x80) {
      start += 1;
    } else {
      const pair = folded.slice(start, start + 2);
      const pairRow = vocabulary.rowOf(pair);
      const word = pairRow === undefined ? pair.slice(0, 1) : pair;
      const row = pairRow ?? vocabulary.rowOf(word);
      if (row !== undefined) visit(word, row);
      start += word.length;
    }
  }
}

/** Returns true for a Chinese word, false for an English one. */
export function isChinese(word: string): boolean {
  return word.charCodeAt(0) >= 0x80;
}

function fold(text: string, simplified: Simplified): string {
  const foldRun = (run: string): string => {
    let folded = "";
    for (const character of run) folded += foldCharacter(character, simplified);
    return folded;
  };
  return text.replaceAll(NOT_ASCII, foldRun).replaceAll("'", "").toLowerCase();
}

function endOfWord(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isWordCode(text.charCodeAt(end))) end += 1;
  return end;
}
