/** Scripts that share no words with each other. */
const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}+/gu,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  /\p{Script=Hangul}/gu,
  /\p{Script=Cyrillic}+/gu,
  /\p{Script=Arabic}+/gu,
  /\p{Script=Devanagari}+/gu,
  /\p{Script=Greek}+/gu,
  /\p{Script=Hebrew}+/gu,
  /\p{Script=Thai}/gu,
];

/** Index of the Latin script. */
const LATIN = 0;
const ASCII_ONLY = /^\p{ASCII}*$/u;
const ASCII_LETTER = /[A-Za-z]/u;

/** How much of a text is looked at. */
const SAMPLE_LENGTH = 1_000;
/** A text is written in a script if at least this share of its words is; a name in passing is not enough. */
const LEAST_SHARE = 0.2;

/** How many of a list of terms are written in each script, in the order of `SCRIPTS`. */
export type ScriptCounts = readonly number[];

/** Counts the words (or characters, where there are no spaces) of each script at the beginning of a text. */
export function countScripts(text: string): ScriptCounts {
  const sample = text.slice(0, SAMPLE_LENGTH);
  return SCRIPTS.map((script) => sample.match(script)?.length ?? 0);
}

/**
 * Which share of the query's words is in a script that the text is written in, 0 to 1; 1 for a query without any. What is
 * below 1 could not have matched by keyword.
 */
export function comparableShare(query: ScriptCounts, text: string): number {
  const asked = sum(query);
  if (asked === 0) return 1;
  // Most texts, and ten times as fast.
  if (ASCII_ONLY.test(text)) return ASCII_LETTER.test(text) ? (query[LATIN] ?? 0) / asked : 1;
  const found = countScripts(text);
  const least = LEAST_SHARE * sum(found);
  if (least === 0) return 1;
  return sum(query.filter((_, script) => (found[script] ?? 0) >= least)) / asked;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
