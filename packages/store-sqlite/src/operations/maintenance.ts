import { isBusy, isFull } from "../errors.js";
import type { JobQueue } from "../jobs/job-queue.js";
import type { Patience } from "../jobs/patience.js";
import type { OpenFiles } from "../open/open-files.js";
import { isRewriteDue, rewriteDatabase } from "../open/rewrite-database.js";
import type { Connection } from "../sql/connection.js";
import { rowsOf } from "./sql-runner.js";
import type { SqlRunner } from "./sql-runner.js";

/** How long a thread that has nothing to do is kept. */
const IDLE_MS = 10_000;

/** Where jobs wait, in this order. */
export interface MaintenanceQueues {
  /** For others that concern the whole file. */
  readonly wholeFile: JobQueue;
  /** For those that write, and for whatever shares their connection. */
  readonly writes: JobQueue;
}

/** The database that jobs are about. */
export interface MaintainedDatabase {
  /** Its absolute path; `undefined` if it is in memory. */
  readonly file: string | undefined;
  /** How long to wait for other processes. */
  readonly busyTimeoutMs: number;
  /** Whether its only connection is that of everybody else. */
  readonly isAlone: boolean;
}

/** What a job takes from others. */
export interface JobNeeds {
  /** Whether nobody of this store may write meanwhile. */
  readonly exclusive: boolean;
  /** How long it waits for its turn; without it, as long as it takes. */
  readonly patience?: Patience | undefined;
}

/**
 * Runs jobs on the whole file, where there can be one on a thread of their own, so that the event
 * loop goes on.
 */
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

  /** Whether other work of this store goes on meanwhile. */
  get isElsewhere(): boolean {
    return this.#sql.isElsewhere;
  }

  /** Runs a job when those before it have ended. */
  async run<T>(needs: JobNeeds, job: (sql: SqlRunner) => Promise<T>): Promise<T> {
    return this.#queues.wholeFile.run(async () => {
      clearTimeout(this.#idle);
      try {
        if (!needs.exclusive && !this.database.isAlone) return await job(this.#sql);
        return await this.#queues.writes.run(() => job(this.#sql), needs.patience);
      } finally {
        this.#idle = setTimeout(() => {
          void this.#queues.wholeFile.run(() => this.#sql.end());
        }, IDLE_MS).unref();
      }
    }, needs.patience);
  }

  /**
   * Ends when all jobs have; if something was erased, the file is rewritten first, unless others
   * are in the way or the disk is full.
   */
  async close(writer: Connection, files: OpenFiles): Promise<void> {
    try {
      if (files.isInPlace && (await this.#isRewriteDue(writer))) {
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
    return this.#queues.writes.run(() => writer.isOpen && isRewriteDue(rowsOf(writer)));
  }
}
