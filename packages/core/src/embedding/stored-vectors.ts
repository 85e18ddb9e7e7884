import type { CachedVector, VectorCache } from "../contracts/vector-cache.js";
import { MemoryError } from "../errors/memory-error.js";
import { unlessAborted } from "../internal/async/unless-aborted.js";
import type { CallOptions } from "../model/call-options.js";
import type { Logger } from "../model/logger.js";

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
