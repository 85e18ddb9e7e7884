/**
 * Returns how likely a score of the first kind is higher than one of the second: the area under the
 * curve, 0 to 1, where equal ones count half. `null` if there is none of a kind.
 */
export function separation(these: readonly number[], those: readonly number[]): number | null {
  if (these.length === 0 || those.length === 0) return null;
  let wins = 0;
  for (const one of these) {
    for (const other of those) {
      if (one > other) wins += 1;
      else if (one === other) wins += 0.5;
    }
  }
  return wins / (these.length * those.length);
}

/** Returns at most this many items, evenly spread over all. */
export function sampled<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, index) => index * (items.length / most)).flatMap(
    (place) => items.slice(Math.floor(place), Math.floor(place) + 1),
  );
}
