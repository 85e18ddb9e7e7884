import { MemoryError } from "@kioku/core";
import type { CallOptions } from "@kioku/core";
import { unlessAborted } from "@kioku/core/stores";

import { after } from "./after.js";
import type { Driver } from "./client/driver.js";
import { openDrivers } from "./client/open-drivers.js";
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

/** The life of a store: new, open, closed. */
export class StoreLife {
  readonly options: ResolvedOptions;
  /** What searches have found out about sizes. */
  readonly largeAreas: LargeAreas = new LargeAreas();
  /** What searches have found out about spaces. */
  readonly knownSpaces: KnownSpaces = new KnownSpaces();
  #opening: Promise<Opened> | undefined;
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

  /** Connects and migrates, once. After a failure it may be tried again. */
  async open(options?: CallOptions): Promise<void> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    this.#opening ??= this.#open();
    try {
      this.#opened = await unlessAborted(this.#opening, options?.signal);
    } catch (error) {
      throw failureOf(error, options);
    }
  }

  /**
   * Runs an operation. `close` waits for all of it, so what it consists of must not come here again.
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
    const opened = await this.#opening?.catch(() => undefined);
    // Also those that wait before they try again.
    await Promise.allSettled(this.#underWay);
    try {
      await opened?.driver.close();
    } catch (error) {
      throw toMemoryError(error);
    }
  }

  async #open(): Promise<Opened> {
    const { driver, primary } = openDrivers(this.options);
    try {
      const found = await openDatabase(primary, this.options);
      const { quantization, indexFrom } = this.options;
      // Others may have made some, but this store was told to be exact.
      const vectorIndexes = new VectorIndexes(async () =>
        indexFrom === false ? [] : this.#builtIndexes(driver, found.names),
      );
      await vectorIndexes.refresh();
      return { driver, primary, database: { ...found, quantization, vectorIndexes } };
    } catch (error) {
      this.#opening = undefined;
      await driver.close().catch(() => undefined);
      throw error;
    }
  }

  async #builtIndexes(driver: Driver, names: Names): Promise<readonly BuiltIndex[]> {
    return driver.transaction({ mode: "snapshot" }, (channel) =>
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
