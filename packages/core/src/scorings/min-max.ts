/**
 * The values stretched so that the least is 0 and the greatest 1; 0.5 each where all are the same.
 */
export function minMax(values: readonly number[]): readonly number[] {
  const least = values.reduce((a, b) => Math.min(a, b), Infinity);
  const greatest = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const range = greatest - least;
  return values.map((value) => (range > 0 ? (value - least) / range : 0.5));
}
