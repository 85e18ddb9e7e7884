/** Numbers in [0, 1) that are the same for the same seed (Mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws that the seed alone decides. */
export class Picker {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** A whole number from 0 to `below - 1`. */
  integer(below: number): number {
    return Math.floor(this.#random() * below);
  }

  /** A number in [0, 1). */
  number(): number {
    return this.#random();
  }

  /** True as often as `share` says. */
  chance(share: number): boolean {
    return this.#random() < share;
  }

  /** One of these; there must be one. */
  one<T>(items: readonly T[]): T {
    const item = items[this.integer(items.length)];
    if (item === undefined && items.length === 0) throw new RangeError("nothing to pick from");
    return item as T;
  }

  /** Up to `most` of these, the same one perhaps more than once. */
  some<T>(items: readonly T[], most: number): T[] {
    return Array.from({ length: this.integer(most + 1) }, () => this.one(items));
  }

  /** Returns some of the members, each with probability `share`. */
  members<T extends object>(value: T, share = 0.3): Partial<T> {
    return Object.fromEntries(
      Object.entries(value).filter(([, member]) => member !== undefined && this.chance(share)),
    ) as Partial<T>;
  }
}
