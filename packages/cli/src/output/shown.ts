/** Controls and marks of direction, which could change what a terminal shows of other texts. */
export const UNSAFE: RegExp =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Returns text of a memory that is safe to print: nothing in it can move the cursor, colour other
 * text or turn its direction. Line feeds and tabs stay.
 */
export function shown(text: string): string {
  return text.replaceAll(UNSAFE, "\uFFFD");
}
