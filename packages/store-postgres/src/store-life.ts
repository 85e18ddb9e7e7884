import { MemoryError, type CallOptions } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { SegmentCache } from "./index/segment/segment-cache.js";
import { readBuiltIndexes, VectorIndexes, type BuiltIndex } from "./index/vector-indexes.js";
import { PendingWork } from "./open/client/base-channel.js";
import { openDrivers, OpeningDriver } from "./open/client/open-drivers.js";
import { openDatabase } from "./open/open-database.js";
import type { ResolvedOptions } from "./options.js";
import { grantAccess } from "./schema/policies.js";
import { LargeScopes } from "./search/large-scopes.js";
import { SpaceCache } from "./search/space-cache.js";
import type { Driver } from "./sql/driver.js";
import type { Names } from "./sql/names.js";
import { pipelined } from "./sql/query.js";
import { toMemoryError } from "./sql/to-memory-error.js";
import type { DatabaseContext } from "./store-context.js";

/** Resources of an open store. */
export interface Opened {
  readonly driver: Driver;
  /** Reaches the server that takes writes. */
  readonly primary: Driver;
  readonly database: DatabaseContext;
}

/** Work on an open store. */
export type Job<T> = (opened: Opened) => Promise<T>;

/** An opening, and the number of its waiters. */
interface Opening {
  readonly done: Promise<Opened>;
  readonly stop: AbortController;
  waiting: number;
}

/** Life cycle of a store: new, open, closed. */
export class StoreLife {
  readonly options: ResolvedOptions;
  readonly largeScopes: LargeScopes = new LargeScopes();
  readonly spaceCache: SpaceCache = new SpaceCache();
  #opening: Opening | undefined;
  #opened: Opened | undefined;
  #closing: Promise<void> | undefined;
  readonly #pending = new PendingWork();

  constructor(options: ResolvedOptions) {
    this.options = options;
  }

  /** True if the schema has the functions of `recallFunctions`. */
  get hasFunctions(): boolean {
    return this.#opened?.database.hasFunctions ?? false;
  }

  /**
   * Connects and migrates, once. Aborts when all waiters have aborted. A failure may be retried.
   */
  async open(options?: CallOptions): Promise<void> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    const opening = (this.#opening ??= this.#beginToOpen());
    opening.waiting += 1;
    try {
      this.#opened = await unlessAborted(opening.done, options?.signal);
    } catch (error) {
      if (opening.waiting === 1) this.#giveUp(opening);
      throw failureOf(error, options);
    } finally {
      opening.waiting -= 1;
    }
  }

  /** Runs an operation, for which `close` waits. Its steps must not come here again. */
  async run<T>(options: CallOptions | undefined, job: Job<T>): Promise<T> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    const opened = this.#opened;
    if (!opened) {
      throw new MemoryError("store-failed", "the postgres store is not open: call open() first");
    }
    try {
      return await this.#pending.track(() => job(opened));
    } catch (error) {
      throw failureOf(error, options);
    }
  }

  /** Ends what the store has made, after pending calls. */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    const opened = await this.#opening?.done.catch(() => undefined);
    // Includes calls that wait for a retry.
    await this.#pending.settled();
    try {
      await opened?.driver.close();
    } catch (error) {
      throw toMemoryError(error);
    }
  }

  #beginToOpen(): Opening {
    const stop = new AbortController();
    const done = this.#open(stop.signal);
    return { done, stop, waiting: 0 };
  }

  /** Aborts an opening without waiters; `close` waits for its end. */
  #giveUp(opening: Opening): void {
    if (this.#opening === opening) this.#opening = undefined;
    opening.stop.abort();
    this.#pending.track(() => opening.done).catch(() => undefined);
  }

  async #open(signal: AbortSignal): Promise<Opened> {
    const { driver, primary } = openDrivers(this.options);
    try {
      const limits = { signal, statementTimeoutMs: this.options.statementTimeoutMs };
      const found = await openDatabase(new OpeningDriver(primary, limits), this.options);
      const { quantization, indexFrom } = this.options;
      // Others may have built some, but this store is exact.
      const vectorIndexes = new VectorIndexes(async () =>
        indexFrom === false ? [] : this.#builtIndexes(driver, found.names),
      );
      await unlessAborted(vectorIndexes.refresh(), signal);
      const segmentCache = new SegmentCache();
      const database = { ...found, quantization, vectorIndexes, segmentCache };
      return { driver, primary, database };
    } catch (error) {
      await driver.close().catch(() => undefined);
      throw error;
    }
  }

  async #builtIndexes(driver: Driver, names: Names): Promise<readonly BuiltIndex[]> {
    const { statementTimeoutMs } = this.options;
    return driver.transaction({ mode: "snapshot", statementTimeoutMs }, (channel) =>
      pipelined(grantAccess(channel, [""], this.options), () => readBuiltIndexes(channel, names)),
    );
  }

  #requireNotClosed(): void {
    if (this.#closing) {
      throw new MemoryError("closed", "the postgres store is closed: make a new one");
    }
  }
}

/** Returns the error of a call. An abort keeps its own reason. */
export function failureOf(error: unknown, options: CallOptions | undefined): unknown {
  if (options?.signal?.aborted === true && error === options.signal.reason) return error;
  return toMemoryError(error);
}
