import {
  arrayBytes,
  COLUMN_BYTES,
  grownLength,
  mapBytes,
  NO_BYTES,
  NO_WORDS,
  resized,
} from "./columns.js";

/** Placeholder for frequencies that do not fit. */
export const MANY_TIMES: number = 255;

/** Removed postings that may stay before packing, plus an eighth of all. */
const SPARE = 16;

/** The postings of a list. */
export interface ListState {
  readonly ordinals: Uint32Array<ArrayBuffer>;
  readonly frequencies: Uint8Array<ArrayBuffer>;
  readonly many: readonly (readonly [ordinal: number, frequency: number])[];
}

/** Records with a term by ascending ordinal, and its frequencies: five bytes a posting. */
export class PostingList {
  readonly #expected: number;
  #ordinals = NO_WORDS;
  /** 0: the posting was removed. */
  #frequencies = NO_BYTES;
  /** Frequencies that do not fit, by ordinal. */
  #many: Map<number, number> | undefined;
  #positions = 0;
  #gone = 0;
  #most = 0;

  constructor(expected = 0) {
    this.#expected = expected;
  }

  /** Creates a list with a state, which it owns from now on. */
  static from({ ordinals, frequencies, many }: ListState): PostingList {
    const list = new PostingList();
    list.#ordinals = ordinals;
    list.#frequencies = frequencies;
    list.#many = many.length > 0 ? new Map(many) : undefined;
    list.#positions = ordinals.length;
    for (const frequency of frequencies) list.#most = Math.max(list.#most, frequency);
    return list;
  }

  /** Returns a copy of its postings of ordinals before `end`, for `from`. */
  state(end: number): ListState {
    const length = this.#positionOf(end);
    const frequencies = this.#frequencies.slice(0, length);
    const ordinals = this.#ordinals.slice(0, length);
    const isAll = this.#gone === 0;
    return {
      ordinals: isAll ? ordinals : ordinals.filter((_, position) => frequencies[position] !== 0),
      frequencies: isAll ? frequencies : frequencies.filter((frequency) => frequency !== 0),
      many: [...(this.#many ?? [])].filter(([ordinal]) => ordinal < end),
    };
  }

  /** Number of records with the term. */
  get length(): number {
    return this.#positions - this.#gone;
  }

  /** Number of used positions, including removed postings of frequency 0. */
  get positions(): number {
    return this.#positions;
  }

  /** At least the greatest frequency; `MANY_TIMES` if it does not fit. */
  get most(): number {
    return this.#most;
  }

  get bytes(): number {
    const columns = arrayBytes(this.#ordinals) + arrayBytes(this.#frequencies);
    return COLUMN_BYTES + columns + mapBytes(this.#many);
  }

  /** Ordinals by position, valid until the next change. */
  get ordinals(): Uint32Array {
    return this.#ordinals;
  }

  /** Frequencies by position; for `MANY_TIMES` call `frequencyOf`. */
  get frequencies(): Uint8Array {
    return this.#frequencies;
  }

  frequencyOf(ordinal: number): number {
    return this.frequencyAt(this.#positionOf(ordinal), ordinal);
  }

  /** Returns the frequency at a position, 0 if another record or none is there. */
  frequencyAt(position: number, ordinal: number): number {
    if (position >= this.#positions || this.#ordinals[position] !== ordinal) return 0;
    const frequency = this.#frequencies[position] ?? 0;
    return frequency === MANY_TIMES ? (this.#many?.get(ordinal) ?? 0) : frequency;
  }

  /** Returns the first position from `from` on with at least this ordinal; fast if it is near. */
  positionFrom(from: number, ordinal: number): number {
    const ordinals = this.#ordinals;
    let low = from;
    let probe = from;
    for (let step = 1; probe < this.#positions && (ordinals[probe] ?? 0) < ordinal; step *= 2) {
      low = probe + 1;
      probe += step;
    }
    let high = Math.min(probe, this.#positions);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ordinals[middle] ?? 0) < ordinal) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Adds a posting; fast if its ordinal is the greatest. */
  append(ordinal: number, frequency: number): void {
    const last = this.#ordinals[this.#positions - 1];
    if (last !== undefined && last >= ordinal) this.set(ordinal, frequency);
    else this.#insert(this.#positions, ordinal, frequency);
  }

  /** Sets the frequency, at least 1, of a record. */
  set(ordinal: number, frequency: number): void {
    const position = this.#positionOf(ordinal);
    if (position >= this.#positions || this.#ordinals[position] !== ordinal) {
      this.#insert(position, ordinal, frequency);
      return;
    }
    if (this.#frequencies[position] === 0) this.#gone -= 1;
    this.#write(position, ordinal, frequency);
  }

  delete(ordinal: number): void {
    if (this.frequencyOf(ordinal) === 0) return;
    this.#write(this.#positionOf(ordinal), ordinal, 0);
    this.#gone += 1;
    if (this.#gone > SPARE + this.#positions / 8) this.#pack();
  }

  #insert(position: number, ordinal: number, frequency: number): void {
    if (this.#positions === this.#ordinals.length)
      this.#resize(grownLength(this.#positions + 1, this.#expected));
    if (position < this.#positions) {
      this.#ordinals.copyWithin(position + 1, position, this.#positions);
      this.#frequencies.copyWithin(position + 1, position, this.#positions);
    }
    this.#positions += 1;
    this.#write(position, ordinal, frequency);
  }

  #write(position: number, ordinal: number, frequency: number): void {
    this.#ordinals[position] = ordinal;
    const kept = Math.min(frequency, MANY_TIMES);
    this.#frequencies[position] = kept;
    this.#most = Math.max(this.#most, kept);
    if (frequency >= MANY_TIMES) (this.#many ??= new Map()).set(ordinal, frequency);
    else this.#many?.delete(ordinal);
  }

  /** Returns the first position with at least this ordinal. */
  #positionOf(ordinal: number): number {
    let low = 0;
    let high = this.#positions;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ordinals[middle] ?? 0) < ordinal) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #resize(length: number): void {
    this.#ordinals = resized(this.#ordinals, length);
    this.#frequencies = resized(this.#frequencies, length);
  }

  #pack(): void {
    let end = 0;
    for (let position = 0; position < this.#positions; position += 1) {
      const frequency = this.#frequencies[position] ?? 0;
      if (frequency === 0) continue;
      this.#ordinals[end] = this.#ordinals[position] ?? 0;
      this.#frequencies[end] = frequency;
      end += 1;
    }
    this.#positions = end;
    this.#gone = 0;
    if (end < this.#ordinals.length / 2) this.#resize(grownLength(end));
  }
}
