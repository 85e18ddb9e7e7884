/**
 * About what an entry of a `Map` takes, without texts: measured as 24 to 52 bytes, by how full its
 * table is.
 */
export const ENTRY_BYTES: number = 40;

/** About what an empty `Map` or a small object with its arrays takes. */
export const OBJECT_BYTES: number = 200;

/** About what a text takes on the heap, if it is of Latin letters. */
export function textBytes(text: string): number {
  return 16 + text.length;
}
