import { MemoryError, type CallOptions, type Logger } from "@kioku/core";
import {
  checkMembers,
  checkMethods,
  checkNumber,
  safeLogger,
  unlessAborted,
} from "@kioku/core/toolkit";
import type { CachedVector, VectorCache } from "@kioku/core/toolkit";

/** Statistics of a cache. */
export interface CacheStatistics {
  /** Texts answered without the embedder, those that came twice in one call included. */
  readonly hits: number;
  /** Texts that the embedder was asked for. */
  readonly misses: number;
  /** Vectors in memory. */
  readonly entries: number;
  /** Size of these vectors in bytes, about. */
  readonly bytes: number;
}

/** Options of `cachedEmbedder`. */
export interface CachedEmbedderOptions {
  /** Most vectors in memory, 0 to 10,000,000. @defaultValue `10000` */
  readonly maxEntries?: number | undefined;
  /** Most memory they take, in bytes, about: 0 to 2^40. @defaultValue `67108864` */
  readonly maxBytes?: number | undefined;
  /** A second layer, such as `sqliteVectorCache`; closed with the embedder. @defaultValue none */
  readonly store?: VectorCache | undefined;
  /** Logs that the second layer begins to fail. @defaultValue silent */
  readonly logger?: Logger | undefined;
}

/** Options of `cachedEmbedder` with defaults filled in. */
export interface ResolvedCacheOptions {
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly store: VectorCache | undefined;
  readonly logger: Logger;
}

/** Checks the options of `cachedEmbedder` and fills in the defaults. */
export function resolveCacheOptions(options: CachedEmbedderOptions): ResolvedCacheOptions {
  checkMembers(options, "options", ["maxEntries", "maxBytes", "store", "logger"]);
  const { maxEntries = 10_000, maxBytes = 2 ** 26, store, logger } = options;
  checkNumber(maxEntries, "options.maxEntries", { min: 0, max: 10_000_000, integer: true });
  checkNumber(maxBytes, "options.maxBytes", { min: 0, max: 2 ** 40, integer: true });
  if (store !== undefined) {
    checkMethods(store, "options.store", ["get", "set", "delete", "close"]);
  }
  if (logger !== undefined) checkMethods(logger, "options.logger", ["warn", "error"]);
  return { maxEntries, maxBytes, store, logger: safeLogger(logger) };
}

/** Second layer. It never fails but by an abort; the first failure is logged. */
export class StoredVectors {
  readonly #cache: VectorCache;
  readonly #logger: Logger;
  readonly #id: string;
  readonly #writes = new Set<Promise<void>>();
  /** The calls that failed the last time: reading, writing. */
  readonly #failing = new Set<string>();

  constructor(cache: VectorCache, about: { readonly id: string; readonly logger: Logger }) {
    this.#cache = cache;
    this.#logger = about.logger;
    this.#id = about.id;
  }

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

  async write(entries: readonly CachedVector[], options: CallOptions): Promise<void> {
    if (entries.length === 0) return;
    const write = async (): Promise<void> => this.#cache.set(entries, { signal: options.signal });
    const writing = write();
    this.#writes.add(writing);
    void writing.catch(() => undefined).then(() => this.#writes.delete(writing));
    await this.#attempt(writing, "written", options);
  }

  /** Removes vectors, after pending writes. Rejects if the layer fails. */
  async delete(keys: readonly string[], options: CallOptions): Promise<void> {
    await unlessAborted(Promise.allSettled(this.#writes), options.signal);
    await unlessAborted(this.#cache.delete(keys, options), options.signal);
  }

  /** Closes the layer, after pending writes. */
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
