import { grownLength } from "./grown-length.js";
import { ENTRY_BYTES } from "./memory-size.js";

/** Stands in the column for numbers that do not fit. */
const MANY_TERMS: number = 65_535;

/** How many terms each record has, by slot. */
export class TermCounts {
  readonly #expected: number;
  #column = new Uint16Array(0);
  readonly #many = new Map<number, number>();
  #most = 0;

  /** @param expected - How many slots there will be, if that is known. */
  constructor(expected = 0) {
    this.#expected = expected;
  }

  /** What it takes in memory. */
  get bytes(): number {
    return this.#column.byteLength + this.#many.size * ENTRY_BYTES;
  }

  /**
   * The numbers themselves for loops over many slots, good until one is set; `MANY_TERMS`: ask
   * `at`.
   */
  get column(): Uint16Array {
    return this.#column;
  }

  /** The greatest number that was ever set. */
  get most(): number {
    return this.#most;
  }

  /** The number of a slot. */
  at(slot: number): number {
    const count = this.#column[slot] ?? 0;
    return count === MANY_TERMS ? (this.#many.get(slot) ?? 0) : count;
  }

  /** Sets the number of a slot. */
  set(slot: number, count: number): void {
    this.#most = Math.max(this.#most, count);
    if (slot >= this.#column.length) this.#grow(grownLength(slot + 1, this.#expected));
    if (count >= MANY_TERMS) this.#many.set(slot, count);
    else if (this.#many.size > 0) this.#many.delete(slot);
    this.#column[slot] = Math.min(count, MANY_TERMS);
  }

  #grow(length: number): void {
    const column = new Uint16Array(length);
    column.set(this.#column);
    this.#column = column;
  }
}
