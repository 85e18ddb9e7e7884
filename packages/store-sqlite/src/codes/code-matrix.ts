import { BLOCK_BYTES, blockLayout } from "./block-layout.js";
import type { BlockLayout } from "./block-layout.js";
import { HITS_AT } from "./code-arena.js";
import type { CodeArena } from "./code-arena.js";
import type { QueryCodes } from "./query-codes.js";

/** What a scan of a block looks for. */
export interface BlockSearch {
  /** The query; `ask` has been called with it. */
  readonly query: QueryCodes;
  /** How many scales a score may lack to the threshold. */
  readonly slack: number;
  /** What score and slack have to reach. */
  readonly threshold: number;
  /**
   * A bit for each slot, lowest bits first; without it all slots count, and beyond its end none
   * does.
   */
  readonly mask?: Uint32Array | undefined;
}

/** Told of a found slot: its score, and the scale of its codes. */
export type FoundSlot = (slot: number, score: number, scale: number) => void;

/**
 * Vectors of one space as codes of 7 bits, by slot: whole numbers from 0 that the caller gives,
 * densely.
 */
export class CodeMatrix {
  readonly #arena: CodeArena;
  readonly #layout: BlockLayout;
  /** Places of the blocks; one whose slots never had a vector is missing. */
  readonly #blocks: (number | undefined)[] = [];
  #end = 0;
  #bytes = 0;

  /** @param dimensions - Width of the vectors, from 1 to 16,384. */
  constructor(arena: CodeArena, dimensions: number) {
    this.#arena = arena;
    this.#layout = blockLayout(dimensions);
  }

  /** What it takes of the arena. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many blocks there are to scan. */
  get blocks(): number {
    return this.#blocks.length;
  }

  /** One more than the last slot that ever had a vector. */
  get end(): number {
    return this.#end;
  }

  /**
   * Puts a vector in place of the one the slot may have; `undefined` takes it away. A vector of
   * zeros is never found.
   * @returns False if the arena is full: nothing was changed.
   */
  set(slot: number, values: Float32Array | undefined): boolean {
    if (values === undefined) return this.clear(slot);
    const block = this.#blockOf(slot) ?? this.#allocate(this.#numberOf(slot));
    if (block === undefined) return false;
    const { stride } = this.#layout;
    const codes = this.#codesAt(block, slot);
    this.#arena.quantise(values, { codes, stride, scale: this.#scaleAt(block, slot) });
    this.#end = Math.max(this.#end, slot + 1);
    return true;
  }

  /** Takes the vector of a slot away, if there is one; always true. */
  clear(slot: number): true {
    const block = this.#blockOf(slot);
    if (block !== undefined) {
      this.#arena.memory.floats[this.#scaleAt(block, slot) / 4] = Number.NaN;
    }
    return true;
  }

  /** Whether a slot has a vector that can be found. */
  has(slot: number): boolean {
    const block = this.#blockOf(slot);
    if (block === undefined) return false;
    return !Number.isNaN(this.#arena.memory.floats[this.#scaleAt(block, slot) / 4]);
  }

  /** Gives its memory back; it is empty afterwards. */
  release(): void {
    for (const block of this.#blocks) if (block !== undefined) this.#arena.release(block);
    this.#blocks.length = 0;
    this.#end = 0;
    this.#bytes = 0;
  }

  /** Prepares `scan`; to be repeated whenever another matrix of the arena may have been asked. */
  ask(query: QueryCodes): void {
    if (this.#bytes > 0) this.#arena.setQuery(query, this.#layout.stride);
  }

  /** Tells of each slot of a block that comes up to the threshold, in ascending order. */
  scan(number: number, { query, mask, ...limits }: BlockSearch, found: FoundSlot): void {
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
      const slot = words[hit] ?? 0;
      found(slot, floats[hit + 1] ?? 0, floats[scales / 4 + slot - first] ?? Number.NaN);
    }
  }

  #numberOf(slot: number): number {
    return Math.floor(slot / this.#layout.rows);
  }

  #blockOf(slot: number): number | undefined {
    return this.#blocks[this.#numberOf(slot)];
  }

  #codesAt(block: number, slot: number): number {
    const { rows, stride, walk } = this.#layout;
    const row = slot % rows;
    return block + (row % 8) * walk + Math.floor(row / 8) * stride;
  }

  #scaleAt(block: number, slot: number): number {
    return block + this.#layout.scales + (slot % this.#layout.rows) * 4;
  }

  /** A block in which no slot has a vector. */
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

/** The bytes of a mask for some groups of 8 slots; zeros beyond its end. */
function maskOf(mask: Uint32Array, first: number, groups: number): Uint8Array {
  const all = new Uint8Array(mask.buffer, mask.byteOffset, mask.byteLength);
  const bytes = all.subarray(first / 8, first / 8 + groups);
  if (bytes.length === groups) return bytes;
  const padded = new Uint8Array(groups);
  padded.set(bytes);
  return padded;
}
