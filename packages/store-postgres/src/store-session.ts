import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type { CallOptions } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import type { ResolvedOptions } from "./options.js";
import { grantAccess, grantedFirst } from "./schema/policies.js";
import type { LargeScopes } from "./search/large-scopes.js";
import type { SpaceCache } from "./search/space-cache.js";
import type { Driver } from "./sql/driver.js";
import { takeLocks, type WriteLocks } from "./sql/locks.js";
import { pipelined } from "./sql/query.js";
import { hasWaited, isContention, lacksVectorTable } from "./sql/to-memory-error.js";
import type { DatabaseContext, StoreContext } from "./store-context.js";
import { failureOf, StoreLife, type Job, type Opened, type SharedParts } from "./store-life.js";

/** Tries of a write that conflicts with others. */
const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 640;

/** Scopes that an operation touches: these paths and all below. An empty text stands for all. */
export type Access = readonly string[];

type Work<T> = (context: StoreContext) => Promise<T>;

/** Context of work on the database itself. */
export interface MaintenanceContext {
  readonly session: StoreSession;
  /** Reaches the server that takes writes. */
  readonly driver: Driver;
  readonly database: DatabaseContext;
  readonly options: ResolvedOptions;
}

/** An operation whose steps run in a session of their own. */
interface Operation {
  readonly life: StoreLife;
  readonly opened: Opened;
  /** `undefined` for work without a limit. */
  readonly statementTimeoutMs: number | undefined;
}

interface SessionParts {
  readonly operation?: Operation;
  readonly shared?: SharedParts | undefined;
}

/** Operations on a store. All errors become `MemoryError`s here. */
export class StoreSession {
  readonly #life: StoreLife;
  readonly #operation: Operation | undefined;
  readonly #statementTimeoutMs: number | undefined;

  constructor(options: ResolvedOptions, { operation, shared }: SessionParts = {}) {
    this.#life = operation?.life ?? new StoreLife(options, shared);
    this.#operation = operation;
    this.#statementTimeoutMs = (operation ?? options).statementTimeoutMs;
  }

  get largeScopes(): LargeScopes {
    return this.#life.largeScopes;
  }

  get spaceCache(): SpaceCache {
    return this.#life.spaceCache;
  }

  /** True if the schema has the functions of `recallFunctions`. */
  get hasFunctions(): boolean {
    return this.#life.hasFunctions;
  }

  /** True if the function `add_record` is there and on this server, not on a node behind it. */
  get addsRecords(): boolean {
    return this.hasFunctions && !this.#life.options.dialect.nodes;
  }

  /** Connects and migrates, once. A failure may be retried. */
  async open(options?: CallOptions): Promise<void> {
    await this.#life.open(options);
  }

  /** Runs an operation of several steps by its own session; `close` waits for all of it. */
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
        channel.rows<Row>(statement(database)),
      );
    }
    const { signal } = options ?? {};
    const limits = { signal, statementTimeoutMs: this.#statementTimeoutMs };
    return this.#run(options, ({ driver, database }) =>
      driver.rows<Row>(statement(database), limits),
    );
  }

  /**
   * Runs one call of a function that writes, as a transaction of its own. Returns no rows, and has
   * changed nothing, if others were in its way.
   */
  async commit<Row>(
    options: CallOptions | undefined,
    access: Access,
    call: (database: DatabaseContext) => RawBuilder<unknown>,
  ): Promise<readonly Row[]> {
    const { signal } = options ?? {};
    const limits = { signal, statementTimeoutMs: this.#statementTimeoutMs };
    const granted = this.#life.options.rowLevelSecurity ? [grantedFirst(access)] : [];
    return this.#run(options, async ({ primary, database }) => {
      const statement = sql`select ${sql.join([...granted, call(database)])}`;
      try {
        return await primary.commit<Row>(statement, limits);
      } catch (error) {
        if (isContention(error) || hasWaited(error)) return [];
        throw error;
      }
    });
  }

  /** Runs an operation that reads several times, in one snapshot. */
  async read<T>(options: CallOptions | undefined, access: Access, work: Work<T>): Promise<T> {
    const { signal } = options ?? {};
    const how = { mode: "snapshot", signal, statementTimeoutMs: this.#statementTimeoutMs } as const;
    const isRefuted = (error: unknown): boolean => {
      // A table of vectors that was there when this began. What is cached may name it again.
      if (lacksVectorTable(error)) this.largeScopes.clear();
      return lacksVectorTable(error);
    };
    return this.#run(options, ({ driver, database }) =>
      withRetries(signal, isRefuted, () =>
        driver.transaction(how, (channel) =>
          pipelined(grantAccess(channel, access, this.#life.options), () =>
            work({ ...database, channel }),
          ),
        ),
      ),
    );
  }

  /** Runs an operation as the only writer of the scopes it locks. Conflicts are retried. */
  async write<T>(
    options: CallOptions | undefined,
    { access, ...locks }: WriteLocks & { readonly access: Access },
    work: Work<T>,
  ): Promise<T> {
    const { signal } = options ?? {};
    const how = { mode: "write", signal, statementTimeoutMs: this.#statementTimeoutMs } as const;
    return this.#run(options, ({ driver, database }) =>
      withRetries(signal, isContention, () =>
        driver.transaction(how, (channel) => {
          const granted = grantAccess(channel, access, this.#life.options);
          const context = { ...database, channel };
          const locked = takeLocks(context, locks);
          return pipelined(Promise.all([granted, locked]), () => work(context));
        }),
      ),
    );
  }

  /** Runs maintenance, such as building an index, without statement limits. */
  async maintain<T>(
    options: CallOptions | undefined,
    work: (maintenance: MaintenanceContext) => Promise<T>,
  ): Promise<T> {
    return this.#run(options, (opened) => {
      const { primary, database } = opened;
      const session = this.#within(opened, undefined);
      return work({ session, driver: primary, database, options: this.#life.options });
    });
  }

  /** Ends what the store has made, after pending calls. */
  async close(): Promise<void> {
    await this.#life.close();
  }

  #within(opened: Opened, statementTimeoutMs: number | undefined): StoreSession {
    const life = this.#life;
    return new StoreSession(life.options, { operation: { life, opened, statementTimeoutMs } });
  }

  /** Steps of an operation go on while the store is closing. */
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

async function withRetries<T>(
  signal: AbortSignal | undefined,
  mayPass: (error: unknown) => boolean,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= MAX_TRIES || !mayPass(error)) throw error;
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS);
    // Alone, `sleep` would reject with an error of its own.
    await unlessAborted(sleep(randomInt(pauseMs), undefined, { signal }), signal);
  }
}
