import { stemmer } from "stemmer";

/** How many words are kept with their stems: more than people use. */
const MAX_KEPT = 8_192;
/**
 * V8 copies slices up to this length; a longer one would keep the text alive that it is a part of.
 */
const MAX_KEPT_LENGTH = 12;

/**
 * A pure function's answers to the words it was asked last: stemming takes 1 µs, most of what the
 * terms of a text take.
 */
const kept = new Map<string, string>();

/** The stem (Porter) of an English word in lower case. */
export function stem(word: string): string {
  const known = kept.get(word);
  if (known !== undefined) return known;
  const found = stemmer(word);
  if (word.length > MAX_KEPT_LENGTH) return found;
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(word, found);
  return found;
}
