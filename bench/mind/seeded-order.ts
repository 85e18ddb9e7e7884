/** Returns items in an order by chance, the same for the same seed. */
export function seededOrder<Item>(items: readonly Item[], seed: number): readonly Item[] {
  let state = seed;
  const next = (): number => {
    // Mulberry32.
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
