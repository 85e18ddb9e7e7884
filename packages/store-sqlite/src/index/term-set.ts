const MIN_LENGTH = 32;
/** Share of used places above which the table grows. */
const MAX_LOAD = 0.75;

const OFFSET = 0x81_1c_9d_c5;
const PRIME = 0x01_00_01_93;

/**
 * A set of terms by their hashes, five to eleven bytes each. It only grows, and may have a term
 * that nobody added, but never lacks one.
 */
export class TermSet {
  /** Hashes, 0 where none is; a power of two. */
  #table = new Uint32Array(MIN_LENGTH);
  #count = 0;

  get bytes(): number {
    return this.#table.byteLength;
  }

  has(term: string): boolean {
    return this.#table[this.#placeOf(hashOf(term))] !== 0;
  }

  add(term: string): void {
    this.#add(hashOf(term));
  }

  #add(hash: number): void {
    const place = this.#placeOf(hash);
    if (this.#table[place] !== 0) return;
    this.#table[place] = hash;
    this.#count += 1;
    if (this.#count > this.#table.length * MAX_LOAD) this.#grow();
  }

  /** Returns the place of a hash, or the free one for it. */
  #placeOf(hash: number): number {
    const mask = this.#table.length - 1;
    let place = hash & mask;
    while (this.#table[place] !== 0 && this.#table[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const before = this.#table;
    this.#table = new Uint32Array(before.length * 2);
    for (const hash of before) if (hash !== 0) this.#table[this.#placeOf(hash)] = hash;
  }
}

/** Returns the 32-bit FNV-1a hash of the units of a term, mixed; never 0. */
function hashOf(term: string): number {
  let hash = OFFSET;
  for (let index = 0; index < term.length; index += 1)
    hash = Math.imul(hash ^ term.charCodeAt(index), PRIME);
  return finished(hash);
}

/** Mixes the high bits into the low ones, which choose the place. */
function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return (mixed ^ (mixed >>> 13)) >>> 0 || 1;
}
