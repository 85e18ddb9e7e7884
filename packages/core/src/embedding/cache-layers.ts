import type { CachedVector, VectorCache } from "../contracts/vector-cache.js";
import { MemoryError } from "../errors/memory-error.js";
import { unlessAborted } from "../internal/async/unless-aborted.js";
import type { CallOptions, Logger } from "../model/call-options.js";

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

/**
 * A layer on disk that may fail: then it has nothing and keeps nothing, and the logger is told the
 * first time. Only an abort rejects.
 */
export class StoredVectors {
  readonly #cache: VectorCache;
  readonly #logger: Logger;
  readonly #id: string;
  readonly #writes = new Set<Promise<void>>();
  /** What failed the last time, of reading and writing. */
  readonly #failing = new Set<string>();

  /** @param about - The embedder's id, for the logger. */
  constructor(cache: VectorCache, about: { readonly id: string; readonly logger: Logger }) {
    this.#cache = cache;
    this.#logger = about.logger;
    this.#id = about.id;
  }

  /** What it has of these keys. */
  async read(keys: readonly string[], options: CallOptions): Promise<readonly CachedVector[]> {
    const read = async (): Promise<readonly CachedVector[]> => {
      const vectors = await this.#cache.get(keys, options);
      return keys.flatMap((key, index): readonly CachedVector[] => {
        const vector = vectors[index];
        return vector ? [{ key, vector }] : [];
      });
    };
    return (await this.#attempt(read(), "read", options)) ?? [];
  }

  /** Keeps vectors. */
  async write(entries: readonly CachedVector[], options: CallOptions): Promise<void> {
    if (entries.length === 0) return;
    const write = async (): Promise<void> => this.#cache.set(entries, { signal: options.signal });
    const writing = write();
    this.#writes.add(writing);
    void writing.catch(() => undefined).then(() => this.#writes.delete(writing));
    await this.#attempt(writing, "written", options);
  }

  /**
   * Removes what is kept, after what is being written. Unlike the others it fails if the layer
   * does.
   */
  async delete(keys: readonly string[], options: CallOptions): Promise<void> {
    await unlessAborted(Promise.allSettled(this.#writes), options.signal);
    await unlessAborted(this.#cache.delete(keys, options), options.signal);
  }

  /** Closes the layer, after what is being written. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#writes);
    await this.#cache.close();
  }

  async #attempt<T>(
    call: Promise<T>,
    what: string,
    { signal }: CallOptions,
  ): Promise<T | undefined> {
    try {
      const result = await unlessAborted(call, signal);
      this.#failing.delete(what);
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      if (this.#failing.has(what)) return undefined;
      this.#failing.add(what);
      const reason = MemoryError.is(error) ? error.message : "unknown";
      this.#logger.warn(`cached vectors of embedder ${this.#id} could not be ${what}`, { reason });
      return undefined;
    }
  }
}
