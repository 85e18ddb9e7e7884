import { grownLength } from "./grown-length.js";

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/**
 * One whole number from 0 by slot, 0 where nothing was set: in as few bytes as the greatest one
 * needs.
 */
export class NumberColumn {
  readonly #expected: number;
  #values: Numbers = new Uint8Array(0);
  #limit = 2 ** 8;

  /**
   * @param expected - How many slots there will be, if that is known: room for these and no more.
   */
  constructor(expected = 0) {
    this.#expected = expected;
  }

  /** What it takes in memory. */
  get bytes(): number {
    return this.#values.byteLength;
  }

  /** The number of a slot. */
  at(slot: number): number {
    return this.#values[slot] ?? 0;
  }

  /** Sets the number of a slot. */
  set(slot: number, value: number): void {
    if (slot >= this.#values.length) {
      if (value === 0) return;
      this.#resize(grownLength(slot + 1, this.#expected));
    }
    if (value >= this.#limit) {
      this.#limit = limitFor(value);
      this.#resize(this.#values.length);
    }
    this.#values[slot] = value;
  }

  #resize(length: number): void {
    const values = arrayFor(this.#limit, length);
    values.set(this.#values);
    this.#values = values;
  }
}

function limitFor(value: number): number {
  if (value < 2 ** 16) return 2 ** 16;
  return value < 2 ** 32 ? 2 ** 32 : Number.POSITIVE_INFINITY;
}

function arrayFor(limit: number, length: number): Numbers {
  if (limit === 2 ** 8) return new Uint8Array(length);
  if (limit === 2 ** 16) return new Uint16Array(length);
  return limit === 2 ** 32 ? new Uint32Array(length) : new Float64Array(length);
}
