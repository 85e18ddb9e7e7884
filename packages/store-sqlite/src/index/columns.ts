/** Approximate size of a `Map` entry without texts: 24 to 52 bytes measured, by load. */
export const ENTRY_BYTES: number = 40;

/** Approximate size of an empty `Map` or a small object with its arrays. */
export const OBJECT_BYTES: number = 200;

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

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Copies an array to one of another length. */
export function resized<T extends Numbers>(array: T, length: number): T {
  const copy = new (array.constructor as new (length: number) => T)(length);
  copy.set(array.subarray(0, length));
  return copy;
}

/** Integers from 0 by ordinal, 0 by default, in as few bytes as the greatest one needs. */
export class NumberColumn {
  readonly #expected: number;
  #values: Numbers = new Uint8Array(0);
  #limit = 2 ** 8;

  /** @param expected - Expected number of ordinals, if known: allocates no more up to it. */
  constructor(expected = 0) {
    this.#expected = expected;
  }

  get bytes(): number {
    return this.#values.byteLength;
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

function limitFor(value: number): number {
  if (value < 2 ** 16) return 2 ** 16;
  return value < 2 ** 32 ? 2 ** 32 : Number.POSITIVE_INFINITY;
}

function arrayFor(limit: number, length: number): Numbers {
  if (limit === 2 ** 8) return new Uint8Array(length);
  if (limit === 2 ** 16) return new Uint16Array(length);
  return limit === 2 ** 32 ? new Uint32Array(length) : new Float64Array(length);
}

/** Instants from here to its opposite take 48 bits: 4,460 years before and after 1970. */
const MIN_INSTANT = -(2 ** 47);
const HIGH = 2 ** 32;

/** Instants in milliseconds by ordinal, or none: six bytes each, no memory before the first. */
export class InstantColumn {
  readonly #expected: number;
  #low = new Uint32Array(0);
  #high = new Uint16Array(0);
  /** Fractional or distant instants. */
  readonly #others = new Map<number, number>();
  #count = 0;

  constructor(expected = 0) {
    this.#expected = expected;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#low.byteLength + this.#high.byteLength + this.#others.size * ENTRY_BYTES;
  }

  at(ordinal: number): number | null {
    const low = this.#low[ordinal] ?? 0;
    const high = this.#high[ordinal] ?? 0;
    if (low !== 0 || high !== 0) return high * HIGH + low + MIN_INSTANT;
    return this.#others.size === 0 ? null : (this.#others.get(ordinal) ?? null);
  }

  set(ordinal: number, instant: number | null): void {
    const before = this.at(ordinal);
    if (before === instant) return;
    if (before !== null) this.#remove(ordinal);
    if (instant === null) return;
    this.#count += 1;
    if (Number.isInteger(instant) && instant > MIN_INSTANT && instant < -MIN_INSTANT)
      this.#put(ordinal, instant);
    else this.#others.set(ordinal, instant);
  }

  #put(ordinal: number, instant: number): void {
    if (ordinal >= this.#low.length) {
      const length = grownLength(ordinal + 1, this.#expected);
      this.#low = resized(this.#low, length);
      this.#high = resized(this.#high, length);
    }
    const shifted = instant - MIN_INSTANT;
    this.#low[ordinal] = shifted % HIGH;
    this.#high[ordinal] = Math.floor(shifted / HIGH);
  }

  #remove(ordinal: number): void {
    this.#count -= 1;
    if (this.#others.delete(ordinal)) return;
    this.#low[ordinal] = 0;
    this.#high[ordinal] = 0;
  }
}

/** Placeholder for counts that do not fit. */
const MANY_TERMS: number = 65_535;

/** Number of terms by ordinal. */
export class TermCounts {
  readonly #expected: number;
  #column = new Uint16Array(0);
  readonly #many = new Map<number, number>();
  #most = 0;

  constructor(expected = 0) {
    this.#expected = expected;
  }

  get bytes(): number {
    return this.#column.byteLength + this.#many.size * ENTRY_BYTES;
  }

  /** The raw counts, valid until the next `set`; for `MANY_TERMS` call `at`. */
  get column(): Uint16Array {
    return this.#column;
  }

  /** The greatest count that was ever set. */
  get most(): number {
    return this.#most;
  }

  at(ordinal: number): number {
    const count = this.#column[ordinal] ?? 0;
    return count === MANY_TERMS ? (this.#many.get(ordinal) ?? 0) : count;
  }

  set(ordinal: number, count: number): void {
    this.#most = Math.max(this.#most, count);
    if (ordinal >= this.#column.length) {
      this.#column = resized(this.#column, grownLength(ordinal + 1, this.#expected));
    }
    if (count >= MANY_TERMS) this.#many.set(ordinal, count);
    else if (this.#many.size > 0) this.#many.delete(ordinal);
    this.#column[ordinal] = Math.min(count, MANY_TERMS);
  }
}

/** Values that many records share; `traits`: null if not searchable. */
export interface Label {
  readonly kind: string;
  readonly traits: number | null;
  readonly speaker: string | null;
}

/** The label of ordinals without a record. */
export const NO_LABEL: number = 0;

/** Small numbers from 1 for combinations of kind, traits and speaker that many records share. */
export class Labels {
  readonly #labels: Label[] = [];
  readonly #numbers = new Map<string, number>();
  #bytes = OBJECT_BYTES;

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the number of a label. */
  numberOf({ kind, traits, speaker }: Label): number {
    const key = `${traits ?? ""}:${kind}${speaker === null ? "" : `\0${speaker}`}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#labels.push({ kind, traits, speaker });
    this.#numbers.set(key, number);
    this.#bytes += OBJECT_BYTES + entryBytes(key);
    return number;
  }

  /** Returns the label of a number. */
  at(number: number): Label | undefined {
    return this.#labels[number - 1];
  }

  /** Returns a test of whether a number stands for one of these kinds. */
  ofKinds(kinds: readonly string[]): (number: number) => boolean {
    const wanted = new Set(kinds);
    let known: readonly boolean[] = [];
    return (number) => {
      // Labels may have been added since.
      if (number > known.length) known = this.#labels.map(({ kind }) => wanted.has(kind));
      return known[number - 1] ?? false;
    };
  }
}
