import { unlessAborted } from "@kioku/core/stores";

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
import type { Committed, WrittenPosition } from "./written-position.js";

const BEGIN: Readonly<Record<TransactionOptions["mode"], string>> = {
  snapshot: "begin isolation level repeatable read read only",
  write: "begin isolation level read committed read write",
  serializable: "begin isolation level serializable read write",
};
const COMMIT: Statement = { text: "commit", values: [] };

/** How a pool is used. */
export interface PgDriverOptions {
  /** Whether the pool ends with the driver. */
  readonly ownsPool?: boolean;
  /** Whether connections belong to one client of the server, so that they may keep the plans of statements. */
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
    if (options.statementTimeoutMs !== undefined) {
      const inTransaction = { ...options, mode: "snapshot" } as const;
      return this.transaction(inTransaction, (channel) => channel.rows<Row>(statement));
    }
    return this.#track(async () => {
      const channel = await this.#lend(options.signal);
      try {
        const replayed = requireReplayed(channel, options.notBefore);
        const answer = Promise.all([channel.rows<Row>(statement), replayed]);
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
      const channel = await this.#lend(options.signal);
      const writes = options.mode !== "snapshot";
      const onCommit = writes ? this.#options.written?.begin() : undefined;
      const result = await this.#perform(channel, options, work);
      if (writes) {
        await commit(channel, onCommit);
        return result;
      }
      // Nothing hangs on the commit of what only reads: nobody waits for it but the connection.
      const ended = channel.send(COMMIT).catch(() => channel.lease.spoil());
      void this.#track(() => ended.finally(() => channel.lease.release()));
      return result;
    });
  }

  async outside<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    return this.#track(async () => {
      const channel = await this.#lend();
      try {
        return await work(channel);
      } finally {
        await giveBack(channel);
      }
    });
  }

  async close(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    if (this.#options.ownsPool === true) await this.#pool.end?.();
  }

  /** Runs `work` in a transaction that is still to be committed. If it fails, all is undone and the connection is given back. */
  async #perform<T>(
    channel: PgChannel,
    { mode, signal, notBefore, statementTimeoutMs }: TransactionOptions,
    work: (channel: Channel) => Promise<T>,
  ): Promise<T> {
    try {
      const replayed = requireReplayed(channel, notBefore);
      const begun = channel.begin(BEGIN[mode]);
      const limited = limit(channel, statementTimeoutMs);
      // What `work` sends may travel with it.
      const working = Promise.resolve(channel).then(work);
      const done = Promise.all([working, begun, limited, replayed]);
      const [result] = await unlessAborted(done, signal);
      signal?.throwIfAborted();
      channel.requireSound();
      return result;
    } catch (error) {
      channel.fail(error);
      if (signal?.aborted === true) channel.lease.cut();
      else await rollBack(channel);
      channel.lease.release();
      throw error;
    }
  }

  async #lend(signal?: AbortSignal): Promise<PgChannel> {
    try {
      return new PgChannel(await Lease.of(this.#pool, signal), this.#names);
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

/** Reads, as it says, so it travels with what begins the transaction. */
async function limit(channel: PgChannel, statementTimeoutMs: number | undefined): Promise<void> {
  if (statementTimeoutMs === undefined) return;
  const text = "select set_config('statement_timeout', $1, true)";
  await channel.send({ text, values: [statementTimeoutMs] });
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
  try {
    const [row] = await channel.rows<{ position: string }>(CURRENT_POSITION);
    return row?.position;
  } catch {
    return undefined;
  }
}
