import { BLOCK_BYTES, MAX_BLOCK_ROWS, MAX_DIMENSIONS } from "./block-layout.js";
import type { CodeKernel, KernelMemory, QuantiseCall, ScanCall } from "./code-kernel.js";
import type { QueryCodes } from "./query-codes.js";

const QUERY_AT = 0;
const VALUES_AT = QUERY_AT + MAX_DIMENSIONS;
const MASK_AT = VALUES_AT + MAX_DIMENSIONS * 4;
const OUT_AT = MASK_AT + Math.ceil(MAX_BLOCK_ROWS / 512) * 64;
/**
 * Where a scan leaves what it found, as bytes from the beginning of memory: pairs of a row's number
 * and its score.
 */
export const HITS_AT: number = OUT_AT + 32;
const BLOCKS_AT = Math.ceil((HITS_AT + MAX_BLOCK_ROWS * 8) / 4_096) * 4_096;
/** Places are 32 bits, and the last ones stay free, so that the end of a row is one too. */
const MAX_BYTES = 2 ** 32 - 65_536;

/** A scan of some groups of a block; the arena knows the rest of the call. */
export type GroupScan = Omit<ScanCall, "query" | "bias" | "unit" | "mask" | "out">;

/**
 * The kernel's memory: a query, a row to quantise, a mask, room for results, and blocks of rows.
 */
export class CodeArena {
  readonly #kernel: CodeKernel;
  readonly #maxBlocks: number;
  readonly #free: number[] = [];
  #blocks = 0;

  /**
   * @param maxBytes - What all blocks together may take. Memory grows up to that and never shrinks.
   */
  constructor(kernel: CodeKernel, maxBytes: number) {
    this.#kernel = kernel;
    this.#maxBlocks = Math.floor(Math.min(maxBytes, MAX_BYTES - BLOCKS_AT) / BLOCK_BYTES);
  }

  /** Views of the memory, good until anything is allocated. */
  get memory(): KernelMemory {
    return this.#kernel.memory();
  }

  /**
   * A block that is nobody else's, as bytes from the beginning of memory; `undefined` if there is
   * no more room.
   */
  allocate(): number | undefined {
    const free = this.#free.pop();
    if (free !== undefined || this.#blocks >= this.#maxBlocks) return free;
    const place = BLOCKS_AT + this.#blocks * BLOCK_BYTES;
    if (!this.#kernel.grow(place + BLOCK_BYTES)) return undefined;
    this.#blocks += 1;
    return place;
  }

  /** Takes a block back. */
  release(block: number): void {
    this.#free.push(block);
  }

  /** Writes the codes and the scale of a vector. */
  quantise(values: Float32Array, to: Omit<QuantiseCall, "values">): void {
    const { floats } = this.memory;
    floats.set(values, VALUES_AT / 4);
    floats.fill(0, VALUES_AT / 4 + values.length, VALUES_AT / 4 + to.stride);
    this.#kernel.quantise({ ...to, values: VALUES_AT });
  }

  /**
   * Writes the query of the next scans, and zeros behind it up to `stride`. At least one block is
   * in use.
   */
  setQuery({ codes }: QueryCodes, stride: number): void {
    const { signed } = this.memory;
    signed.set(codes, QUERY_AT);
    signed.fill(0, QUERY_AT + codes.length, QUERY_AT + stride);
  }

  /**
   * Finds rows with the query that was written last.
   * @param mask - A bit for each row; without it all count.
   * @returns How many were found; the next scan overwrites them.
   */
  scan(groups: GroupScan, { unit, bias }: QueryCodes, mask: Uint8Array | undefined): number {
    if (mask) this.memory.bytes.set(mask, MASK_AT);
    const place = { query: QUERY_AT, mask: mask ? MASK_AT : 0, out: OUT_AT };
    return this.#kernel.scan({ ...groups, ...place, unit, bias });
  }
}
