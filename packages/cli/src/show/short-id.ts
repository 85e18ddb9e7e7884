const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/u;
const SHORT = /^(?<start>[\da-f-]{4,36})\.\.(?<end>[\da-f-]{2,36})$/u;

/** Returns true for a whole id. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/**
 * Returns the short form of an id, such as `019ac1f2..3f9a12`: a UUIDv7 begins with its time, so
 * memories that were written together only differ in their ends.
 */
export function shortId(id: string): string {
  return UUID.test(id) ? `${id.slice(0, 8)}..${id.slice(-6)}` : id;
}

/** Reads a short form; `undefined` if the text is none. */
export function readShortId(
  text: string,
): { readonly start: string; readonly end: string } | undefined {
  const { start, end } = SHORT.exec(text)?.groups ?? {};
  return start === undefined || end === undefined ? undefined : { start, end };
}
