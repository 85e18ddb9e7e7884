import { StateCache } from "../resident/state-cache.js";
import type { CacheEntry } from "../resident/state-cache.js";
import type { DotKernel } from "./dot-kernel.js";
import { ResidentMatrix } from "./resident-matrix.js";
import { MAX_DIMENSIONS, VectorArena } from "./vector-arena.js";
import type { VectorChange } from "./vector-change.js";

/** The vectors of one space and scope at one state of the database. */
export interface VectorsOfScope {
  readonly space: number;
  readonly scope: number;
  readonly dimensions: number;
  /** `changes` of the scope as the transaction that asks sees it. */
  readonly changes: number;
  /** At least as many as there are vectors. */
  readonly atMost: number;
}

/** A vector and the row of its record. */
export interface StoredVector {
  readonly record: number;
  readonly values: Float32Array;
}

/** Vectors of scopes in memory, as far as the arena has room. */
export class ResidentVectors {
  readonly #arena: VectorArena;
  readonly #maxBytes: number;
  readonly #cache = new StateCache<ResidentMatrix>((matrix) => {
    matrix.release();
  });

  constructor(kernel: DotKernel, maxBytes: number) {
    this.#arena = new VectorArena(kernel, maxBytes);
    this.#maxBytes = maxBytes;
  }

  /** The current matrix, if there is one or it is worth loading. */
  find(wanted: VectorsOfScope, load: () => Iterable<StoredVector>): ResidentMatrix | undefined {
    const { space, scope, changes, dimensions, atMost } = wanted;
    if (dimensions > MAX_DIMENSIONS || dimensions * 4 * atMost > this.#maxBytes) return undefined;
    const entry = this.#cache.find({ key: keyOf(space, scope), scope, changes });
    if (entry && !entry.value) this.#load(entry, dimensions, load());
    return entry?.value;
  }

  /**
   * Brings the matrices in line with a write of this process that has been committed.
   * @param scopes - The scopes it changed, with their new counters.
   */
  follow(scopes: ReadonlyMap<number, number>, changes: readonly VectorChange[]): void {
    const entryOf = this.#cache.follow(scopes);
    for (const { space, scope, record, values } of changes) {
      const entry = entryOf(keyOf(space, scope));
      if (entry && values) this.#set(entry, { record, values });
      else entry?.value?.delete(record);
    }
  }

  /** Forgets all vectors of a space. */
  forget(space: number): void {
    this.#cache.forget((key) => key.startsWith(keyOf(space, "")));
  }

  #load(
    entry: CacheEntry<ResidentMatrix>,
    dimensions: number,
    vectors: Iterable<StoredVector>,
  ): void {
    entry.value = new ResidentMatrix(this.#arena, dimensions);
    for (const vector of vectors) if (!this.#set(entry, vector)) return;
  }

  /** Puts a vector into the matrix, if there is one; drops the matrix if it finds no room. */
  #set(entry: CacheEntry<ResidentMatrix>, { record, values }: StoredVector): boolean {
    while (entry.value?.set(record, values) === false) this.#cache.makeRoom(entry);
    return entry.value !== undefined;
  }
}

function keyOf(space: number, scope: number | ""): string {
  return `${space}/${scope}`;
}
