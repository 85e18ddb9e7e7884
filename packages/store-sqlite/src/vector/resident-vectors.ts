import type { DotKernel } from "./dot-kernel.js";
import { ResidentMatrix } from "./resident-matrix.js";
import { MAX_DIMENSIONS, VectorArena } from "./vector-arena.js";
import type { VectorChange } from "./vector-change.js";

/** Scopes and spaces whose counters are remembered. */
const MAX_TRACKED = 4_096;

/** The vectors of one space and scope at one state of the database. */
export interface VectorsOfScope {
  readonly space: number;
  readonly scope: number;
  readonly dimensions: number;
  /** `vector_changes` of the scope as the transaction that asks sees it. */
  readonly changes: number;
  /** At least as many as there are vectors. */
  readonly atMost: number;
}

/** A vector and the row of its record. */
export interface StoredVector {
  readonly record: number;
  readonly values: Float32Array;
}

interface Tracked {
  readonly scope: number;
  /** The state that the last question or write of this process was about. */
  changes: number;
  /** The vectors in that state. */
  matrix: ResidentMatrix | undefined;
}

/**
 * Vectors of large scopes in memory, least recently used ones leaving first. It holds no truth: a matrix is used only
 * while its scope's counter in the database is the one it was made for, so other writers are noticed by any search.
 */
export class ResidentVectors {
  readonly #arena: VectorArena;
  readonly #maxBytes: number;
  /** By space and scope, least recently used first. */
  readonly #tracked = new Map<string, Tracked>();

  constructor(kernel: DotKernel, maxBytes: number) {
    this.#arena = new VectorArena(kernel, maxBytes);
    this.#maxBytes = maxBytes;
  }

  /**
   * The current matrix, if there is one, or if it is worth loading: when the vectors are asked for a second time without
   * a change by another writer in between.
   */
  find(wanted: VectorsOfScope, load: () => Iterable<StoredVector>): ResidentMatrix | undefined {
    const { dimensions, changes, atMost } = wanted;
    if (dimensions > MAX_DIMENSIONS || dimensions * 4 * atMost > this.#maxBytes) return undefined;
    const tracked = this.#track(wanted);
    if (tracked.changes !== changes) {
      this.#drop(tracked);
      tracked.changes = changes;
      return undefined;
    }
    if (!tracked.matrix) this.#load(tracked, dimensions, load());
    return tracked.matrix;
  }

  /**
   * Brings the matrices in line with a write of this process that has been committed.
   * @param scopes - The scopes whose vectors it changed, with their new counters.
   */
  follow(scopes: ReadonlyMap<number, number>, changes: readonly VectorChange[]): void {
    if (scopes.size === 0) return;
    const current = new Set<Tracked>();
    for (const tracked of this.#tracked.values()) {
      if (scopes.get(tracked.scope) !== tracked.changes + 1) continue;
      tracked.changes += 1;
      current.add(tracked);
    }
    for (const { space, scope, record, values } of changes) {
      const tracked = this.#tracked.get(keyOf(space, scope));
      if (!tracked || !current.has(tracked)) continue;
      if (values) this.#set(tracked, { record, values });
      else tracked.matrix?.delete(record);
    }
  }

  /** What is known of these vectors, now the most recently used. */
  #track({ space, scope, changes }: VectorsOfScope): Tracked {
    const key = keyOf(space, scope);
    // A counter that nothing has: the first question is never the second one.
    const tracked = this.#tracked.get(key) ?? { scope, changes: changes - 2, matrix: undefined };
    this.#tracked.delete(key);
    this.#tracked.set(key, tracked);
    const [oldest] = this.#tracked;
    if (this.#tracked.size > MAX_TRACKED && oldest) {
      this.#drop(oldest[1]);
      this.#tracked.delete(oldest[0]);
    }
    return tracked;
  }

  #load(tracked: Tracked, dimensions: number, vectors: Iterable<StoredVector>): void {
    tracked.matrix = new ResidentMatrix(this.#arena, dimensions);
    for (const vector of vectors) if (!this.#set(tracked, vector)) return;
  }

  /** Puts a vector into the matrix, if there is one; drops the matrix if it finds no room. */
  #set(tracked: Tracked, { record, values }: StoredVector): boolean {
    while (tracked.matrix?.set(record, values) === false) {
      const victim = this.#leastRecentlyUsed(tracked);
      this.#drop(victim);
    }
    return tracked.matrix !== undefined;
  }

  /** The one to leave next: any other that has a matrix, or this one if there is none. */
  #leastRecentlyUsed(but: Tracked): Tracked {
    for (const tracked of this.#tracked.values()) {
      if (tracked !== but && tracked.matrix) return tracked;
    }
    return but;
  }

  #drop(tracked: Tracked): void {
    tracked.matrix?.release();
    tracked.matrix = undefined;
  }
}

function keyOf(space: number, scope: number): string {
  return `${space}/${scope}`;
}
