import { grownLength } from "./grown-length.js";

/** A set of slots, one bit each. */
export class SlotBitmap {
  #words: Uint32Array;
  #count = 0;

  /** @param slots - For how many slots there is room at first. */
  constructor(slots = 0) {
    this.#words = new Uint32Array(Math.ceil(slots / 32));
  }

  /** How many slots it contains. */
  get count(): number {
    return this.#count;
  }

  /** What it takes in memory. */
  get bytes(): number {
    return this.#words.byteLength;
  }

  /**
   * Its bits, slot 0 in the lowest one of the first word; what is behind them counts as 0. Good
   * until a slot is added.
   */
  get words(): Uint32Array {
    return this.#words;
  }

  /** Whether it contains a slot. */
  has(slot: number): boolean {
    return (((this.#words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  /** Adds a slot, or takes it out. */
  set(slot: number, isIn: boolean): void {
    if (this.has(slot) === isIn) return;
    const word = slot >>> 5;
    if (word >= this.#words.length) this.#grow(grownLength(word + 1));
    this.#words[word] = (this.#words[word] ?? 0) ^ (1 << (slot & 31));
    this.#count += isIn ? 1 : -1;
  }

  #grow(length: number): void {
    const words = new Uint32Array(length);
    words.set(this.#words);
    this.#words = words;
  }
}
