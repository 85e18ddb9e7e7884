import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type { CallOptions } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";
import type { RawBuilder } from "kysely";

import { after } from "./after.js";
import type { Driver } from "./client/driver.js";
import { isContention } from "./errors/to-memory-error.js";
import { grantAccess } from "./isolation/grant-access.js";
import type { ResolvedOptions } from "./options.js";
import type { KnownSpaces } from "./search/known-spaces.js";
import type { LargeAreas } from "./search/large-areas.js";
import { compile } from "./sql/compile.js";
import type { DatabaseContext, StoreContext } from "./store-context.js";
import { failureOf, StoreLife } from "./store-life.js";
import type { Job, Opened } from "./store-life.js";
import { takeLocks } from "./write/scope-locks.js";
import type { WriteLocks } from "./write/scope-locks.js";

/**
 * How often a write is tried that others are in the way of: rarely where it waits for its turn,
 * often where it has to win.
 */
const MAX_TRIES = { write: 6, serializable: 30 };
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 640;

/**
 * Which scopes an operation touches: these paths and what is below them. The root's, an empty text,
 * stands for all.
 */
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

/** An operation that others are steps of. */
interface Operation {
  readonly life: StoreLife;
  readonly opened: Opened;
  /** Nothing for work that may take any time. */
  readonly statementTimeoutMs: number | undefined;
}

/** Operations on a store. Whatever goes wrong in one becomes a `MemoryError` here. */
export class StoreSession {
  readonly #life: StoreLife;
  readonly #operation: Operation | undefined;
  readonly #statementTimeoutMs: number | undefined;

  /** @param operation - What goes through this session are steps of it. */
  constructor(options: ResolvedOptions, operation?: Operation) {
    this.#life = operation?.life ?? new StoreLife(options);
    this.#operation = operation;
    this.#statementTimeoutMs = (operation ?? options).statementTimeoutMs;
  }

  /** What searches have found out about sizes. */
  get largeAreas(): LargeAreas {
    return this.#life.largeAreas;
  }

  /** What searches have found out about spaces. */
  get knownSpaces(): KnownSpaces {
    return this.#life.knownSpaces;
  }

  /** Whether the schema has functions for what every recall asks. */
  get hasFunctions(): boolean {
    return this.#life.hasFunctions;
  }

  /** Connects and migrates, once. After a failure it may be tried again. */
  async open(options?: CallOptions): Promise<void> {
    await this.#life.open(options);
  }

  /**
   * Runs an operation of several steps, each of which it does by the session that it gets: `close`
   * waits for the whole of it.
   */
  async operation<T>(
    options: CallOptions | undefined,
    work: (session: StoreSession) => Promise<T>,
  ): Promise<T> {
    return this.#run(options, (opened) => work(this.#within(opened, this.#statementTimeoutMs)));
  }

  /** Runs one statement that reads. */
  async rows<Row>(
    options: CallOptions | undefined,
    access: Access,
    statement: (database: DatabaseContext) => RawBuilder<unknown>,
  ): Promise<readonly Row[]> {
    if (this.#life.options.rowLevelSecurity) {
      return this.read(options, access, async ({ channel, ...database }) =>
        channel.rows<Row>(compile(statement(database))),
      );
    }
    const { signal } = options ?? {};
    const limits = { signal, statementTimeoutMs: this.#statementTimeoutMs };
    return this.#run(options, ({ driver, database }) =>
      driver.rows<Row>(compile(statement(database)), limits),
    );
  }

  /** Runs an operation that reads several times, on one state of the database. */
  async read<T>(options: CallOptions | undefined, access: Access, work: Work<T>): Promise<T> {
    const { signal } = options ?? {};
    const how = { mode: "snapshot", signal, statementTimeoutMs: this.#statementTimeoutMs } as const;
    return this.#run(options, ({ driver, database }) =>
      driver.transaction(how, (channel) =>
        after(grantAccess(channel, access, this.#life.options), () =>
          work({ ...database, channel }),
        ),
      ),
    );
  }

  /**
   * Runs an operation that writes, as the only writer of the scopes it locks, or as if it were
   * alone where there are no such locks. What others were in the way of is tried again from the
   * start.
   */
  async write<T>(
    options: CallOptions | undefined,
    { access, ...locks }: WriteLocks & { readonly access: Access },
    work: Work<T>,
  ): Promise<T> {
    const { signal } = options ?? {};
    const mode = this.#life.options.dialect.supports.advisoryLocks ? "write" : "serializable";
    const how = { mode, signal, statementTimeoutMs: this.#statementTimeoutMs } as const;
    return this.#run(options, ({ driver, database }) =>
      withRetries({ signal, maxTries: MAX_TRIES[mode] }, () =>
        driver.transaction(how, (channel) => {
          const granted = grantAccess(channel, access, this.#life.options);
          const context = { ...database, channel };
          const locked = takeLocks(context, locks);
          return after(Promise.all([granted, locked]), () => work(context));
        }),
      ),
    );
  }

  /**
   * Runs work that is no operation on records, such as making an index. Its statements may take any
   * time, as long as the server answers.
   */
  async maintain<T>(
    options: CallOptions | undefined,
    work: (workshop: Workshop) => Promise<T>,
  ): Promise<T> {
    return this.#run(options, (opened) => {
      const { primary, database } = opened;
      const session = this.#within(opened, undefined);
      return work({ session, driver: primary, database, options: this.#life.options });
    });
  }

  /** Ends what the store has made; waits for an `open` and for operations under way. */
  async close(): Promise<void> {
    await this.#life.close();
  }

  #within(opened: Opened, statementTimeoutMs: number | undefined): StoreSession {
    const life = this.#life;
    return new StoreSession(life.options, { life, opened, statementTimeoutMs });
  }

  /** What belongs to an operation goes on while the store is closing. */
  async #run<T>(options: CallOptions | undefined, job: Job<T>): Promise<T> {
    if (!this.#operation) return this.#life.run(options, job);
    options?.signal?.throwIfAborted();
    try {
      return await job(this.#operation.opened);
    } catch (error) {
      throw failureOf(error, options);
    }
  }
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
