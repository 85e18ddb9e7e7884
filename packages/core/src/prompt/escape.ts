/** Control characters but tab and line feed, bidirectional controls, and the invisible "tag" characters that can smuggle text. */
const INVISIBLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;

/** Untrusted text as text content of an element: nothing in it can open or close one. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll(INVISIBLE, (character) =>
      character === "\t" || character === "\n" ? character : " ",
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Untrusted text as the value of an attribute, on one line. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll(/\s+/gu, " ").replaceAll('"', "&quot;");
}
