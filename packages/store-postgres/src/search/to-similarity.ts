/**
 * A similarity as the database computed it: in single precision, which may go beyond 1 by a little.
 */
export function toSimilarity(value: number): number {
  return Math.min(Math.max(value, -1), 1);
}
