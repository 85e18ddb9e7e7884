import { isBusy, isFull } from "../errors.js";
import type { Connection } from "../sql/connection.js";
import { retryWhileBusy, type SerialQueue, type BusyTimeout } from "../sql/scheduling.js";
import type { SqlRows, SqlRunner } from "../sql/sql-text.js";
import { emptyLog } from "../sql/write-ahead-log.js";

/** Time after which an idle thread ends. */
const IDLE_MS = 10_000;

/** Queues of jobs, acquired in this order. */
export interface MaintenanceQueues {
  /** Jobs on the whole file. */
  readonly wholeFile: SerialQueue;
  /** Writes, and whatever shares their connection. */
  readonly writes: SerialQueue;
}

interface MaintainedDatabase {
  /** Absolute path; `undefined` if it is in memory. */
  readonly file: string | undefined;
  readonly busyTimeoutMs: number;
  /** True if all work shares one connection. */
  readonly isAlone: boolean;
}

interface JobNeeds {
  /** True if this store must not write meanwhile. */
  readonly exclusive: boolean;
  /** Limit of the wait for its turn; default: none. */
  readonly timeout?: BusyTimeout | undefined;
}

/** Runs jobs on the whole file, if possible on a separate thread. */
export class Maintenance {
  readonly database: MaintainedDatabase;
  readonly #sql: SqlRunner;
  readonly #queues: MaintenanceQueues;
  #idle: NodeJS.Timeout | undefined;

  constructor(sql: SqlRunner, queues: MaintenanceQueues, database: MaintainedDatabase) {
    this.#sql = sql;
    this.#queues = queues;
    this.database = database;
  }

  get isElsewhere(): boolean {
    return this.#sql.isElsewhere;
  }

  /** Runs a job after those before it. */
  async run<T>(needs: JobNeeds, job: (sql: SqlRunner) => Promise<T>): Promise<T> {
    return this.#queues.wholeFile.run(async () => {
      clearTimeout(this.#idle);
      try {
        if (!needs.exclusive && !this.database.isAlone) return await job(this.#sql);
        return await this.#queues.writes.run(() => job(this.#sql), needs.timeout);
      } finally {
        this.#idle = setTimeout(() => {
          void this.#queues.wholeFile.run(() => this.#sql.end());
        }, IDLE_MS).unref();
      }
    }, needs.timeout);
  }

  /**
   * Waits for all jobs; first rewrites the file if it is due, unless others hold locks.
   * @param isSound - False if the file must not be changed any more.
   */
  async close(writer: Connection, isSound: () => boolean): Promise<void> {
    try {
      if (isSound() && (await this.#isRewriteDue(writer))) {
        await this.run({ exclusive: true }, (sql) => rewriteDatabase(sql, 0));
      }
    } catch (error) {
      if (!isBusy(error) && !isFull(error)) throw error;
    } finally {
      await this.#queues.wholeFile.run(async () => {
        clearTimeout(this.#idle);
        await this.#sql.end();
      });
    }
  }

  async #isRewriteDue(writer: Connection): Promise<boolean> {
    if (this.database.file === undefined) return false;
    return this.#queues.writes.run(() => writer.isOpen && isRewriteDue(writer));
  }
}

/** Unmoved pages, 4 MB, from which a checkpoint is due. */
const MANY_PAGES = 1_024;
/** Pages, 16 MB, from which the log restarts, for which writers wait a moment. */
const MAX_PAGES = 4_096;
/** Pages, 16 MB, after which a restart that readers prevented is tried again. */
const RETRY_PAGES = 4_096;
const RESTART_TIMEOUT_MS = 50;

const NO_AUTOCHECKPOINT = "pragma wal_autocheckpoint = 0";
const LOG_STATE = "pragma wal_checkpoint(noop)";
const MOVE_LOG = "pragma wal_checkpoint(passive)";

interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}

/** Moves the log into the file in the background, where SQLite would block in a commit. */
export class Checkpoints {
  readonly #maintenance: Maintenance;
  readonly #writer: Connection;
  #isMoving = false;
  #renewAt = MAX_PAGES;

  constructor(maintenance: Maintenance, writer: Connection) {
    this.#maintenance = maintenance;
    this.#writer = writer;
    if (maintenance.isElsewhere) writer.all(NO_AUTOCHECKPOINT);
  }

  /** Checkpoints if due. Call it after each write, between transactions; it never fails. */
  afterWrite(): void {
    if (!this.#maintenance.isElsewhere || this.#isMoving || !this.#isDue()) return;
    this.#isMoving = true;
    void this.#move()
      // The next write, or closing, tries again.
      .catch(() => undefined)
      .finally(() => {
        this.#isMoving = false;
      });
  }

  #isDue(): boolean {
    try {
      const { log, checkpointed } = this.#state();
      return log - checkpointed >= MANY_PAGES || log >= this.#renewAt;
    } catch {
      return false;
    }
  }

  async #move(): Promise<void> {
    await this.#maintenance.run({ exclusive: false }, (sql) => sql.rows(MOVE_LOG));
    await this.#maintenance.run({ exclusive: true }, async (sql) => {
      const { log } = this.#state();
      if (log < this.#renewAt) return;
      this.#renewAt = log + RETRY_PAGES;
      await retryWhileBusy(RESTART_TIMEOUT_MS, () => emptyLog(sql, "restart"));
      this.#renewAt = MAX_PAGES;
    });
  }

  #state(): LogState {
    const [state] = this.#writer.all<LogState>(LOG_STATE);
    return state ?? { log: 0, checkpointed: 0 };
  }
}

const ERASED = "select erased, rewritten from erasure";
const REWRITTEN = "update erasure set rewritten = max(rewritten, ?)";

/** Returns true if something was erased since the last rewrite. */
export async function isRewriteDue(sql: SqlRows): Promise<boolean> {
  const { erased, rewritten } = await readCounters(sql);
  return erased > rewritten;
}

/**
 * Rewrites the file. SQLite overwrites deleted content, but not copies in unused bytes that moving
 * rows leaves behind. Concurrent erasures stay due.
 * @throws `SQLITE_BUSY` if others write beyond the limit.
 */
export async function rewriteDatabase(sql: SqlRows, limit: BusyTimeout | number): Promise<void> {
  const { erased } = await readCounters(sql);
  await retryWhileBusy(limit, () => mergeKeywords(sql));
  await retryWhileBusy(limit, () => sql.rows("vacuum"));
  await retryWhileBusy(limit, () => sql.rows(REWRITTEN, erased));
}

/**
 * Merges the keyword index into one segment. FTS5 keeps the first term of a page as its key even if
 * it was deleted, until it writes the page anew. It leaves a lone segment as it is, so that another
 * one is added, of a row that no record has.
 */
async function mergeKeywords(sql: SqlRows): Promise<void> {
  await sql.rows("begin immediate");
  try {
    await sql.rows("insert into keywords (rowid, terms) values (1, 'merge')");
    await sql.rows("insert into keywords (keywords) values ('optimize')");
    await sql.rows("insert into keywords (keywords, rowid, terms) values ('delete', 1, 'merge')");
    await sql.rows("commit");
  } catch (error) {
    // A full disk may have ended it already.
    await sql.rows("rollback").catch(() => undefined);
    throw error;
  }
}

async function readCounters(sql: SqlRows): Promise<{ erased: number; rewritten: number }> {
  const [counters] = await sql.rows<{ erased: number; rewritten: number }>(ERASED);
  return counters ?? { erased: 0, rewritten: 0 };
}
