/** Random numbers that are the same for the same seed (mulberry32). */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** From 0 to `count - 1`. */
  below(count: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

export function seededRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) % 2 ** 32;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    chance: (probability) => next() < probability,
  };
}

/** The seed of a random test: `KIOKU_TEST_SEED` replays one, otherwise it is always the same. */
export function testSeed(): number {
  return Number(process.env["KIOKU_TEST_SEED"] ?? 20_261_121);
}
