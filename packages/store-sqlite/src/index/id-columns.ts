import { compareText } from "@kioku/core/toolkit";

import { ENTRY_BYTES, entryBytes, grownLength, NumberColumn, resized } from "./columns.js";

/** Ordinals that share a base row. */
const BLOCK = 32;

/** Rows by ordinal in two bytes; late rows, smaller than an earlier one, are kept apart. */
export class RowColumn {
  readonly #expected: number;
  #bases = new Float64Array(0);
  readonly #offsets: NumberColumn;
  readonly #lateOrdinals = new Map<number, number>();
  readonly #lateRows = new Map<number, number>();
  #size = 0;
  #largest = Number.NEGATIVE_INFINITY;
  /** Block of the last lookup: ascending lookups hit it or the next one. */
  #hint = 0;

  constructor(expected = 0) {
    this.#expected = Math.ceil(expected / BLOCK);
    this.#offsets = new NumberColumn(expected);
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    const late = this.#lateOrdinals.size + this.#lateRows.size;
    return this.#bases.byteLength + this.#offsets.bytes + late * ENTRY_BYTES;
  }

  at(ordinal: number): number {
    return (
      (this.#lateRows.size === 0 ? undefined : this.#lateRows.get(ordinal)) ??
      this.#ordered(ordinal)
    );
  }

  /** Adds a row and returns its ordinal. */
  append(row: number): number {
    const ordinal = this.#size;
    // Binary search skips late rows, since they appear as large as their predecessor.
    const stored = Math.max(row, this.#largest);
    const block = Math.floor(ordinal / BLOCK);
    if (ordinal % BLOCK === 0) this.#startBlock(block, stored);
    this.#offsets.set(ordinal, stored - (this.#bases[block] ?? 0));
    if (row < stored) {
      this.#lateOrdinals.set(row, ordinal);
      this.#lateRows.set(ordinal, row);
    }
    this.#largest = stored;
    this.#size += 1;
    return ordinal;
  }

  ordinalOf(row: number): number {
    if (row > this.#largest) return -1;
    const ordinal = this.#firstFrom(row);
    if (this.#ordered(ordinal) === row) return ordinal;
    return this.#lateOrdinals.get(row) ?? -1;
  }

  /** Returns the first ordinal with at least this row; there is one. */
  #firstFrom(row: number): number {
    this.#hint = this.#blockOf(row);
    const offset = row - (this.#bases[this.#hint] ?? 0);
    let low = this.#hint * BLOCK;
    // Past the block comes the first ordinal of the next one.
    let high = Math.min(low + BLOCK, this.#size);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#offsets.at(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the last block that starts before a row, or the first one. */
  #blockOf(row: number): number {
    const bases = this.#bases;
    let low = 0;
    let high = Math.ceil(this.#size / BLOCK) - 1;
    for (let block = this.#hint; block < Math.min(this.#hint + 2, high); block += 1) {
      if ((bases[block] ?? 0) < row && (bases[block + 1] ?? 0) >= row) return block;
    }
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((bases[middle] ?? 0) < row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #ordered(ordinal: number): number {
    return (this.#bases[Math.floor(ordinal / BLOCK)] ?? 0) + this.#offsets.at(ordinal);
  }

  #startBlock(block: number, base: number): void {
    if (block >= this.#bases.length) {
      this.#bases = resized(this.#bases, grownLength(block + 1, this.#expected));
    }
    this.#bases[block] = base;
  }
}

/** Maximum number of cached UUID texts, about 100 bytes each. */
const MAX_SPELT = 1_024;
const SPELT_BYTES: number = entryBytes("0".repeat(36));

/** Ids by ordinal: UUIDs in 16 bytes, other texts as they are. */
export class IdColumn {
  readonly #expected: number;
  #words = new Uint32Array(0);
  readonly #texts = new Map<number, string>();
  #textBytes = 0;
  readonly #spelt = new Map<number, string>();

  constructor(expected = 0) {
    this.#expected = expected;
  }

  get bytes(): number {
    return this.#words.byteLength + this.#textBytes + this.#spelt.size * SPELT_BYTES;
  }

  at(ordinal: number): string {
    const text = this.#texts.size === 0 ? undefined : this.#texts.get(ordinal);
    return text ?? this.#spelled(ordinal);
  }

  /** Compares two ids as `compareText` does. */
  compare(a: number, b: number): number {
    const hasText = this.#texts.size > 0 && (this.#texts.has(a) || this.#texts.has(b));
    if (hasText) return compareText(this.at(a), this.at(b));
    return compareUuids(this.#words, a * UUID_WORDS, b * UUID_WORDS);
  }

  set(ordinal: number, id: string): void {
    this.clear(ordinal);
    const start = ordinal * UUID_WORDS;
    // Allocates words only for UUIDs, so that a store without any uses no memory.
    const isUuid = id.length === 36 && parseUuid(id, this.#roomFor(ordinal), start);
    if (isUuid) return;
    this.#texts.set(ordinal, id);
    this.#textBytes += entryBytes(id);
  }

  clear(ordinal: number): void {
    this.#spelt.delete(ordinal);
    const text = this.#texts.get(ordinal);
    if (text === undefined) return;
    this.#texts.delete(ordinal);
    this.#textBytes -= entryBytes(text);
  }

  /** Caches recent texts, since formatting a UUID takes longer than a lookup. */
  #spelled(ordinal: number): string {
    const known = this.#spelt.get(ordinal);
    if (known !== undefined) return known;
    const text = uuidText(this.#words, ordinal * UUID_WORDS);
    if (this.#spelt.size >= MAX_SPELT) this.#spelt.clear();
    this.#spelt.set(ordinal, text);
    return text;
  }

  #roomFor(ordinal: number): Uint32Array {
    if ((ordinal + 1) * UUID_WORDS > this.#words.length) {
      const length = grownLength(ordinal + 1, this.#expected) * UUID_WORDS;
      this.#words = resized(this.#words, length);
    }
    return this.#words;
  }
}

/** 32-bit words per UUID. */
const UUID_WORDS: number = 4;

const DASH = 45;
const DASH_INDEXES = [8, 13, 18, 23];
const DIGITS_PER_WORD = 8;
const NO_DIGIT = 255;

/** Value of each hexadecimal digit by character code. */
const VALUES: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = "0123456789abcdef".indexOf(String.fromCharCode(code));
  return value === -1 ? NO_DIGIT : value;
});

const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);

/** Parses a lower-case UUID to four words. Returns false, with undefined words, otherwise. */
function parseUuid(text: string, into: Uint32Array, start: number): boolean {
  if (text.length !== 36) return false;
  if (DASH_INDEXES.some((index) => text.charCodeAt(index) !== DASH)) return false;
  let word = 0;
  let digits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === DASH) continue;
    const value = VALUES[code] ?? NO_DIGIT;
    if (value === NO_DIGIT) return false;
    word = (word << 4) | value;
    digits += 1;
    if (digits % DIGITS_PER_WORD === 0) into[start + digits / DIGITS_PER_WORD - 1] = word;
  }
  return digits === UUID_WORDS * DIGITS_PER_WORD;
}

function uuidText(words: Uint32Array, start: number): string {
  const a = words[start] ?? 0;
  const b = words[start + 1] ?? 0;
  const c = words[start + 2] ?? 0;
  const d = words[start + 3] ?? 0;
  return `${hex(a >>> 16)}${hex(a)}-${hex(b >>> 16)}-${hex(b)}-${hex(c >>> 16)}-${hex(c)}${hex(d >>> 16)}${hex(d)}`;
}

function hex(value: number): string {
  return `${PAIRS[(value >>> 8) & 255]}${PAIRS[value & 255]}`;
}

/** Compares two UUIDs in the order of their texts. */
function compareUuids(words: Uint32Array, a: number, b: number): number {
  for (let word = 0; word < UUID_WORDS; word += 1) {
    const difference = (words[a + word] ?? 0) - (words[b + word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
