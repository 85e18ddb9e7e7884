import type { Vocabulary } from "./vocabulary.js";

const ENDINGS: readonly string[] = ["s", "es", "ed", "ing", "ly", "er"];

/**
 * The row of an English word, or of what is left of it without an ending; none if the word is
 * unknown.
 */
export function rowOfWord(word: string, vocabulary: Vocabulary): number | undefined {
  const row = vocabulary.rowOf(word);
  if (row !== undefined) return row;
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const stemRow = vocabulary.rowOf(word.slice(0, -ending.length));
    if (stemRow !== undefined) return stemRow;
  }
  return undefined;
}
