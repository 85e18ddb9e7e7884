/**
 * About what an entry takes beside its numbers: a key of 64 characters, an array and a place in the
 * map.
 */
const ENTRY_BYTES = 400;

/** How much may be kept. */
export interface RecentVectorsLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
}

/**
 * Vectors in memory, of which those asked for longest ago go first. Hands out its own arrays:
 * nobody may change them.
 */
export class RecentVectors {
  readonly #limits: RecentVectorsLimits;
  /** In the order of their last use. */
  readonly #vectors = new Map<string, Float32Array>();
  #bytes = 0;

  constructor(limits: RecentVectorsLimits) {
    this.#limits = limits;
  }

  /** How many there are. */
  get entries(): number {
    return this.#vectors.size;
  }

  /** About what they take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is kept under the key; that is a use. */
  get(key: string): Float32Array | undefined {
    const vector = this.#vectors.get(key);
    if (!vector) return undefined;
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
    return vector;
  }

  /** Keeps a vector, which nobody may change from now on. */
  set(key: string, vector: Float32Array): void {
    this.delete(key);
    this.#vectors.set(key, vector);
    this.#bytes += bytesOf(vector);
    for (const oldest of this.#vectors.keys()) {
      if (this.entries <= this.#limits.maxEntries && this.#bytes <= this.#limits.maxBytes) break;
      this.delete(oldest);
    }
  }

  /** Forgets what is kept under the key. */
  delete(key: string): void {
    const vector = this.#vectors.get(key);
    if (!vector) return;
    this.#vectors.delete(key);
    this.#bytes -= bytesOf(vector);
  }

  /** Forgets all. */
  clear(): void {
    this.#vectors.clear();
    this.#bytes = 0;
  }
}

function bytesOf(vector: Float32Array): number {
  return vector.byteLength + ENTRY_BYTES;
}
