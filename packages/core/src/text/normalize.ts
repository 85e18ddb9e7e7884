/**
 * Text as every store can keep it: well-formed (lone surrogates become U+FFFD) and without NUL,
 * which some databases cut off or refuse. Otherwise unchanged.
 */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

/** White space that is not one blank between two words. */
const LOOSE_SPACE = /^\s|\s\s|[^\S ]|\s$/u;

/**
 * What two texts have in common when they say the same: NFC, without space around, inner space as
 * one blank.
 */
export function normalizeForDuplicates(text: string): string {
  const composed = text.normalize("NFC");
  return LOOSE_SPACE.test(composed) ? composed.trim().replaceAll(/\s+/gu, " ") : composed;
}
