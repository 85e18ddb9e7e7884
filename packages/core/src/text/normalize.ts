/**
 * Text as every store can keep it: well-formed (lone surrogates become U+FFFD) and without NUL, which some databases cut
 * off or refuse. Otherwise unchanged.
 */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

/** What two texts have in common when they say the same: NFC, without space around, inner space as one blank. */
export function normalizeForDuplicates(text: string): string {
  return text.normalize("NFC").trim().replaceAll(/\s+/gu, " ");
}
