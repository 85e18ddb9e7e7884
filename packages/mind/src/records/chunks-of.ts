/** Divides a list into parts of this size; the last one may be shorter. */
export function chunksOf<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}
