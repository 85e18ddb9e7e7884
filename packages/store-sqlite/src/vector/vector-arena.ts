import type { DotKernel } from "./dot-kernel.js";

/** Memory is given out in blocks of this size, so that what one matrix leaves fits any other. */
export const BLOCK_BYTES: number = 262_144;
/** Vectors longer than this many numbers have no place: four of them fill a block. */
export const MAX_DIMENSIONS: number = 16_384;

const QUERY_AT = 0;
const OUT_AT = MAX_DIMENSIONS * 4;
/** A block holds at most 4,096 rows of the least stride, 64 bytes. */
const BLOCKS_AT = OUT_AT + (BLOCK_BYTES / 64) * 4;

/** The kernel's memory: a query, room for results, and blocks of rows. */
export class VectorArena {
  readonly #kernel: DotKernel;
  readonly #maxBlocks: number;
  readonly #free: number[] = [];
  #blocks = 0;

  constructor(kernel: DotKernel, maxBytes: number) {
    this.#kernel = kernel;
    this.#maxBlocks = Math.floor(maxBytes / BLOCK_BYTES);
  }

  /** How many rows a block holds, a multiple of 4. */
  rowsPerBlock(stride: number): number {
    return Math.floor(BLOCK_BYTES / stride / 4) * 4;
  }

  /** A block that is nobody else's, as bytes from the beginning of memory; `undefined` if all are in use. */
  allocate(): number | undefined {
    const free = this.#free.pop();
    if (free !== undefined || this.#blocks >= this.#maxBlocks) return free;
    const place = BLOCKS_AT + this.#blocks * BLOCK_BYTES;
    this.#blocks += 1;
    this.#kernel.grow(place + BLOCK_BYTES);
    return place;
  }

  /** Takes blocks back. */
  release(blocks: readonly number[]): void {
    this.#free.push(...blocks);
  }

  /** Writes a row, and zeros behind it up to its stride. */
  write(place: number, stride: number, values: Float32Array): void {
    const row = new Float32Array(this.#kernel.buffer(), place, stride / 4);
    row.set(values);
    row.fill(0, values.length);
  }

  /** A view of a row, good until anything is allocated. */
  read(place: number, dimensions: number): Float32Array {
    return new Float32Array(this.#kernel.buffer(), place, dimensions);
  }

  /** Copies a row over another one. */
  move(from: number, to: number, stride: number): void {
    new Uint8Array(this.#kernel.buffer()).copyWithin(to, from, from + stride);
  }

  /** Prepares `multiply`. */
  setQuery(stride: number, values: Float32Array): void {
    this.#kernel.grow(BLOCKS_AT);
    this.write(QUERY_AT, stride, values);
  }

  /** The dot products of the query with the first `count` rows of a block: a view that the next call overwrites. */
  multiply(block: number, count: number, stride: number): Float32Array {
    // The few rows more that the kernel takes are inside the block too.
    const whole = Math.ceil(count / 4) * 4;
    this.#kernel.dot({ query: QUERY_AT, rows: block, count: whole, stride, out: OUT_AT });
    return new Float32Array(this.#kernel.buffer(), OUT_AT, count);
  }
}
