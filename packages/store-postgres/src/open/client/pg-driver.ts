import { unlessAborted } from "@kioku/core/toolkit";

import type {
  Channel,
  Driver,
  Executable,
  RunOptions,
  Statement,
  TransactionOptions,
} from "../../sql/driver.js";
import { NoConnectionError } from "../../sql/to-memory-error.js";
import { PendingWork } from "./base-channel.js";
import type { PostgresPool } from "./clients.js";
import { COMMIT, commit, rollBack } from "./commit.js";
import { Lease, whileAlive } from "./lease.js";
import { PgChannel } from "./pg-channel.js";
import { requireReplayed, type WrittenPosition } from "./replication.js";
import { StatementNames } from "./statement-names.js";

const BEGIN: Readonly<Record<TransactionOptions["mode"], string>> = {
  snapshot: "begin isolation level repeatable read read only",
  write: "begin isolation level read committed read write",
};
/** Delay after a statement's limit before the server counts as silent. */
const GRACE_MS = 1_000;
const DEFAULT_TIMEOUT_MS = 60_000;
const ALIVE: Statement = { text: "select 1", values: [] };

/** Options of `PgDriver`. */
export interface PgDriverOptions {
  /** True if the pool ends with the driver. */
  readonly ownsPool?: boolean;
  /** Limit of idle transactions, of waits for locks, and of a silent server. */
  readonly timeoutMs?: number;
  /**
   * True if the server enforces statement limits, too.
   * @defaultValue true
   */
  readonly limitsServer?: boolean;
  /** Limit of the wait for a connection; left out, the pool's own. */
  readonly connectTimeoutMs?: number | undefined;
  /** Probes the server, and ends with the driver; left out, the driver's own pool does. */
  readonly prober?: Pick<Driver, "rows" | "close"> | undefined;
  /** True if connections keep plans; `direct`: those that lead to the server and to no pooler. */
  readonly namesStatements?: boolean | "direct";
  /** True if the server can plan a write without its values, as Citus cannot. */
  readonly plansWritesOnce?: boolean;
  /**
   * Number of schemas that share the connections.
   * @defaultValue 1
   */
  readonly schemas?: number;
  /** Hears the position in the log after each transaction that writes. */
  readonly written?: Pick<WrittenPosition, "begin"> | undefined;
}

/** Reaches a server by a pool of node-postgres or one like it. */
export class PgDriver implements Driver {
  readonly #pool: PostgresPool;
  readonly #options: PgDriverOptions;
  readonly #names: StatementNames | undefined;
  readonly #pending = new PendingWork();

  constructor(pool: PostgresPool, options: PgDriverOptions = {}) {
    this.#pool = pool;
    this.#options = options;
    const { namesStatements = false, schemas } = options;
    this.#names =
      namesStatements === false ? undefined : new StatementNames(namesStatements, schemas);
  }

  async rows<Row>(statement: Executable, options: RunOptions = {}): Promise<readonly Row[]> {
    if (options.statementTimeoutMs !== undefined && this.#options.limitsServer !== false) {
      const inTransaction = { ...options, mode: "snapshot" } as const;
      return this.transaction(inTransaction, (channel) => channel.rows<Row>(statement));
    }
    const [rows] = await this.#onChannel(options, async (channel) => {
      const replayed = requireReplayed(channel, options.notBefore);
      return Promise.all([channel.rows<Row>(statement), replayed]);
    });
    return rows;
  }

  async commit<Row>(statement: Executable, options: RunOptions = {}): Promise<readonly Row[]> {
    return this.#pending.track(async () => {
      const channel = await this.#lend(options);
      const onCommit = this.#options.written?.begin();
      const { rows } = await this.#watched(channel, options, () =>
        commit(channel, onCommit, statement),
      );
      return rows as readonly Row[];
    });
  }

  async transaction<T>(
    options: TransactionOptions,
    work: (channel: Channel) => Promise<T>,
  ): Promise<T> {
    return this.#pending.track(async () => {
      const channel = await this.#lend(options);
      const writes = options.mode !== "snapshot";
      const onCommit = writes ? this.#options.written?.begin() : undefined;
      const result = await this.#perform(channel, options, work);
      if (writes) {
        await this.#watched(channel, options, () => commit(channel, onCommit));
        return result;
      }
      // Reads need not wait for their commit.
      const ending = this.#watched(channel, options, async () => {
        await channel.send(COMMIT).catch(() => channel.lease.markBroken());
        channel.lease.release();
      });
      void this.#pending.track(() => ending);
      return result;
    });
  }

  async outside<T>(
    work: (channel: Channel) => Promise<T>,
    options: Pick<RunOptions, "signal"> = {},
  ): Promise<T> {
    return this.#onChannel(options, work, {});
  }

  async close(): Promise<void> {
    await this.#pending.settled();
    await this.#options.prober?.close();
    if (this.#options.ownsPool === true) await this.#pool.end?.();
  }

  /** Runs `work` on a connection without a transaction; `limits` are those of its statements. */
  async #onChannel<T>(
    options: RunOptions,
    work: (channel: PgChannel) => Promise<T>,
    limits: RunOptions = options,
  ): Promise<T> {
    return this.#pending.track(async () => {
      const channel = await this.#lend(options);
      try {
        const done = this.#watched(channel, limits, () => work(channel));
        return await unlessAborted(done, options.signal);
      } catch (error) {
        if (options.signal?.aborted === true) channel.lease.cut();
        throw error;
      } finally {
        await channel.settled();
        channel.lease.release();
      }
    });
  }

  /** Runs `work` up to the commit, or rolls back and returns the connection. */
  async #perform<T>(
    channel: PgChannel,
    options: TransactionOptions,
    work: (channel: Channel) => Promise<T>,
  ): Promise<T> {
    const { signal } = options;
    try {
      const done = this.#watched(channel, options, () => {
        const replayed = requireReplayed(channel, options.notBefore);
        const begun = channel.begin(this.#beginning(options, channel));
        // Statements of `work` may travel with it.
        const working = Promise.resolve(channel).then(work);
        return Promise.all([working, begun, replayed]);
      });
      const [result] = await unlessAborted(done, signal);
      signal?.throwIfAborted();
      channel.throwIfFailed();
      return result;
    } catch (error) {
      channel.fail(error);
      if (signal?.aborted === true) channel.lease.cut();
      else await this.#watched(channel, options, () => rollBack(channel));
      channel.lease.release();
      throw error;
    }
  }

  /** Returns the text that begins a transaction with its limits. */
  #beginning({ mode, statementTimeoutMs }: TransactionOptions, { lease }: PgChannel): string {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, limitsServer, plansWritesOnce } = this.#options;
    const limit =
      limitsServer !== false && statementTimeoutMs !== undefined
        ? `statement_timeout = ${statementTimeoutMs}`
        : `lock_timeout = ${timeoutMs}`;
    // A frozen client must not keep its locks.
    const idle = `idle_in_transaction_session_timeout = ${timeoutMs}`;
    // Writes are lookups by key, whose plans depend on no value: planning took most of their time.
    const keepsPlans =
      mode === "write" && plansWritesOnce && this.#names?.keepsPlans(lease.connection);
    const plans = keepsPlans ? "; set local plan_cache_mode = force_generic_plan" : "";
    return `${BEGIN[mode]}; set local ${idle}; set local ${limit}${plans}`;
  }

  /** Runs work without statement limits as long as the server answers. */
  async #watched<T>(
    { lease }: PgChannel,
    { statementTimeoutMs }: RunOptions,
    work: () => Promise<T>,
  ): Promise<T> {
    if (statementTimeoutMs !== undefined) return work();
    const { timeoutMs = DEFAULT_TIMEOUT_MS, prober = this } = this.#options;
    const probe = (signal: AbortSignal): Promise<unknown> =>
      prober.rows(ALIVE, { signal, statementTimeoutMs: timeoutMs });
    return whileAlive({ lease, probe, timeoutMs }, work);
  }

  async #lend({ signal, statementTimeoutMs }: RunOptions): Promise<PgChannel> {
    const { connectTimeoutMs } = this.#options;
    const silenceMs = statementTimeoutMs === undefined ? undefined : statementTimeoutMs + GRACE_MS;
    try {
      const lease = await Lease.of(this.#pool, { signal, connectTimeoutMs, silenceMs });
      const channel = new PgChannel(lease, this.#names);
      this.#names?.learn(channel);
      return channel;
    } catch (error) {
      signal?.throwIfAborted();
      throw new NoConnectionError("there is no connection", { cause: error });
    }
  }
}
