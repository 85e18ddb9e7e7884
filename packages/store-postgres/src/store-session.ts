import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { MemoryError } from "@kioku/core";
import type { CallOptions } from "@kioku/core";
import { unlessAborted } from "@kioku/core/stores";
import type { RawBuilder } from "kysely";

import type { Channel, Driver } from "./client/driver.js";
import { openDrivers } from "./client/open-drivers.js";
import { isContention, toMemoryError } from "./errors/to-memory-error.js";
import { grantScopes } from "./isolation/policies.js";
import { openDatabase } from "./open/open-database.js";
import type { ResolvedOptions } from "./options.js";
import { KnownSpaces } from "./search/known-spaces.js";
import { LargeAreas } from "./search/large-areas.js";
import { readBuiltIndexes, VectorIndexes } from "./search/vector-indexes.js";
import type { BuiltIndex } from "./search/vector-indexes.js";
import { compile } from "./sql/compile.js";
import type { Names } from "./sql/names.js";
import type { DatabaseContext, StoreContext } from "./store-context.js";
import { takeLocks } from "./write/scope-locks.js";
import type { WriteLocks } from "./write/scope-locks.js";

/** How often a write is tried that others are in the way of: rarely where it waits for its turn, often where it has to win. */
const MAX_TRIES = { write: 6, serializable: 30 };
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 640;

/** Which scopes an operation touches: these paths and what is below them. The root's, an empty text, stands for all. */
export type Access = readonly string[];

/** One operation in a transaction. */
export type Work<T> = (context: StoreContext) => Promise<T>;

/** What work on the database itself needs, as opposed to work on what is in it. */
export interface Workshop {
  readonly session: StoreSession;
  /** Reaches the server that takes writes. */
  readonly driver: Driver;
  readonly database: DatabaseContext;
  readonly options: ResolvedOptions;
}

interface Opened {
  readonly driver: Driver;
  /** The server that takes writes. */
  readonly primary: Driver;
  readonly database: DatabaseContext;
}

/** The life of a store: new, open, closed. Whatever goes wrong in between becomes a `MemoryError` here. */
export class StoreSession {
  /** What searches have found out about sizes. */
  readonly largeAreas: LargeAreas = new LargeAreas();
  /** What searches have found out about spaces. */
  readonly knownSpaces: KnownSpaces = new KnownSpaces();
  readonly #options: ResolvedOptions;
  #opening: Promise<Opened> | undefined;
  #opened: Opened | undefined;
  #closing: Promise<void> | undefined;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(options: ResolvedOptions) {
    this.#options = options;
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

  /** Runs one statement that reads. */
  async rows<Row>(
    options: CallOptions | undefined,
    access: Access,
    statement: (database: DatabaseContext) => RawBuilder<unknown>,
  ): Promise<readonly Row[]> {
    if (this.#options.rowLevelSecurity) {
      return this.read(options, access, async ({ channel, ...database }) =>
        channel.rows<Row>(compile(statement(database))),
      );
    }
    return this.#run(options, ({ driver, database }) =>
      driver.rows<Row>(compile(statement(database)), { signal: options?.signal }),
    );
  }

  /** Runs an operation that reads several times, on one state of the database. */
  async read<T>(options: CallOptions | undefined, access: Access, work: Work<T>): Promise<T> {
    return this.#run(options, ({ driver, database }) =>
      driver.transaction({ mode: "snapshot", signal: options?.signal }, (channel) =>
        after(this.#grant(channel, access), () => work({ ...database, channel })),
      ),
    );
  }

  /**
   * Runs an operation that writes, as the only writer of the scopes it locks, or as if it were alone where there are no such
   * locks. What others were in the way of is tried again from the start.
   */
  async write<T>(
    options: CallOptions | undefined,
    { access, ...locks }: WriteLocks & { readonly access: Access },
    work: Work<T>,
  ): Promise<T> {
    const signal = options?.signal;
    const mode = this.#options.dialect.supports.advisoryLocks ? "write" : "serializable";
    return this.#run(options, ({ driver, database }) =>
      withRetries({ signal, maxTries: MAX_TRIES[mode] }, () =>
        driver.transaction({ mode, signal }, (channel) => {
          const granted = this.#grant(channel, access);
          const context = { ...database, channel };
          const locked = takeLocks(context, locks);
          return after(Promise.all([granted, locked]), () => work(context));
        }),
      ),
    );
  }

  /** Runs work that is no operation on records, such as making an index. */
  async maintain<T>(
    options: CallOptions | undefined,
    work: (workshop: Workshop) => Promise<T>,
  ): Promise<T> {
    return this.#run(options, ({ primary, database }) =>
      work({ session: this, driver: primary, database, options: this.#options }),
    );
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
    const { driver, primary } = openDrivers(this.#options);
    try {
      const found = await openDatabase(primary, this.#options);
      const { quantization, indexFrom } = this.#options;
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
      after(this.#grant(channel, [""]), () => readBuiltIndexes(channel, names)),
    );
  }

  /** Tells the database which scopes the transaction may touch; nothing of it outlives the transaction. */
  async #grant(channel: Channel, access: Access): Promise<void> {
    if (!this.#options.rowLevelSecurity) return;
    const statements = grantScopes(access, this.#options.dialect);
    await Promise.all(statements.map((statement) => channel.rows(statement)));
  }

  async #run<T>(options: CallOptions | undefined, job: (opened: Opened) => Promise<T>): Promise<T> {
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

  #requireNotClosed(): void {
    if (this.#closing) {
      throw new MemoryError("closed", "the postgres store is closed: make a new one");
    }
  }
}

/** An abort is told by its own reason. */
function failureOf(error: unknown, options: CallOptions | undefined): unknown {
  if (options?.signal?.aborted === true && error === options.signal.reason) return error;
  return toMemoryError(error);
}

/** Starts `work` at once, so that what it sends travels with what is on its way; the first failure of both is the failure. */
async function after<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const [, result] = await Promise.all([before, work()]);
  return result;
}

interface Retries {
  readonly signal: AbortSignal | undefined;
  readonly maxTries: number;
}

async function withRetries<T>(
  { signal, maxTries }: Retries,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= maxTries || !isContention(error)) throw error;
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS);
    // Awaited by itself it would reject with an error of its own.
    await unlessAborted(sleep(randomInt(pauseMs), undefined, { signal }), signal);
  }
}
