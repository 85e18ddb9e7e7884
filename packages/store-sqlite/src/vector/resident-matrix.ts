import type { VectorArena } from "./vector-arena.js";

/** Rows lie at multiples of this, which is what the kernel takes at a step. */
const STEP_BYTES = 64;

/** The vectors of one space and scope in the arena, without gaps: the last row fills the place of a removed one. */
export class ResidentMatrix {
  readonly #arena: VectorArena;
  readonly #dimensions: number;
  readonly #stride: number;
  readonly #rowsPerBlock: number;
  readonly #blocks: number[] = [];
  /** Row of the record at each index, and back. */
  readonly #records: number[] = [];
  readonly #indices = new Map<number, number>();

  constructor(arena: VectorArena, dimensions: number) {
    this.#arena = arena;
    this.#dimensions = dimensions;
    this.#stride = Math.ceil((dimensions * 4) / STEP_BYTES) * STEP_BYTES;
    this.#rowsPerBlock = arena.rowsPerBlock(this.#stride);
  }

  /** Rows of the records whose vectors these are, in the order of `scores`. */
  get records(): readonly number[] {
    return this.#records;
  }

  /** The vector of a record: a view, good until something is written. */
  get(record: number): Float32Array | undefined {
    const index = this.#indices.get(record);
    return index === undefined
      ? undefined
      : this.#arena.read(this.#placeOf(index), this.#dimensions);
  }

  /** Puts a vector in place of the one the record may have. False: the arena is full, nothing was changed. */
  set(record: number, values: Float32Array): boolean {
    const index = this.#indices.get(record) ?? this.#records.length;
    if (index === this.#blocks.length * this.#rowsPerBlock) {
      const block = this.#arena.allocate();
      if (block === undefined) return false;
      this.#blocks.push(block);
    }
    this.#arena.write(this.#placeOf(index), this.#stride, values);
    this.#records[index] = record;
    this.#indices.set(record, index);
    return true;
  }

  /** Removes the vector of a record, if there is one. */
  delete(record: number): void {
    const index = this.#indices.get(record);
    const last = this.#records.at(-1);
    if (index === undefined || last === undefined) return;
    this.#indices.delete(record);
    this.#records.pop();
    if (last === record) return;
    this.#arena.move(this.#placeOf(this.#records.length), this.#placeOf(index), this.#stride);
    this.#records[index] = last;
    this.#indices.set(last, index);
  }

  /** The dot product of each vector with a query of the same width, in single precision. */
  scores(query: Float32Array): Float32Array {
    const scores = new Float32Array(this.#records.length);
    this.#arena.setQuery(this.#stride, query);
    for (const [number, block] of this.#blocks.entries()) {
      const start = number * this.#rowsPerBlock;
      const count = Math.min(this.#rowsPerBlock, scores.length - start);
      if (count > 0) scores.set(this.#arena.multiply(block, count, this.#stride), start);
    }
    return scores;
  }

  /** Gives its memory back; it must not be used afterwards. */
  release(): void {
    this.#arena.release(this.#blocks);
  }

  #placeOf(index: number): number {
    const block = this.#blocks[Math.floor(index / this.#rowsPerBlock)] ?? 0;
    return block + (index % this.#rowsPerBlock) * this.#stride;
  }
}
