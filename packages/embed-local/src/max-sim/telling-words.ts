import { documentTerms, queryTerms } from "@kioku/core/toolkit";

import type { StaticTable } from "../static-table/static-table.js";
import { isChinese, readWords } from "./read-words.js";

/** Words of a query that count, so that a chat given as the query stays affordable. */
const MAX_QUERY_WORDS = 60;

/** A word that the table has. */
export interface KnownWord {
  /** Row of the table. */
  readonly row: number;
  /** Otherwise it is English. */
  readonly isChinese: boolean;
}

/** The distinct words of a query that say something about an answer. */
export interface TellingWords {
  /** The words that the table has, without repetitions of a row. */
  readonly known: readonly KnownWord[];
  /** The words that it lacks: names and misspellings, most often. */
  readonly unknown: readonly string[];
}

/**
 * The first 60 distinct words of a query without question words and stop words, unless there is
 * nothing else.
 */
export function tellingWords(query: string, table: StaticTable): TellingWords {
  const words = new Map<number | string, { readonly word: string; readonly row?: number }>();
  readWords(query, table, (word, row) => {
    if (words.has(row ?? word)) return;
    words.set(row ?? word, row === undefined ? { word } : { word, row });
  });
  const found = [...words.values()];
  // With spaces between them, the terms of the whole are those of the words.
  const telling = new Set(queryTerms(found.map(({ word }) => word).join(" ")));
  const kept = found
    .filter(({ word }) => documentTerms(word).some((term) => telling.has(term)))
    .slice(0, MAX_QUERY_WORDS);
  return {
    known: kept.flatMap(({ word, row }) =>
      row === undefined ? [] : [{ row, isChinese: isChinese(word) }],
    ),
    unknown: kept.flatMap(({ word, row }) => (row === undefined ? [word] : [])),
  };
}
