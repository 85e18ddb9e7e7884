import words from "./stop-words.json" with { type: "json" };

/**
 * Words, as they are written in lower case, that a query is better off without: function words and
 * question words, in Chinese and Japanese as the single characters and bigrams that terms are.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  Object.values(words).flatMap((list) => list.split(" ")),
);
