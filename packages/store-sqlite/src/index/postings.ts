import { ENTRY_BYTES, entryBytes, grownLength, OBJECT_BYTES, resized } from "./columns.js";

/** Placeholder for frequencies that do not fit. */
export const MANY_TIMES: number = 255;

/** Removed postings that may stay before packing, plus an eighth of all. */
const SPARE = 16;

/** Records with a term by ascending ordinal, and its frequencies: five bytes a posting. */
export class PostingList {
  readonly #expected: number;
  #ordinals = new Uint32Array(0);
  /** 0: the posting was removed. */
  #frequencies = new Uint8Array(0);
  /** Frequencies that do not fit, by ordinal. */
  readonly #many = new Map<number, number>();
  #positions = 0;
  #gone = 0;

  constructor(expected = 0) {
    this.#expected = expected;
  }

  /** Number of records with the term. */
  get length(): number {
    return this.#positions - this.#gone;
  }

  /** Number of used positions, including removed postings of frequency 0. */
  get positions(): number {
    return this.#positions;
  }

  get hasMany(): boolean {
    return this.#many.size > 0;
  }

  get bytes(): number {
    const columns = this.#ordinals.byteLength + this.#frequencies.byteLength;
    return OBJECT_BYTES + columns + this.#many.size * ENTRY_BYTES;
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
    const position = this.#positionOf(ordinal);
    if (position >= this.#positions || this.#ordinals[position] !== ordinal) return 0;
    const frequency = this.#frequencies[position] ?? 0;
    return frequency === MANY_TIMES ? (this.#many.get(ordinal) ?? 0) : frequency;
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
    this.#frequencies[position] = Math.min(frequency, MANY_TIMES);
    if (frequency >= MANY_TIMES) this.#many.set(ordinal, frequency);
    else if (this.#many.size > 0) this.#many.delete(ordinal);
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

/** Posting lists of recently searched terms, kept up to date with writes. */
export class PostingCache {
  readonly #lists = new Map<string, PostingList>();
  #bytes = 0;

  get size(): number {
    return this.#lists.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(term: string): boolean {
    return this.#lists.has(term);
  }

  /** Returns and touches the list of a term. */
  get(term: string): PostingList | undefined {
    const list = this.#lists.get(term);
    // Most empty ones are asked for once.
    if (!list || list.positions === 0) return list;
    this.#lists.delete(term);
    this.#lists.set(term, list);
    return list;
  }

  /** Adds the list of a term; only the cache may change it from now on. */
  keep(term: string, list: PostingList): void {
    this.drop(term);
    this.#lists.set(term, list);
    this.#bytes += bytesOf(term, list);
  }

  drop(term: string): void {
    const list = this.#lists.get(term);
    if (!list) return;
    this.#lists.delete(term);
    this.#bytes -= bytesOf(term, list);
  }

  clear(): void {
    this.#lists.clear();
    this.#bytes = 0;
  }

  /** Evicts least recently used lists until this many bytes are free. Returns the freed bytes. */
  makeRoom(bytes: number): number {
    const before = this.#bytes;
    for (const term of this.#lists.keys()) {
      if (before - this.#bytes >= bytes) break;
      this.drop(term);
    }
    return before - this.#bytes;
  }

  /** Adds a record with a new ordinal to the lists. */
  append(ordinal: number, terms: readonly string[]): void {
    for (const [term, frequency] of this.#frequencies(terms)) {
      this.#change(term, (list) => list.append(ordinal, frequency));
    }
  }

  /** Updates the lists for a changed record with these terms, repeated; none: it was deleted. */
  replace(ordinal: number, terms: readonly string[] = []): void {
    const frequencies = this.#frequencies(terms);
    for (const [term, list] of this.#lists) {
      const frequency = frequencies.get(term) ?? 0;
      if (list.frequencyOf(ordinal) === frequency) continue;
      this.#change(term, () => {
        if (frequency === 0) list.delete(ordinal);
        else list.set(ordinal, frequency);
      });
    }
  }

  #frequencies(terms: readonly string[]): ReadonlyMap<string, number> {
    const frequencies = new Map<string, number>();
    for (const term of terms) {
      if (this.#lists.has(term)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    }
    return frequencies;
  }

  #change(term: string, change: (list: PostingList) => void): void {
    const list = this.#lists.get(term);
    if (!list) return;
    const before = list.bytes;
    change(list);
    this.#bytes += list.bytes - before;
  }
}

function bytesOf(term: string, list: PostingList): number {
  return entryBytes(term) + list.bytes;
}
