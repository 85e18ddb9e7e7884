/** Languages that a set is broken down by. */
export type Language = "English" | "Chinese" | "mixed";

const HAN = /\p{Script=Han}/u;
const LATIN = /\p{Script=Latin}/u;

/**
 * The language of a text by its script: Chinese with Latin letters in it is mixed, anything without
 * Chinese counts as English.
 */
export function languageOf(text: string): Language {
  if (!HAN.test(text)) return "English";
  return LATIN.test(text) ? "mixed" : "Chinese";
}
