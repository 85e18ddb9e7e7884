/** About what an entry takes beside its numbers. */
const ENTRY_BYTES = 200;

type Vectors = Map<number, Float32Array>;

/**
 * Vectors that were read lately, by number of the space and row of the record. What was not asked
 * for since about half of the room was filled anew leaves.
 */
export class VectorCache {
  readonly #maxBytes: number;
  readonly #recent = new Map<number, Vectors>();
  readonly #older = new Map<number, Vectors>();
  #recentBytes = 0;
  #olderBytes = 0;
  /** The transaction up to which it has followed. */
  change = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** What it takes in memory. */
  get bytes(): number {
    return this.#recentBytes + this.#olderBytes;
  }

  /** How much it may take. */
  get maxBytes(): number {
    return this.#maxBytes;
  }

  /** The vector of a record, if it is here; that is a use. */
  get(space: number, record: number): Float32Array | undefined {
    const recent = this.#recent.get(space)?.get(record);
    if (recent) return recent;
    const older = this.#older.get(space)?.get(record);
    if (older) this.set(space, record, older);
    return older;
  }

  /** Keeps the vector of a record, which nobody may change from now on. */
  set(space: number, record: number, values: Float32Array): void {
    const bytes = bytesOf(values);
    if (2 * bytes > this.#maxBytes) return;
    if (this.#recentBytes + bytes > this.#maxBytes / 2) this.#age();
    let vectors = this.#recent.get(space);
    if (!vectors) {
      vectors = new Map();
      this.#recent.set(space, vectors);
    }
    if (!vectors.has(record)) this.#recentBytes += bytes;
    vectors.set(record, values);
  }

  /** Forgets a record, in all spaces. */
  delete(record: number): void {
    for (const vectors of this.#recent.values()) this.#recentBytes -= remove(vectors, record);
    for (const vectors of this.#older.values()) this.#olderBytes -= remove(vectors, record);
  }

  /** Forgets all. */
  clear(): void {
    this.#recent.clear();
    this.#older.clear();
    this.#recentBytes = 0;
    this.#olderBytes = 0;
  }

  #age(): void {
    this.#older.clear();
    for (const [space, vectors] of this.#recent) this.#older.set(space, vectors);
    this.#recent.clear();
    this.#olderBytes = this.#recentBytes;
    this.#recentBytes = 0;
  }
}

function remove(vectors: Vectors, record: number): number {
  const values = vectors.get(record);
  vectors.delete(record);
  return values ? bytesOf(values) : 0;
}

function bytesOf(values: Float32Array): number {
  return values.byteLength + ENTRY_BYTES;
}
