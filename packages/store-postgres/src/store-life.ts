import { MemoryError, type CallOptions } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { SegmentCache } from "./index/segment/segment-cache.js";
import { PendingWork } from "./open/client/base-channel.js";
import { openDrivers, OpeningDriver, type Drivers } from "./open/client/open-drivers.js";
import { openDatabase } from "./open/open-database.js";
import type { ResolvedOptions } from "./options.js";
import { LargeScopes } from "./search/large-scopes.js";
import { SpaceCache } from "./search/space-cache.js";
import type { Driver } from "./sql/driver.js";
import { toMemoryError } from "./sql/to-memory-error.js";
import type { DatabaseContext } from "./store-context.js";

/** Resources of an open store. */
export interface Opened {
  readonly driver: Driver;
  /** Reaches the server that takes writes. */
  readonly primary: Driver;
  readonly database: DatabaseContext;
}

/** Parts that stores in several schemas of one server share; no store closes them. */
export interface SharedParts {
  readonly drivers: Drivers;
  readonly segmentCache: SegmentCache;
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
  readonly #shared: SharedParts | undefined;
  readonly largeScopes: LargeScopes = new LargeScopes();
  readonly spaceCache: SpaceCache = new SpaceCache();
  #opening: Opening | undefined;
  #opened: Opened | undefined;
  #closing: Promise<void> | undefined;
  readonly #pending = new PendingWork();

  constructor(options: ResolvedOptions, shared?: SharedParts) {
    this.options = options;
    this.#shared = shared;
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
      if (!this.#shared) await opened?.driver.close();
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
    const { driver, primary } = this.#shared?.drivers ?? openDrivers(this.options);
    try {
      const limits = { signal, statementTimeoutMs: this.options.statementTimeoutMs };
      const found = await openDatabase(new OpeningDriver(primary, limits), this.options);
      const { quantization, indexFrom, onNewSpace } = this.options;
      // Others may have built some, but this store may be exact.
      const usesIndexes = indexFrom !== false;
      const segmentCache = this.#shared?.segmentCache ?? new SegmentCache();
      const database = { ...found, quantization, usesIndexes, segmentCache, onNewSpace };
      return { driver, primary, database };
    } catch (error) {
      if (!this.#shared) await driver.close().catch(() => undefined);
      throw error;
    }
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
