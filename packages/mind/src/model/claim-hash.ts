import { hashText } from "@kioku/core/toolkit";

/** Anything but words. "C", "C++" and "C#" are three of them. */
const NOT_WORDS = /[^\p{L}\p{N}+#]+|(?<![\p{L}\p{N}+#])[+#]+/gu;

/** Returns a hash of a sentence and its speaker, equal in other spaces, case and punctuation. */
export function claimHash(subject: string, sentence: string): string {
  return hashText("mind-claim", subject, normalizeSentence(sentence));
}

/** Makes sentences equal that differ in spaces, case and punctuation only. */
export function normalizeSentence(sentence: string): string {
  return sentence.normalize("NFKC").toLowerCase().replaceAll(NOT_WORDS, " ").trim();
}
