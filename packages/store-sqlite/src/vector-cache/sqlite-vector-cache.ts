import { MemoryError } from "@kioku/core";
import type { CallOptions } from "@kioku/core";
import type { CachedVector, VectorCache } from "@kioku/core/toolkit";

import { toMemoryError } from "../errors.js";
import { JobQueue } from "../jobs/job-queue.js";
import { Turn } from "../jobs/turn.js";
import { emptyLog } from "../open/empty-log.js";
import { whenFree } from "../open/when-free.js";
import { rowsOf } from "../operations/sql-runner.js";
import { Connection } from "../sql/connection.js";
import { readVectors, removeVectors, writeVectors } from "./cached-vectors.js";
import type { CacheWork } from "./cached-vectors.js";
import { openVectorCache } from "./open-vector-cache.js";
import { resolveVectorCacheOptions } from "./vector-cache-options.js";
import type {
  ResolvedVectorCacheOptions,
  SqliteVectorCacheOptions,
} from "./vector-cache-options.js";

/** What was asked for is noted with the next write, or when it is as many. */
const MAX_TOUCHED = 4_096;

/**
 * The second layer of `cachedEmbedder` in one SQLite file, for one or several processes of one
 * machine. Opened by its first call. Its calls fail with `store-failed` where the file is damaged,
 * belongs to something else or cannot be written.
 * @throws `invalid-input` if an option is wrong.
 */
export function sqliteVectorCache(options: SqliteVectorCacheOptions): VectorCache {
  return new SqliteVectorCache(resolveVectorCacheOptions(options));
}

class SqliteVectorCache implements VectorCache {
  readonly #options: ResolvedVectorCacheOptions;
  readonly #turn: Turn = new Turn();
  readonly #jobs: JobQueue = new JobQueue(this.#turn);
  /** Keys that were asked for since the last write. */
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
      // Or its bytes stay in the log, and come back with it after a loss of power.
      const { connection } = work;
      await whenFree(this.#options.busyTimeoutMs, () => emptyLog(rowsOf(connection)));
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

  /** Who only reads must not fail because somebody else is writing. */
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
        this.#turn.pause()?.then(() => signal?.throwIfAborted());
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
