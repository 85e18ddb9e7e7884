import { grownLength } from "./grown-length.js";
import { ENTRY_BYTES } from "./memory-size.js";

/**
 * Milliseconds from here to as far on the other side of 1970 take 48 bits: 4,460 years each way.
 */
const LEAST = -(2 ** 47);
const HIGH = 2 ** 32;

/**
 * One instant by slot, in milliseconds, or none. Six bytes each, and nothing before there is any.
 */
export class InstantColumn {
  readonly #expected: number;
  #low = new Uint32Array(0);
  #high = new Uint16Array(0);
  /** Those that are not whole or too far away. */
  readonly #others = new Map<number, number>();
  #count = 0;

  /** @param expected - How many slots there will be, if that is known. */
  constructor(expected = 0) {
    this.#expected = expected;
  }

  /** How many slots have one. */
  get count(): number {
    return this.#count;
  }

  /** What it takes in memory. */
  get bytes(): number {
    return this.#low.byteLength + this.#high.byteLength + this.#others.size * ENTRY_BYTES;
  }

  /** The instant of a slot, `null` if it has none. */
  at(slot: number): number | null {
    const low = this.#low[slot] ?? 0;
    const high = this.#high[slot] ?? 0;
    if (low !== 0 || high !== 0) return high * HIGH + low + LEAST;
    return this.#others.size === 0 ? null : (this.#others.get(slot) ?? null);
  }

  /** Sets or removes the instant of a slot. */
  set(slot: number, instant: number | null): void {
    const before = this.at(slot);
    if (before === instant) return;
    if (before !== null) this.#remove(slot);
    if (instant === null) return;
    this.#count += 1;
    if (Number.isInteger(instant) && instant > LEAST && instant < -LEAST) this.#put(slot, instant);
    else this.#others.set(slot, instant);
  }

  #put(slot: number, instant: number): void {
    if (slot >= this.#low.length) this.#grow(grownLength(slot + 1, this.#expected));
    const shifted = instant - LEAST;
    this.#low[slot] = shifted % HIGH;
    this.#high[slot] = Math.floor(shifted / HIGH);
  }

  #remove(slot: number): void {
    this.#count -= 1;
    if (this.#others.delete(slot)) return;
    this.#low[slot] = 0;
    this.#high[slot] = 0;
  }

  #grow(length: number): void {
    const low = new Uint32Array(length);
    low.set(this.#low);
    this.#low = low;
    const high = new Uint16Array(length);
    high.set(this.#high);
    this.#high = high;
  }
}
