import { documentTerms, queryTerms } from "@kioku/core/toolkit";

/** Least share of an answer's words that have to be kept. */
const OF_ANSWER = 0.8;
/** Least share of an observation's words that have to be in a summary. */
const OF_OBSERVATION = 0.5;
const NOT_WORDS = /[^\p{L}\p{N}'’]+/gu;

/** Returns the number of words of a text, between blanks. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

/** Returns the share of answers whose words stand in a text. */
export function answersKept(answers: readonly { readonly answer: string }[], text: string): number {
  const kept = termsOf(text);
  return shareOf(answers, ({ answer }) => coverage(answer, kept) >= OF_ANSWER);
}

/**
 * Returns the share of observations of which half of the words stand in a text. Names of speakers
 * count for nothing: an observation has one where the turn says "I".
 */
export function observationsTold(
  observations: readonly { readonly text: string; readonly speaker: string }[],
  text: string,
): number {
  const told = termsOf(text);
  const names = termsOf(observations.map(({ speaker }) => speaker).join(" "));
  return shareOf(observations, (one) => coverage(one.text, told, names) >= OF_OBSERVATION);
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(documentTerms(text.replaceAll(NOT_WORDS, " ")));
}

/** Returns the share of the stemmed content words of a text that are in a set. */
function coverage(
  text: string,
  terms: ReadonlySet<string>,
  leftOut: ReadonlySet<string> = new Set(),
): number {
  const words = queryTerms(text.replaceAll(NOT_WORDS, " ")).filter((term) => !leftOut.has(term));
  return shareOf(words, (term) => terms.has(term));
}

function shareOf<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter((item) => test(item)).length / items.length;
}
