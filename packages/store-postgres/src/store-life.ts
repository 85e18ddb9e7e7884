import { MemoryError } from "@kioku/core";
import type { CallOptions } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { after } from "./after.js";
import type { Driver } from "./client/driver.js";
import { openDrivers } from "./client/open-drivers.js";
import { OpeningDriver } from "./client/opening-driver.js";
import { toMemoryError } from "./errors/to-memory-error.js";
import { grantAccess } from "./isolation/grant-access.js";
import { openDatabase } from "./open/open-database.js";
import type { ResolvedOptions } from "./options.js";
import { KnownSpaces } from "./search/known-spaces.js";
import { LargeAreas } from "./search/large-areas.js";
import { readBuiltIndexes, VectorIndexes } from "./search/vector-indexes.js";
import type { BuiltIndex } from "./search/vector-indexes.js";
import type { Names } from "./sql/names.js";
import type { DatabaseContext } from "./store-context.js";

/** What a store has when it is open. */
export interface Opened {
  /** Reaches the database. */
  readonly driver: Driver;
  /** Reaches the server that takes writes. */
  readonly primary: Driver;
  readonly database: DatabaseContext;
}

/** Runs on an open store. */
export type Job<T> = (opened: Opened) => Promise<T>;

/** An opening, and those who wait for it. */
interface Opening {
  readonly done: Promise<Opened>;
  /** Ends it. */
  readonly stop: AbortController;
  waiting: number;
}

/** The life of a store: new, open, closed. */
export class StoreLife {
  readonly options: ResolvedOptions;
  /** What searches have found out about sizes. */
  readonly largeAreas: LargeAreas = new LargeAreas();
  /** What searches have found out about spaces. */
  readonly knownSpaces: KnownSpaces = new KnownSpaces();
  #opening: Opening | undefined;
  #opened: Opened | undefined;
  #closing: Promise<void> | undefined;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(options: ResolvedOptions) {
    this.options = options;
  }

  /** Whether the schema has functions for what every recall asks. */
  get hasFunctions(): boolean {
    return this.#opened?.database.hasFunctions ?? false;
  }

  /**
   * Connects and migrates, once. After a failure it may be tried again. It ends when all who wait
   * for it have aborted.
   */
  async open(options?: CallOptions): Promise<void> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    const opening = (this.#opening ??= this.#beginToOpen());
    opening.waiting += 1;
    try {
      this.#opened = await unlessAborted(opening.done, options?.signal);
    } catch (error) {
      // A failed opening may be tried again.
      if (opening.waiting === 1) this.#giveUp(opening);
      throw failureOf(error, options);
    } finally {
      opening.waiting -= 1;
    }
  }

  /**
   * Runs an operation. `close` waits for all of it, so what it consists of must not come here
   * again.
   * @throws `closed` or `store-failed` if the store is not open.
   */
  async run<T>(options: CallOptions | undefined, job: Job<T>): Promise<T> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    const opened = this.#opened;
    if (!opened) {
      throw new MemoryError("store-failed", "the postgres store is not open: call open() first");
    }
    const running = job(opened);
    this.#underWay.add(running);
    try {
      return await running;
    } catch (error) {
      throw failureOf(error, options);
    } finally {
      this.#underWay.delete(running);
    }
  }

  /** Ends what the store has made; waits for an `open` and for operations under way. */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    const opened = await this.#opening?.done.catch(() => undefined);
    // Also those that wait before they try again.
    await Promise.allSettled(this.#underWay);
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

  /** Ends an opening that nobody waits for; `close` waits until it has ended. */
  #giveUp(opening: Opening): void {
    if (this.#opening === opening) this.#opening = undefined;
    opening.stop.abort();
    this.#underWay.add(opening.done);
    const ended = (): unknown => this.#underWay.delete(opening.done);
    opening.done.then(ended, ended);
  }

  async #open(signal: AbortSignal): Promise<Opened> {
    const { driver, primary } = openDrivers(this.options);
    try {
      const limits = { signal, statementTimeoutMs: this.options.statementTimeoutMs };
      const found = await openDatabase(new OpeningDriver(primary, limits), this.options);
      const { quantization, indexFrom } = this.options;
      // Others may have made some, but this store was told to be exact.
      const vectorIndexes = new VectorIndexes(async () =>
        indexFrom === false ? [] : this.#builtIndexes(driver, found.names),
      );
      await unlessAborted(vectorIndexes.refresh(), signal);
      return { driver, primary, database: { ...found, quantization, vectorIndexes } };
    } catch (error) {
      await driver.close().catch(() => undefined);
      throw error;
    }
  }

  async #builtIndexes(driver: Driver, names: Names): Promise<readonly BuiltIndex[]> {
    const { statementTimeoutMs } = this.options;
    return driver.transaction({ mode: "snapshot", statementTimeoutMs }, (channel) =>
      after(grantAccess(channel, [""], this.options), () => readBuiltIndexes(channel, names)),
    );
  }

  #requireNotClosed(): void {
    if (this.#closing) {
      throw new MemoryError("closed", "the postgres store is closed: make a new one");
    }
  }
}

/** What a call fails with. An abort is told by its own reason. */
export function failureOf(error: unknown, options: CallOptions | undefined): unknown {
  if (options?.signal?.aborted === true && error === options.signal.reason) return error;
  return toMemoryError(error);
}
