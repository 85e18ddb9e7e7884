import {
  arrayBytes,
  COLUMN_BYTES,
  grownLength,
  mapBytes,
  NO_SHORTS,
  NO_WORDS,
  resized,
} from "./columns.js";

/** Instants from here to its opposite take 48 bits: 4,460 years before and after 1970. */
const MIN_INSTANT = -(2 ** 47);
const HIGH = 2 ** 32;

/** The instants of an `InstantColumn`. */
export interface InstantsState {
  readonly low: Uint32Array<ArrayBuffer>;
  readonly high: Uint16Array<ArrayBuffer>;
  readonly others: readonly (readonly [number, number])[];
  readonly count: number;
}

/** Instants in milliseconds by ordinal, or none: six bytes each, no memory before the first. */
export class InstantColumn {
  readonly #expected: number;
  #low = NO_WORDS;
  #high = NO_SHORTS;
  /** Fractional or distant instants. */
  #others: Map<number, number> | undefined;
  #count = 0;

  constructor(expected = 0) {
    this.#expected = expected;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return COLUMN_BYTES + arrayBytes(this.#low) + arrayBytes(this.#high) + mapBytes(this.#others);
  }

  /** Returns a copy of its instants, for `restore`. */
  state(): InstantsState {
    const others = [...(this.#others ?? [])];
    return { low: this.#low.slice(), high: this.#high.slice(), others, count: this.#count };
  }

  /** Replaces its instants. */
  restore({ low, high, others, count }: InstantsState): void {
    this.#low = low;
    this.#high = high;
    this.#others = others.length > 0 ? new Map(others) : undefined;
    this.#count = count;
  }

  at(ordinal: number): number | null {
    const low = this.#low[ordinal] ?? 0;
    const high = this.#high[ordinal] ?? 0;
    if (low !== 0 || high !== 0) return high * HIGH + low + MIN_INSTANT;
    return this.#others?.get(ordinal) ?? null;
  }

  set(ordinal: number, instant: number | null): void {
    const before = this.at(ordinal);
    if (before === instant) return;
    if (before !== null) this.#remove(ordinal);
    if (instant === null) return;
    this.#count += 1;
    if (Number.isInteger(instant) && instant > MIN_INSTANT && instant < -MIN_INSTANT)
      this.#put(ordinal, instant);
    else (this.#others ??= new Map()).set(ordinal, instant);
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
    if (this.#others?.delete(ordinal) === true) return;
    this.#low[ordinal] = 0;
    this.#high[ordinal] = 0;
  }
}
