/** The whole numbers from the first up to the end, without it. */
export function range(first: number, end: number): number[] {
  return Array.from({ length: Math.max(end - first, 0) }, (_, place) => first + place);
}
