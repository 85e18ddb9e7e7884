/**
 * The beginning of a text that has at most this many tokens, cut between characters, not within
 * one.
 */
export function cutText(text: string, maxTokens: number, count: (text: string) => number): string {
  if (count(text) <= maxTokens) return text;
  let fits = 0;
  let tooLong = text.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (count(text.slice(0, middle)) <= maxTokens) fits = middle;
    else tooLong = middle;
  }
  return sliceWhole(text, fits);
}

/** The first UTF-16 units of a text, less half a character at the end. */
export function sliceWhole(text: string, length: number): string {
  return text.slice(0, length).replace(/[\u{d800}-\u{dbff}]$/u, "");
}
