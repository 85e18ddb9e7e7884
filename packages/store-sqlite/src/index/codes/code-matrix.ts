import { replaceTop } from "@kioku/core/toolkit";

import type { Pause } from "../../sql/scheduling.js";
import { resized } from "../columns.js";
import { BLOCK_BYTES, blockLayout, HITS_AT } from "./code-arena.js";
import type { BlockLayout, CodeArena } from "./code-arena.js";
import { queryCodes, type QueryCodes } from "./code-kernel.js";

interface BlockSearch {
  /** The query that was given to `setQuery`. */
  readonly query: QueryCodes;
  /** Number of scales that a score may fall short of the threshold. */
  readonly slack: number;
  readonly threshold: number;
  /** A bit per ordinal, lowest first, 0 beyond its end. Default: all ordinals. */
  readonly mask?: Uint32Array | undefined;
}

/** Receives a hit: its ordinal, its score, and the scale of its codes. */
type FoundOrdinal = (ordinal: number, score: number, scale: number) => void;

/** Vectors of one space as 7-bit codes, by dense ordinals from 0. */
export class CodeMatrix {
  readonly #arena: CodeArena;
  readonly #layout: BlockLayout;
  /** Offsets of the blocks; missing where no ordinal ever had a vector. */
  readonly #blocks: (number | undefined)[] = [];
  #end = 0;
  #bytes = 0;

  /** @param dimensions - Width of the vectors, from 1 to 16,384. */
  constructor(arena: CodeArena, dimensions: number) {
    this.#arena = arena;
    this.#layout = blockLayout(dimensions);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get blocks(): number {
    return this.#blocks.length;
  }

  /** One more than the greatest ordinal that ever had a vector. */
  get end(): number {
    return this.#end;
  }

  /** Sets or removes a vector; zeros are never found. Returns false if the arena is full. */
  set(ordinal: number, values: Float32Array | undefined): boolean {
    if (values === undefined) return this.clear(ordinal);
    const block = this.#blockOf(ordinal) ?? this.#allocate(this.#numberOf(ordinal));
    if (block === undefined) return false;
    const { stride } = this.#layout;
    const codes = this.#codesAt(block, ordinal);
    this.#arena.quantise(values, { codes, stride, scale: this.#scaleAt(block, ordinal) });
    this.#end = Math.max(this.#end, ordinal + 1);
    return true;
  }

  /** Removes a vector; always true. */
  clear(ordinal: number): true {
    const block = this.#blockOf(ordinal);
    if (block !== undefined) {
      this.#arena.memory.floats[this.#scaleAt(block, ordinal) / 4] = Number.NaN;
    }
    return true;
  }

  /** Returns true if an ordinal has a vector that can be found. */
  has(ordinal: number): boolean {
    const block = this.#blockOf(ordinal);
    if (block === undefined) return false;
    return !Number.isNaN(this.#arena.memory.floats[this.#scaleAt(block, ordinal) / 4]);
  }

  release(): void {
    for (const block of this.#blocks) if (block !== undefined) this.#arena.release(block);
    this.#blocks.length = 0;
    this.#end = 0;
    this.#bytes = 0;
  }

  /** Prepares `scan`; repeat it after any other matrix of the arena was queried. */
  setQuery(query: QueryCodes): void {
    if (this.#bytes > 0) this.#arena.setQuery(query, this.#layout.stride);
  }

  /** Reports the ordinals of a block that reach the threshold, ascending. */
  scan(number: number, { query, mask, ...limits }: BlockSearch, found: FoundOrdinal): void {
    const block = this.#blocks[number];
    if (block === undefined) return;
    const { rows, stride, walk } = this.#layout;
    const first = number * rows;
    const groups = Math.ceil(Math.min(this.#end - first, rows) / 8);
    const scales = this.#scaleAt(block, first);
    const rest = { ...limits, codes: block, stride, walk, groups, first, scales };
    const count = this.#arena.scan(rest, query, mask && maskOf(mask, first, groups));
    const { words, floats } = this.#arena.memory;
    for (let hit = HITS_AT / 4; hit < HITS_AT / 4 + count * 2; hit += 2) {
      const ordinal = words[hit] ?? 0;
      found(ordinal, floats[hit + 1] ?? 0, floats[scales / 4 + ordinal - first] ?? Number.NaN);
    }
  }

  #numberOf(ordinal: number): number {
    return Math.floor(ordinal / this.#layout.rows);
  }

  #blockOf(ordinal: number): number | undefined {
    return this.#blocks[this.#numberOf(ordinal)];
  }

  #codesAt(block: number, ordinal: number): number {
    const { rows, stride, walk } = this.#layout;
    const row = ordinal % rows;
    return block + (row % 8) * walk + Math.floor(row / 8) * stride;
  }

  #scaleAt(block: number, ordinal: number): number {
    return block + this.#layout.scales + (ordinal % this.#layout.rows) * 4;
  }

  #allocate(number: number): number | undefined {
    const block = this.#arena.allocate();
    if (block === undefined) return undefined;
    const scales = this.#scaleAt(block, 0) / 4;
    this.#arena.memory.floats.fill(Number.NaN, scales, scales + this.#layout.rows);
    this.#blocks[number] = block;
    this.#bytes += BLOCK_BYTES;
    return block;
  }
}

/** Returns the mask bytes of some groups of 8 ordinals, zero-padded. */
function maskOf(mask: Uint32Array, first: number, groups: number): Uint8Array {
  const all = new Uint8Array(mask.buffer, mask.byteOffset, mask.byteLength);
  const bytes = all.subarray(first / 8, first / 8 + groups);
  if (bytes.length === groups) return bytes;
  const padded = new Uint8Array(groups);
  padded.set(bytes);
  return padded;
}

interface NearestSearch {
  /** A vector of length 1, as wide as the matrix. */
  readonly query: Float32Array;
  readonly count: number;
  /** Filter of ordinals; checked for few, all of them in `mask`. */
  readonly allows?: ((ordinal: number) => boolean) | undefined;
  /** A bit per allowed ordinal, lowest first, 0 beyond its end. */
  readonly mask?: Uint32Array | undefined;
  readonly pause: Pause;
}

/**
 * Margin of error of a score in steps of codes: 3 standard deviations. A rounding error is uniform
 * within half a step, so it deviates by a step / √12, also after multiplication with a vector of
 * length 1.
 */
const SLACK = 3 / Math.sqrt(12);
/** Blocks between two pauses, about 0.3 ms. */
const BLOCKS_A_LOOK = 16;

/**
 * Returns the ordinals that could be among the `count` nearest, ascending, for exact comparison.
 * The matrix may change during pauses.
 */
export async function nearestCandidates(
  matrix: CodeMatrix,
  { query: values, count, allows, mask, pause }: NearestSearch,
): Promise<Uint32Array> {
  const query = queryCodes(values);
  if (query === undefined || count < 1) return new Uint32Array(0);
  const list = new CandidateList(count, 2 * SLACK * query.unit);
  const take = (ordinal: number, score: number, scale: number): void => {
    if (allows && !allows(ordinal)) return;
    list.add(ordinal, score - SLACK * scale, score + SLACK * scale);
  };
  for (let block = 0; block < matrix.blocks; block += 1) {
    if (block % BLOCKS_A_LOOK === 0) {
      const pausing = pause();
      if (pausing) await pausing;
      matrix.setQuery(query);
    }
    matrix.scan(block, { query, mask, slack: SLACK, threshold: list.threshold }, take);
  }
  return list.ordinals;
}

const FIRST_CAPACITY = 1_024;

/** Candidates for the best `count`; the heap holds the best lower bounds, the least on top. */
class CandidateList {
  readonly #heap: Float64Array;
  readonly #margin: number;
  #ordinals = new Uint32Array(FIRST_CAPACITY);
  #most = new Float64Array(FIRST_CAPACITY);
  #length = 0;

  /** @param margin - Maximum error between two bounds, beyond those given to `add`. */
  constructor(count: number, margin: number) {
    this.#heap = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
    this.#margin = margin;
  }

  /** Minimum upper bound to stay. */
  get threshold(): number {
    return (this.#heap[0] ?? Number.POSITIVE_INFINITY) - this.#margin;
  }

  /** The remaining ordinals, in insertion order. */
  get ordinals(): Uint32Array {
    this.#prune();
    return this.#ordinals.slice(0, this.#length);
  }

  /** Adds an ordinal with a score between `least` and `most`. */
  add(ordinal: number, least: number, most: number): void {
    if (most < this.threshold) return;
    if (least > (this.#heap[0] ?? Number.POSITIVE_INFINITY)) replaceTop(this.#heap, least);
    if (this.#length === this.#ordinals.length) this.#makeRoom();
    this.#ordinals[this.#length] = ordinal;
    this.#most[this.#length] = most;
    this.#length += 1;
  }

  #makeRoom(): void {
    this.#prune();
    if (this.#length * 2 <= this.#ordinals.length) return;
    this.#most = resized(this.#most, this.#ordinals.length * 2);
    this.#ordinals = resized(this.#ordinals, this.#ordinals.length * 2);
  }

  #prune(): void {
    const { threshold } = this;
    let kept = 0;
    for (let index = 0; index < this.#length; index += 1) {
      const most = this.#most[index] ?? 0;
      if (most < threshold) continue;
      this.#ordinals[kept] = this.#ordinals[index] ?? 0;
      this.#most[kept] = most;
      kept += 1;
    }
    this.#length = kept;
  }
}
