import { grownLength } from "./grown-length.js";
import { ENTRY_BYTES, OBJECT_BYTES } from "./memory-size.js";

/** Stands in the column for frequencies that do not fit. */
export const MANY_TIMES: number = 255;

/** So many removed postings stay in their places, whatever the length; beyond, an eighth of all. */
const SPARE = 16;

/**
 * The records that have a term, by ascending slot, and how often each has it: five bytes a posting.
 */
export class PostingList {
  readonly #expected: number;
  #slots = new Uint32Array(0);
  /** 0: the posting is gone, its place is left. */
  #frequencies = new Uint8Array(0);
  /** By slot. */
  readonly #many = new Map<number, number>();
  #places = 0;
  #gone = 0;

  /** @param expected - How many postings there will be, if that is known. */
  constructor(expected = 0) {
    this.#expected = expected;
  }

  /** In how many records the term is. */
  get length(): number {
    return this.#places - this.#gone;
  }

  /**
   * How many places of the columns are in use; a few hold a frequency of 0, which is no posting.
   */
  get places(): number {
    return this.#places;
  }

  /** Whether some frequency does not fit into its column. */
  get hasMany(): boolean {
    return this.#many.size > 0;
  }

  /** What it takes in memory. */
  get bytes(): number {
    const columns = this.#slots.byteLength + this.#frequencies.byteLength;
    return OBJECT_BYTES + columns + this.#many.size * ENTRY_BYTES;
  }

  /** The slots by place, for loops over many; good until something changes. */
  get slots(): Uint32Array {
    return this.#slots;
  }

  /** The frequencies by place; `MANY_TIMES`: ask `frequencyOf`. */
  get frequencies(): Uint8Array {
    return this.#frequencies;
  }

  /** How often a record has the term. */
  frequencyOf(slot: number): number {
    const place = this.#placeOf(slot);
    if (place >= this.#places || this.#slots[place] !== slot) return 0;
    const frequency = this.#frequencies[place] ?? 0;
    return frequency === MANY_TIMES ? (this.#many.get(slot) ?? 0) : frequency;
  }

  /** Adds a posting; cheap if its slot comes after all others. */
  append(slot: number, frequency: number): void {
    const last = this.#slots[this.#places - 1];
    if (last !== undefined && last >= slot) this.set(slot, frequency);
    else this.#insert(this.#places, slot, frequency);
  }

  /** Sets how often, at least once, a record has the term, whether or not it had it. */
  set(slot: number, frequency: number): void {
    const place = this.#placeOf(slot);
    if (place >= this.#places || this.#slots[place] !== slot) {
      this.#insert(place, slot, frequency);
      return;
    }
    if (this.#frequencies[place] === 0) this.#gone -= 1;
    this.#write(place, slot, frequency);
  }

  /** Removes the posting of a record, if there is one. */
  delete(slot: number): void {
    if (this.frequencyOf(slot) === 0) return;
    this.#write(this.#placeOf(slot), slot, 0);
    this.#gone += 1;
    if (this.#gone > SPARE + this.#places / 8) this.#pack();
  }

  #insert(place: number, slot: number, frequency: number): void {
    if (this.#places === this.#slots.length)
      this.#resize(grownLength(this.#places + 1, this.#expected));
    if (place < this.#places) {
      this.#slots.copyWithin(place + 1, place, this.#places);
      this.#frequencies.copyWithin(place + 1, place, this.#places);
    }
    this.#places += 1;
    this.#write(place, slot, frequency);
  }

  #write(place: number, slot: number, frequency: number): void {
    this.#slots[place] = slot;
    this.#frequencies[place] = Math.min(frequency, MANY_TIMES);
    if (frequency >= MANY_TIMES) this.#many.set(slot, frequency);
    else if (this.#many.size > 0) this.#many.delete(slot);
  }

  /** The first place with at least this slot. */
  #placeOf(slot: number): number {
    let low = 0;
    let high = this.#places;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#slots[middle] ?? 0) < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #resize(length: number): void {
    const slots = new Uint32Array(length);
    slots.set(this.#slots.subarray(0, length));
    this.#slots = slots;
    const frequencies = new Uint8Array(length);
    frequencies.set(this.#frequencies.subarray(0, length));
    this.#frequencies = frequencies;
  }

  /** Takes out the places of postings that are gone. */
  #pack(): void {
    let end = 0;
    for (let place = 0; place < this.#places; place += 1) {
      const frequency = this.#frequencies[place] ?? 0;
      if (frequency === 0) continue;
      this.#slots[end] = this.#slots[place] ?? 0;
      this.#frequencies[end] = frequency;
      end += 1;
    }
    this.#places = end;
    this.#gone = 0;
    if (end < this.#slots.length / 2) this.#resize(grownLength(end));
  }
}
