import { codesAt, maskOf, placeOf, scaleAt, type BlockPlace } from "./block-place.js";
import type { BlockSearch, FoundOrdinal, SignedSearch } from "./block-search.js";
import { BLOCK_BYTES, blockLayout, HITS_AT, MAX_SIGNED } from "./code-arena.js";
import type { BlockLayout, CodeArena } from "./code-arena.js";
import type { QueryCodes } from "./code-kernel.js";
import { meanOf, SignBits, type SignQuery } from "./sign-bits.js";

const SIGNED_FROM = 2 ** 24;
const MIN_SIGNED = 64;
/** Rows of a group of 8 from which codes are read in order. */
const MOST_APART = 2;
/** Growth after which signs are written anew, around another centre. */
const RENEWED_AT = 4;

/** Vectors of one space as 7-bit codes, by dense ordinals from 0. */
export class CodeMatrix {
  readonly #arena: CodeArena;
  readonly #layout: BlockLayout;
  readonly #signedFrom: number;
  /** Offsets of the blocks; missing where no ordinal ever had a vector. */
  readonly #blocks: (number | undefined)[] = [];
  #end = 0;
  #bytes = 0;
  #signs: SignBits | undefined;
  /** Number of ordinals that the centre of the signs was made for. */
  #signedFor = 0;
  #keepsSigns = true;

  /**
   * @param dimensions - Width of the vectors, from 1 to 16,384.
   * @param signedFrom - Bytes of codes from which signs are kept. Fewer are as fast to read, in the
   * processor's cache.
   */
  constructor(arena: CodeArena, dimensions: number, signedFrom: number = SIGNED_FROM) {
    this.#arena = arena;
    this.#layout = blockLayout(dimensions);
    this.#signedFrom = signedFrom;
  }

  get bytes(): number {
    return this.#bytes + this.signsBytes;
  }

  /** Bytes of the signs alone. */
  get signsBytes(): number {
    return this.#signs?.bytes ?? 0;
  }

  get blocks(): number {
    return this.#blocks.length;
  }

  /** One more than the greatest ordinal that ever had a vector. */
  get end(): number {
    return this.#end;
  }

  /** Returns the number of ordinals in the blocks before one. */
  rowsBefore(number: number): number {
    return number * this.#layout.rows;
  }

  /** Sets or removes a vector; zeros are never found. Returns false if the arena is full. */
  set(ordinal: number, values: Float32Array | undefined): boolean {
    if (values === undefined) return this.clear(ordinal);
    const block = this.#blockOf(ordinal) ?? this.#allocate(this.#numberOf(ordinal));
    if (block === undefined) return false;
    const { stride } = this.#layout;
    const codes = codesAt(this.#layout, block, ordinal);
    this.#arena.quantise(values, { codes, stride, scale: scaleAt(this.#layout, block, ordinal) });
    this.#end = Math.max(this.#end, ordinal + 1);
    this.#writeSigns(block, ordinal, ordinal + 1);
    return true;
  }

  /** Removes a vector; always true. */
  clear(ordinal: number): true {
    const block = this.#blockOf(ordinal);
    if (block !== undefined) {
      this.#arena.memory.floats[scaleAt(this.#layout, block, ordinal) / 4] = Number.NaN;
      // Erased data must not come into a file.
      const codes = codesAt(this.#layout, block, ordinal);
      this.#arena.memory.bytes.fill(0, codes, codes + this.#layout.stride);
      this.#writeSigns(block, ordinal, ordinal + 1);
    }
    return true;
  }

  /** Returns the bytes of a block, valid until the next allocation; `undefined` if it has none. */
  block(number: number): Uint8Array | undefined {
    const at = this.#blocks[number];
    return at === undefined ? undefined : this.#arena.memory.bytes.subarray(at, at + BLOCK_BYTES);
  }

  /** Adds a block with these bytes, without ordinals from `end` on. False: the arena is full. */
  restore(number: number, bytes: Uint8Array, end: number): boolean {
    const block = this.#allocate(number);
    if (block === undefined) return false;
    const { rows } = this.#layout;
    const kept = Math.min(Math.max(end - this.rowsBefore(number), 0), rows);
    const scales = scaleAt(this.#layout, block, 0) / 4;
    this.#arena.memory.bytes.set(bytes, block);
    this.#arena.memory.floats.fill(Number.NaN, scales + kept, scales + rows);
    this.#end = Math.max(this.#end, this.rowsBefore(number) + kept);
    return true;
  }

  /** Returns true if an ordinal has a vector that can be found. */
  has(ordinal: number): boolean {
    const block = this.#blockOf(ordinal);
    if (block === undefined) return false;
    return !Number.isNaN(this.#arena.memory.floats[scaleAt(this.#layout, block, ordinal) / 4]);
  }

  release(): void {
    this.#signs?.release();
    this.#signs = undefined;
    for (const block of this.#blocks) if (block !== undefined) this.#arena.release(block);
    this.#blocks.length = 0;
    this.#end = 0;
    this.#bytes = 0;
  }

  /** Gives up the signs for good: searches read all codes. */
  dropSigns(): void {
    this.#signs?.release();
    this.#signs = undefined;
    this.#keepsSigns = false;
  }

  /** Returns a query by signs; `undefined` if none are kept. */
  signQuery(values: Float32Array): SignQuery | undefined {
    if (this.#end > RENEWED_AT * this.#signedFor) {
      this.#signs?.release();
      this.#signs = undefined;
    }
    if (!this.#signs && this.#canSign()) {
      const mean = meanOf(this.#end, this.#layout.stride, (ordinal) => this.#decoded(ordinal));
      this.#signs = new SignBits(this.#arena, this.#layout, mean);
      this.#signedFor = this.#end;
    }
    return this.#signs?.queryOf(values);
  }

  /** Writes the missing signs of a block. Returns true if there was something to do. */
  sign(number: number): boolean {
    const block = this.#blocks[number];
    if (block === undefined || !this.#signs || !this.#signs.add(number)) return false;
    const first = number * this.#layout.rows;
    this.#writeSigns(block, first, Math.min(this.#end, first + this.#layout.rows));
    return true;
  }

  /** Prepares `scan`; repeat it after any other matrix of the arena was queried. */
  setQuery(query: QueryCodes, signs?: SignQuery): void {
    if (this.#bytes === 0) return;
    this.#arena.setQuery(query, this.#layout.stride);
    if (signs) this.#arena.setTable(signs.table);
  }

  /** Reports the ordinals of a block that reach the threshold, ascending. */
  scan(number: number, search: BlockSearch, found: FoundOrdinal): void {
    const place = this.#placeOf(number);
    if (!place) return;
    const { query, mask, slack, threshold } = search;
    const bytes = mask && maskOf(mask, place);
    const count = this.#arena.scan({ ...place, slack, threshold }, query, bytes);
    this.#report(place, count, found);
  }

  /**
   * Reports what `scan` does, of rows that their signs choose. Returns their number; `undefined` if
   * the block has no signs of use, so that nothing was done.
   */
  compare(number: number, search: SignedSearch, found: FoundOrdinal): number | undefined {
    const place = this.#placeOf(number);
    if (!place) return 0;
    const { query, mask } = search;
    const count = this.#signs?.list(number, search, mask && maskOf(mask, place));
    if (count === undefined) return undefined;
    // Reading all in order is faster than so many apart.
    if (count > place.groups * MOST_APART) this.scan(number, search, found);
    else if (count > 0)
      this.#report(place, this.#arena.compare(count, { place, search, query }), found);
    return count;
  }

  #placeOf(number: number): BlockPlace | undefined {
    const codes = this.#blocks[number];
    return codes === undefined ? undefined : placeOf(this.#layout, { codes, number }, this.#end);
  }

  #report({ first, scales }: BlockPlace, count: number, found: FoundOrdinal): void {
    const { words, floats } = this.#arena.memory;
    for (let hit = HITS_AT / 4; hit < HITS_AT / 4 + count * 2; hit += 2) {
      const ordinal = words[hit] ?? 0;
      found(ordinal, floats[hit + 1] ?? 0, floats[scales / 4 + ordinal - first] ?? Number.NaN);
    }
  }

  #canSign(): boolean {
    const { stride } = this.#layout;
    const isWide = stride >= MIN_SIGNED && stride <= MAX_SIGNED;
    return this.#keepsSigns && isWide && this.#end * stride >= this.#signedFrom;
  }

  /** Returns the vector that codes stand for. */
  #decoded(ordinal: number): Float32Array | undefined {
    const block = this.#blockOf(ordinal);
    if (block === undefined || !this.has(ordinal)) return undefined;
    const { bytes, floats } = this.#arena.memory;
    const scale = floats[scaleAt(this.#layout, block, ordinal) / 4] ?? 0;
    const codes = codesAt(this.#layout, block, ordinal);
    return Float32Array.from(
      bytes.subarray(codes, codes + this.#layout.stride),
      (code) => (code - 64) * scale,
    );
  }

  #writeSigns(block: number, from: number, to: number): void {
    if (!this.#signs) return;
    const { rows } = this.#layout;
    const number = this.#numberOf(from);
    const scales = scaleAt(this.#layout, block, 0);
    const rowEnd = to - number * rows;
    this.#signs.write(number, { codes: block, scales, row: from % rows, rowEnd });
  }

  #numberOf(ordinal: number): number {
    return Math.floor(ordinal / this.#layout.rows);
  }

  #blockOf(ordinal: number): number | undefined {
    return this.#blocks[this.#numberOf(ordinal)];
  }

  #allocate(number: number): number | undefined {
    let block = this.#arena.allocate();
    if (block === undefined && this.#signs) {
      this.dropSigns();
      block = this.#arena.allocate();
    }
    if (block === undefined) return undefined;
    const scales = scaleAt(this.#layout, block, 0) / 4;
    this.#arena.memory.floats.fill(Number.NaN, scales, scales + this.#layout.rows);
    this.#blocks[number] = block;
    this.#bytes += BLOCK_BYTES;
    return block;
  }
}
