/** Approximate size of a `Map` entry without texts: 24 to 52 bytes measured, by load. */
const ENTRY_BYTES: number = 40;

/** Approximate size of an empty `Map` or a small object with its arrays. */
export const OBJECT_BYTES: number = 200;

/** Approximate size of a column without its array. */
export const COLUMN_BYTES: number = 56;

/** Length up to which V8 keeps the numbers of an array on its heap. */
const MAX_ON_HEAP = 64;
/** Approximate sizes of an array beside its numbers. */
const ON_HEAP_BYTES = 200;
const OFF_HEAP_BYTES = 360;

/** Returns the approximate size of an array, 0 for an empty one, which is shared. */
export function arrayBytes({ byteLength }: Numbers): number {
  if (byteLength === 0) return 0;
  return byteLength + (byteLength <= MAX_ON_HEAP ? ON_HEAP_BYTES : OFF_HEAP_BYTES);
}

/** Returns the approximate size of a `Map`, 0 for a missing one. */
export function mapBytes(map: ReadonlyMap<unknown, unknown> | undefined): number {
  return map === undefined ? 0 : OBJECT_BYTES + map.size * ENTRY_BYTES;
}

/** Returns the approximate size of a `Map` entry with a Latin text. */
export function entryBytes(text: string): number {
  return ENTRY_BYTES + 16 + text.length;
}

const MIN_LENGTH = 16;

/** Returns a length for `needed` elements: exact up to `expected`, else 1/16 to spare. */
export function grownLength(needed: number, expected = 0): number {
  if (needed <= expected) return expected;
  return Math.max(needed + Math.ceil(needed / 16), MIN_LENGTH);
}

/** Arrays of the columns. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Shared by all that are empty, because an empty array takes 200 bytes, too. */
export const NO_BYTES: Uint8Array<ArrayBuffer> = new Uint8Array(0);
export const NO_SHORTS: Uint16Array<ArrayBuffer> = new Uint16Array(0);
export const NO_WORDS: Uint32Array<ArrayBuffer> = new Uint32Array(0);
export const NO_DOUBLES: Float64Array<ArrayBuffer> = new Float64Array(0);

/** Copies an array to one of another length. */
export function resized<T extends Numbers>(array: T, length: number): T {
  const copy = new (array.constructor as new (length: number) => T)(length);
  copy.set(array.subarray(0, length));
  return copy;
}

/** Integers from 0 by ordinal, 0 by default, in as few bytes as the greatest one needs. */
export class NumberColumn {
  readonly #expected: number;
  #values: Numbers = NO_BYTES;
  #limit = 2 ** 8;

  /** @param expected - Expected number of ordinals, if known: allocates no more up to it. */
  constructor(expected = 0) {
    this.#expected = expected;
  }

  get bytes(): number {
    return COLUMN_BYTES + arrayBytes(this.#values);
  }

  /** Returns a copy of its numbers, for `restore`. */
  state(): Numbers {
    return this.#values.slice();
  }

  /** Replaces its numbers. */
  restore(values: Numbers): void {
    this.#values = values;
    this.#limit = limitOf(values);
  }

  at(ordinal: number): number {
    return this.#values[ordinal] ?? 0;
  }

  set(ordinal: number, value: number): void {
    if (ordinal >= this.#values.length) {
      if (value === 0) return;
      this.#resize(grownLength(ordinal + 1, this.#expected));
    }
    if (value >= this.#limit) {
      this.#limit = limitFor(value);
      this.#resize(this.#values.length);
    }
    this.#values[ordinal] = value;
  }

  #resize(length: number): void {
    const values = arrayFor(this.#limit, length);
    values.set(this.#values);
    this.#values = values;
  }
}

function limitOf(values: Numbers): number {
  if (values instanceof Float64Array) return Number.POSITIVE_INFINITY;
  return 2 ** (values.BYTES_PER_ELEMENT * 8);
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

/** Placeholder for counts that do not fit. */
const MANY_TERMS: number = 65_535;

/** The numbers of a `TermCounts`. */
export interface TermCountsState {
  readonly column: Uint16Array<ArrayBuffer>;
  readonly many: readonly (readonly [number, number])[];
  readonly most: number;
  readonly least: number;
}

/** Number of terms by ordinal. */
export class TermCounts {
  readonly #expected: number;
  #column = NO_SHORTS;
  #many: Map<number, number> | undefined;
  #most = 0;
  #least = Number.POSITIVE_INFINITY;

  constructor(expected = 0) {
    this.#expected = expected;
  }

  get bytes(): number {
    return COLUMN_BYTES + arrayBytes(this.#column) + mapBytes(this.#many);
  }

  /** The raw counts, valid until the next `set`; for `MANY_TERMS` call `at`. */
  get column(): Uint16Array {
    return this.#column;
  }

  /** The greatest count that was ever set. */
  get most(): number {
    return this.#most;
  }

  /** Returns a copy of its counts, for `restore`. */
  state(): TermCountsState {
    const many = [...(this.#many ?? [])];
    return { column: this.#column.slice(), many, most: this.#most, least: this.least };
  }

  /** Replaces its counts. */
  restore({ column, many, most, least }: TermCountsState): void {
    this.#column = column;
    this.#many = many.length > 0 ? new Map(many) : undefined;
    this.#most = most;
    this.#least = least === 0 ? Number.POSITIVE_INFINITY : least;
  }

  /** The least count above 0 that was ever set, 0 if there was none. */
  get least(): number {
    return this.#least === Number.POSITIVE_INFINITY ? 0 : this.#least;
  }

  at(ordinal: number): number {
    const count = this.#column[ordinal] ?? 0;
    return count === MANY_TERMS ? (this.#many?.get(ordinal) ?? 0) : count;
  }

  set(ordinal: number, count: number): void {
    this.#most = Math.max(this.#most, count);
    if (count > 0) this.#least = Math.min(this.#least, count);
    if (ordinal >= this.#column.length) {
      this.#column = resized(this.#column, grownLength(ordinal + 1, this.#expected));
    }
    if (count >= MANY_TERMS) (this.#many ??= new Map()).set(ordinal, count);
    else this.#many?.delete(ordinal);
    this.#column[ordinal] = Math.min(count, MANY_TERMS);
  }
}
