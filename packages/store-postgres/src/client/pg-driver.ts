import { unlessAborted } from "@kioku/core/toolkit";

import {
  NoConnectionError,
  NotCommittedError,
  UnknownOutcomeError,
} from "../errors/client-errors.js";
import { leavesConnection } from "../errors/to-memory-error.js";
import type { PostgresPool } from "./clients.js";
import type { Channel, Driver, RunOptions, Statement, TransactionOptions } from "./driver.js";
import { Lease } from "./lease.js";
import { PgChannel } from "./pg-channel.js";
import { CURRENT_POSITION, requireReplayed } from "./replication.js";
import { StatementNames } from "./statement-names.js";
import { whileAlive } from "./while-alive.js";
import type { Committed, WrittenPosition } from "./written-position.js";

const BEGIN: Readonly<Record<TransactionOptions["mode"], string>> = {
  snapshot: "begin isolation level repeatable read read only",
  write: "begin isolation level read committed read write",
  serializable: "begin isolation level serializable read write",
};
/** So much later than the server is to end a statement, it is taken for mute. */
const GRACE_MS = 1_000;
const DEFAULT_TIMEOUT_MS = 60_000;
const COMMIT: Statement = { text: "commit", values: [] };
const ALIVE: Statement = { text: "select 1", values: [] };

/** How a pool is used. */
export interface PgDriverOptions {
  /** Whether the pool ends with the driver. */
  readonly ownsPool?: boolean;
  /**
   * How long a transaction may be idle between its statements, and wait for a lock; and for how
   * long a server that says nothing is waited for where statements have no limit of their own.
   */
  readonly timeoutMs?: number;
  /**
   * True if the server, too, ends statements that take longer than their limit.
   * @defaultValue true
   */
  readonly limitsServer?: boolean;
  /** How long to wait for a connection; left out, as long as the pool lets wait. */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * Asks the server for signs of life, and ends with the driver; left out, the driver's own pool
   * does.
   */
  readonly asker?: Pick<Driver, "rows" | "close"> | undefined;
  /**
   * Whether connections belong to one client of the server, so that they may keep the plans of
   * statements.
   */
  readonly namesStatements?: boolean;
  /** Hears of each transaction that writes how far the log was written after it. */
  readonly written?: Pick<WrittenPosition, "begin"> | undefined;
}

/** Reaches a server by a pool of node-postgres or one like it. */
export class PgDriver implements Driver {
  readonly #pool: PostgresPool;
  readonly #options: PgDriverOptions;
  readonly #names: StatementNames | undefined;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(pool: PostgresPool, options: PgDriverOptions = {}) {
    this.#pool = pool;
    this.#options = options;
    this.#names = options.namesStatements === true ? new StatementNames() : undefined;
  }

  async rows<Row>(statement: Statement, options: RunOptions = {}): Promise<readonly Row[]> {
    if (options.statementTimeoutMs !== undefined && this.#options.limitsServer !== false) {
      const inTransaction = { ...options, mode: "snapshot" } as const;
      return this.transaction(inTransaction, (channel) => channel.rows<Row>(statement));
    }
    return this.#track(async () => {
      const channel = await this.#lend(options);
      try {
        const replayed = requireReplayed(channel, options.notBefore);
        const answer = this.#watched(channel, options, () =>
          Promise.all([channel.rows<Row>(statement), replayed]),
        );
        return (await unlessAborted(answer, options.signal))[0];
      } catch (error) {
        if (options.signal?.aborted === true) channel.lease.cut();
        throw error;
      } finally {
        await giveBack(channel);
      }
    });
  }

  async transaction<T>(
    options: TransactionOptions,
    work: (channel: Channel) => Promise<T>,
  ): Promise<T> {
    return this.#track(async () => {
      const channel = await this.#lend(options);
      const writes = options.mode !== "snapshot";
      const onCommit = writes ? this.#options.written?.begin() : undefined;
      const result = await this.#perform(channel, options, work);
      if (writes) {
        await this.#watched(channel, options, () => commit(channel, onCommit));
        return result;
      }
      // Nothing hangs on the commit of what only reads: nobody waits for it but the connection.
      const ending = this.#watched(channel, options, async () => {
        await channel.send(COMMIT).catch(() => channel.lease.spoil());
        channel.lease.release();
      });
      void this.#track(() => ending);
      return result;
    });
  }

  async outside<T>(
    work: (channel: Channel) => Promise<T>,
    options: Pick<RunOptions, "signal"> = {},
  ): Promise<T> {
    return this.#track(async () => {
      const channel = await this.#lend(options);
      try {
        const done = this.#watched(channel, {}, () => work(channel));
        return await unlessAborted(done, options.signal);
      } catch (error) {
        if (options.signal?.aborted === true) channel.lease.cut();
        throw error;
      } finally {
        await giveBack(channel);
      }
    });
  }

  async close(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    await this.#options.asker?.close();
    if (this.#options.ownsPool === true) await this.#pool.end?.();
  }

  /**
   * Runs `work` in a transaction that is still to be committed. If it fails, all is undone and the
   * connection is given back.
   */
  async #perform<T>(
    channel: PgChannel,
    options: TransactionOptions,
    work: (channel: Channel) => Promise<T>,
  ): Promise<T> {
    const { signal } = options;
    try {
      const done = this.#watched(channel, options, () => {
        const replayed = requireReplayed(channel, options.notBefore);
        const begun = channel.begin(this.#beginning(options));
        // Statements of `work` may travel with it.
        const working = Promise.resolve(channel).then(work);
        return Promise.all([working, begun, replayed]);
      });
      const [result] = await unlessAborted(done, signal);
      signal?.throwIfAborted();
      channel.requireSound();
      return result;
    } catch (error) {
      channel.fail(error);
      if (signal?.aborted === true) channel.lease.cut();
      else await this.#watched(channel, options, () => rollBack(channel));
      channel.lease.release();
      throw error;
    }
  }

  /**
   * Begins a transaction with its limits in one message; what they set ends with it, behind a
   * pooler too.
   */
  #beginning({ mode, statementTimeoutMs }: TransactionOptions): string {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, limitsServer } = this.#options;
    const limit =
      limitsServer !== false && statementTimeoutMs !== undefined
        ? `statement_timeout = ${statementTimeoutMs}`
        : `lock_timeout = ${timeoutMs}`;
    // A client that freezes must not keep its locks.
    const idle = `idle_in_transaction_session_timeout = ${timeoutMs}`;
    return `${BEGIN[mode]}; set local ${idle}; set local ${limit}`;
  }

  /** Runs work whose statements have no limit only as long as the server answers. */
  async #watched<T>(
    { lease }: PgChannel,
    { statementTimeoutMs }: RunOptions,
    work: () => Promise<T>,
  ): Promise<T> {
    if (statementTimeoutMs !== undefined) return work();
    const { timeoutMs = DEFAULT_TIMEOUT_MS, asker = this } = this.#options;
    const ask = (signal: AbortSignal): Promise<unknown> =>
      asker.rows(ALIVE, { signal, statementTimeoutMs: timeoutMs });
    return whileAlive({ lease, ask, timeoutMs }, work);
  }

  async #lend({ signal, statementTimeoutMs }: RunOptions): Promise<PgChannel> {
    const { connectTimeoutMs } = this.#options;
    const silenceMs = statementTimeoutMs === undefined ? undefined : statementTimeoutMs + GRACE_MS;
    try {
      const lease = await Lease.of(this.#pool, { signal, connectTimeoutMs, silenceMs });
      return new PgChannel(lease, this.#names);
    } catch (error) {
      signal?.throwIfAborted();
      throw new NoConnectionError("there is no connection", { cause: error });
    }
  }

  async #track<T>(work: () => Promise<T>): Promise<T> {
    const underWay = work();
    this.#underWay.add(underWay);
    try {
      return await underWay;
    } finally {
      this.#underWay.delete(underWay);
    }
  }
}

async function commit(channel: PgChannel, onCommit: Committed | undefined): Promise<void> {
  try {
    const committed = channel.send(COMMIT);
    // It travels along, and is evaluated after the commit.
    const position = onCommit && positionOf(channel);
    const [{ command }] = await Promise.all([committed, channel.finished()]);
    if (command === "ROLLBACK") throw new NotCommittedError("the commit was a rollback");
    onCommit?.(await position);
  } catch (error) {
    // What failed on its way may have kept the commit from being sent.
    await rollBack(channel);
    if (error instanceof NotCommittedError || leavesConnection(error)) throw error;
    onCommit?.(undefined);
    throw new UnknownOutcomeError("the commit was not answered", { cause: error });
  } finally {
    channel.lease.release();
  }
}

async function giveBack(channel: PgChannel): Promise<void> {
  await channel.settled();
  channel.lease.release();
}

/** A connection that cannot do it is thrown away, which undoes everything as well. */
async function rollBack(channel: PgChannel): Promise<void> {
  await channel.settled();
  try {
    // In a channel of its own: this one sends nothing more.
    await new PgChannel(channel.lease).send({ text: "rollback", values: [] });
  } catch {
    channel.lease.spoil();
  }
}

async function positionOf(channel: PgChannel): Promise<string | undefined> {
  const found = channel.rows<{ position: string }>(CURRENT_POSITION);
  const [row] = await found.catch(() => []);
  return row?.position;
}
