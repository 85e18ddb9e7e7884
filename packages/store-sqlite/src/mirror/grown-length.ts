/** Smaller arrays are not worth the copying. */
const LEAST = 16;

/**
 * The length of an array that has to hold so many elements and may get more: a sixteenth to spare,
 * because memory is dearer than copying, and none as long as there are no more than expected.
 */
export function grownLength(needed: number, expected = 0): number {
  if (needed <= expected) return expected;
  return Math.max(needed + Math.ceil(needed / 16), LEAST);
}
