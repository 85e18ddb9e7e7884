/** Draws that the seed alone decides. */
export interface SeededRandom {
  /** Returns a number in [0, 1). */
  readonly next: () => number;
  /** A whole number from 0 to `count - 1`. */
  readonly below: (count: number) => number;
  /** One of these; there must be one. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** True as often as `share` says. */
  readonly chance: (share: number) => boolean;
}

/**
 * Makes them from any number of whole numbers, such as a seed and the number of a round
 * (mulberry32).
 */
export function seededRandom(...seeds: readonly number[]): SeededRandom {
  let state = 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (const seed of seeds)
    state = (Math.floor(next() * 2 ** 32) ^ Math.imul(seed, 0x9e_37_79_b1)) | 0;
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
    chance: (share) => next() < share,
  };
}
