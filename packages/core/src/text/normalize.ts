/** Makes a text one that every store can keep: lone surrogates and NUL become U+FFFD. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

/** White space that is not one blank between two words. */
const LOOSE_SPACE = /^\s|\s\s|[^\S ]|\s$/u;

/** Makes texts equal that say the same: NFC, without space around, inner space as one blank. */
export function normalizeForDuplicates(text: string): string {
  const composed = text.normalize("NFC");
  return LOOSE_SPACE.test(composed) ? composed.trim().replaceAll(/\s+/gu, " ") : composed;
}
