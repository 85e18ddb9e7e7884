import { MemoryError, type CallOptions } from "@kioku/core";
import { checkMembers, type CachedVector, type VectorCache } from "@kioku/core/toolkit";

import { toMemoryError } from "./errors.js";
import {
  openVectorCache,
  readVectors,
  removeVectors,
  writeVectors,
} from "./open/vector-cache-file.js";
import type { CacheWork } from "./open/vector-cache-file.js";
import { checkedInteger, checkedPath } from "./options.js";
import { Connection } from "./sql/connection.js";
import { SerialQueue, TimeSlicer, retryWhileBusy } from "./sql/scheduling.js";
import { emptyLog } from "./sql/write-ahead-log.js";

/** Options of `sqliteVectorCache`. */
export interface SqliteVectorCacheOptions {
  /**
   * Path of the cache, not of a store; created if missing, in an existing directory. `:memory:`
   * keeps everything in this process.
   */
  readonly path: string;
  /**
   * Maximum number of vectors, 1 to 100,000,000; evicts the least recently used. A vector takes 4
   * bytes per dimension and about 200 more.
   * @defaultValue `100000`
   */
  readonly maxEntries?: number | undefined;
  /**
   * Limit of how long a call waits for another writing process, 0 to 600,000 ms.
   * @defaultValue `5000`
   */
  readonly busyTimeoutMs?: number | undefined;
}

/** The options with all defaults filled in. */
interface ResolvedVectorCacheOptions {
  readonly path: string;
  readonly maxEntries: number;
  readonly busyTimeoutMs: number;
}

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` naming the option, the value and what is allowed.
 */
function resolveVectorCacheOptions(options: SqliteVectorCacheOptions): ResolvedVectorCacheOptions {
  checkMembers(options, "sqliteVectorCache", ["path", "maxEntries", "busyTimeoutMs"]);
  const { path, maxEntries = 100_000, busyTimeoutMs = 5_000 } = options;
  return {
    path: checkedPath(path),
    maxEntries: checkedInteger("maxEntries", maxEntries, { min: 1, max: 1e8 }),
    busyTimeoutMs: checkedInteger("busyTimeoutMs", busyTimeoutMs, { min: 0, max: 600_000 }),
  };
}

/** Maximum number of reads whose usage waits for the next write. */
const MAX_TOUCHED = 4_096;

/**
 * Creates the second layer of `cachedEmbedder` in one SQLite file, for one or several processes of
 * one machine. The first call opens it. Calls fail with `store-failed` if the file is damaged,
 * belongs to something else or cannot be written.
 * @throws `invalid-input` if an option is wrong.
 */
export function sqliteVectorCache(options: SqliteVectorCacheOptions): VectorCache {
  return new SqliteVectorCache(resolveVectorCacheOptions(options));
}

class SqliteVectorCache implements VectorCache {
  readonly #options: ResolvedVectorCacheOptions;
  readonly #slicer: TimeSlicer = new TimeSlicer();
  readonly #jobs: SerialQueue = new SerialQueue(this.#slicer);
  /** Keys that were read since the last write. */
  readonly #touched = new Set<string>();
  #connection: Connection | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: ResolvedVectorCacheOptions) {
    this.#options = options;
  }

  async get(
    keys: readonly string[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]> {
    return this.#run(options, async (work) => {
      const vectors = await readVectors(work, keys);
      for (const [index, key] of keys.entries()) if (vectors[index]) this.#touched.add(key);
      if (this.#touched.size > MAX_TOUCHED) await this.#noteUse(work);
      return vectors;
    });
  }

  async set(entries: readonly CachedVector[], options?: CallOptions): Promise<void> {
    await this.#run(options, async (work) => {
      await this.#write(work, entries);
    });
  }

  async delete(keys: readonly string[], options?: CallOptions): Promise<void> {
    await this.#run(options, async (work) => {
      for (const key of keys) this.#touched.delete(key);
      await removeVectors(work, keys);
      // Otherwise its bytes stay in the log, and return with it after a power failure.
      const { connection } = work;
      await retryWhileBusy(this.#options.busyTimeoutMs, () => emptyLog(connection));
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#jobs.run(async () => {
      const connection = this.#connection;
      if (!connection) return;
      try {
        await this.#noteUse({ connection, pause: () => undefined });
        connection.close();
      } catch (error) {
        throw toMemoryError(error, this.#options.path);
      }
    });
    return this.#closing;
  }

  async #write(work: CacheWork, entries: readonly CachedVector[]): Promise<void> {
    const { maxEntries } = this.#options;
    await writeVectors(work, { entries, touched: this.#touched, maxEntries });
    this.#touched.clear();
  }

  /** Ignores failures: a read must not fail because another process is writing. */
  async #noteUse(work: CacheWork): Promise<void> {
    if (this.#touched.size === 0) return;
    await this.#write(work, []).catch(() => this.#touched.clear());
  }

  async #run<T>(
    options: CallOptions | undefined,
    job: (work: CacheWork) => Promise<T>,
  ): Promise<T> {
    const signal = options?.signal;
    this.#requireOpen();
    signal?.throwIfAborted();
    return this.#jobs.run(async () => {
      signal?.throwIfAborted();
      const pause = (): Promise<void> | undefined =>
        this.#slicer.pause()?.then(() => signal?.throwIfAborted());
      try {
        return await job({ connection: await this.#open(), pause });
      } catch (error) {
        if (signal?.aborted === true && error === signal.reason) throw error;
        throw toMemoryError(error, this.#options.path);
      }
    });
  }

  async #open(): Promise<Connection> {
    const { path, busyTimeoutMs } = this.#options;
    this.#connection ??= new Connection(await openVectorCache(path, busyTimeoutMs), busyTimeoutMs);
    return this.#connection;
  }

  #requireOpen(): void {
    if (!this.#closing) return;
    throw new MemoryError("closed", "the vector cache is closed: make a new one");
  }
}
