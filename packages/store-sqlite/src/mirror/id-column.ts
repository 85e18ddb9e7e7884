import { compareText } from "@kioku/core/toolkit";

import { grownLength } from "./grown-length.js";
import { ENTRY_BYTES, textBytes } from "./memory-size.js";
import { compareUuids, parseUuid, UUID_WORDS, uuidText } from "./uuid-words.js";

/** UUIDs that are kept written out, about 100 bytes each. */
const MAX_SPELT = 1_024;
const SPELT_BYTES: number = ENTRY_BYTES + textBytes("0".repeat(36));

/** Ids by slot: the usual UUID in 16 bytes, any other text as it is. */
export class IdColumn {
  readonly #expected: number;
  #words = new Uint32Array(0);
  readonly #texts = new Map<number, string>();
  #textBytes = 0;
  /** Some UUIDs, written out. */
  readonly #spelt = new Map<number, string>();

  /** @param expected - How many slots there will be, if that is known. */
  constructor(expected = 0) {
    this.#expected = expected;
  }

  /** What it takes in memory. */
  get bytes(): number {
    return this.#words.byteLength + this.#textBytes + this.#spelt.size * SPELT_BYTES;
  }

  /** The id of a slot that has one. */
  at(slot: number): string {
    const text = this.#texts.size === 0 ? undefined : this.#texts.get(slot);
    return text ?? this.#spelled(slot);
  }

  /** Orders the ids of two slots as `compareText` does. */
  compare(a: number, b: number): number {
    const hasText = this.#texts.size > 0 && (this.#texts.has(a) || this.#texts.has(b));
    if (hasText) return compareText(this.at(a), this.at(b));
    return compareUuids(this.#words, a * UUID_WORDS, b * UUID_WORDS);
  }

  /** Sets the id of a slot. */
  set(slot: number, id: string): void {
    this.clear(slot);
    const start = slot * UUID_WORDS;
    // Room is made only when a UUID comes, so that a store without any has none.
    const isUuid = id.length === 36 && parseUuid(id, this.#roomFor(slot), start);
    if (isUuid) return;
    this.#texts.set(slot, id);
    this.#textBytes += ENTRY_BYTES + textBytes(id);
  }

  /** Forgets the id of a slot. */
  clear(slot: number): void {
    this.#spelt.delete(slot);
    const text = this.#texts.get(slot);
    if (text === undefined) return;
    this.#texts.delete(slot);
    this.#textBytes -= ENTRY_BYTES + textBytes(text);
  }

  /**
   * The same few records are asked for again and again, and to write a UUID out takes longer than
   * to look it up.
   */
  #spelled(slot: number): string {
    const known = this.#spelt.get(slot);
    if (known !== undefined) return known;
    const text = uuidText(this.#words, slot * UUID_WORDS);
    if (this.#spelt.size >= MAX_SPELT) this.#spelt.clear();
    this.#spelt.set(slot, text);
    return text;
  }

  #roomFor(slot: number): Uint32Array {
    if ((slot + 1) * UUID_WORDS > this.#words.length) {
      const words = new Uint32Array(grownLength(slot + 1, this.#expected) * UUID_WORDS);
      words.set(this.#words);
      this.#words = words;
    }
    return this.#words;
  }
}
