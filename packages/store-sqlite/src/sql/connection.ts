import type { Database, Statement } from "better-sqlite3";
import type { CompiledQuery } from "kysely";

import { isFull } from "../errors.js";
import { SMALL_CACHE, WRITER_CACHE } from "./pragmas.js";
import { retryWhileBusy, type BusyTimeout } from "./scheduling.js";
import type { SqlFragment, SqlValue } from "./sql-text.js";
import { closeDatabase, leaveDatabase } from "./write-ahead-log.js";

/** Maximum number of cached dynamic statements, one for each shape of a selection. */
const MAX_DYNAMIC_STATEMENTS = 256;

const MAPPED_BYTES = 268_435_456;

/** Attempts of a transaction on a full disk. */
const MAX_ATTEMPTS = 3;

interface ConnectionCall {
  readonly timeout: BusyTimeout;
  /** Makes room on a full disk. Returns false if it cannot. */
  readonly makeRoom?: ((attempt: number) => Promise<boolean>) | undefined;
}

interface ConnectionOptions {
  /** True if the handle stays open, because its owner closes it. */
  readonly isLent?: boolean | undefined;
  /** Called at the beginning of each writing transaction; what it throws ends it. */
  readonly beforeWrite?: (() => void) | undefined;
  /** Called after the commit of each writing transaction with the number of its statements. */
  readonly afterCommit?: ((statements: number) => void) | undefined;
}

/** An open database with cached prepared statements, and transactions. */
export class Connection {
  readonly #database: Database;
  readonly #busyTimeoutMs: number;
  readonly #isLent: boolean;
  #isLarge = false;
  readonly #beforeWrite: (() => void) | undefined;
  readonly #afterCommit: ((statements: number) => void) | undefined;
  #statementsRun = 0;
  #isMapped = false;
  /** Static statements of the sources, a few dozen. */
  readonly #statements = new Map<string, Statement>();
  /** Static statements that return only the first column. */
  readonly #plucked = new Map<string, Statement>();
  readonly #dynamicStatements = new Map<string, Statement>();
  #call: ConnectionCall | undefined;

  constructor(database: Database, busyTimeoutMs: number, options: ConnectionOptions = {}) {
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#isLent = options.isLent ?? false;
    this.#beforeWrite = options.beforeWrite;
    this.#afterCommit = options.afterCommit;
  }

  /** False once it is closed, maybe by the owner of the handle. */
  get isOpen(): boolean {
    return this.#database.open;
  }

  /** Returns all rows of a static statement. */
  all<Row>(sql: string, ...parameters: readonly SqlValue[]): Row[] {
    return this.#prepared(sql).all(...parameters) as Row[];
  }

  /** Returns all rows of a static statement, as a `SqlRows`. */
  async rows<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<Row[]> {
    return this.all<Row>(sql, ...parameters);
  }

  values<Value>(sql: string, ...parameters: readonly SqlValue[]): Value[] {
    return this.#preparedToPluck(sql).all(...parameters) as Value[];
  }

  /** Runs a static statement and returns the last inserted rowid. */
  run(sql: string, ...parameters: readonly SqlValue[]): number {
    this.#statementsRun += 1;
    return Number(this.#prepared(sql).run(...parameters).lastInsertRowid);
  }

  /** Runs a static statement and returns the number of changed rows. */
  change(sql: string, ...parameters: readonly SqlValue[]): number {
    this.#statementsRun += 1;
    return this.#prepared(sql).run(...parameters).changes;
  }

  /** Iterates the rows of a static statement; nothing else may run meanwhile. */
  each<Row>(sql: string, ...parameters: readonly SqlValue[]): Iterable<Row> {
    return this.#prepared(sql).iterate(...parameters) as Iterable<Row>;
  }

  /** Returns all rows of a composed statement. */
  dynamic<Row>({ sql, parameters }: SqlFragment): Row[] {
    return this.#preparedDynamically(sql).all(...parameters) as Row[];
  }

  /** Returns all rows of a compiled query. */
  query<Row>(query: CompiledQuery<Row>): Row[] {
    return this.#preparedDynamically(query.sql).all(...query.parameters) as Row[];
  }

  /** Runs the job of one call; a connection has one job at a time. */
  async lend<T>(call: ConnectionCall, job: () => T | Promise<T>): Promise<T> {
    this.#call = call;
    try {
      return await job();
    } finally {
      this.#call = undefined;
    }
  }

  /** Runs `work` on one snapshot; again from the start if another connection was in the way. */
  async read<T>(work: () => T | Promise<T>): Promise<T> {
    return retryWhileBusy(this.#call?.timeout ?? this.#busyTimeoutMs, async () => {
      this.#prepared("begin").run();
      return this.#finish(work);
    });
  }

  /** Runs `work` as the only writer; again from the start if a full disk has room now. */
  async write<T>(work: () => T | Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#writeOnce(work);
      } catch (error) {
        const isLast = attempt === MAX_ATTEMPTS || !isFull(error);
        if (isLast || (await this.#call?.makeRoom?.(attempt)) !== true) throw error;
      }
    }
  }

  /**
   * Shortens the commit of a large transaction: from here on changes go to the log early. Call it
   * once in a transaction.
   */
  writeThrough(): void {
    if (this.#isLent || this.#database.memory) return;
    this.#isLarge = true;
    this.#database.pragma(SMALL_CACHE);
  }

  /**
   * Maps the file into memory, or unmaps it. Mapped searches take half the time, but mapped pages
   * count as memory of this process. Call it outside of transactions.
   */
  mapFile(isMapped: boolean): void {
    if (isMapped === this.#isMapped) return;
    this.#database.pragma(`mmap_size = ${isMapped ? MAPPED_BYTES : 0}`);
    this.#isMapped = isMapped;
  }

  close(): void {
    if (this.#isLent) leaveDatabase(this.#database);
    else closeDatabase(this.#database);
  }

  /** Closes without a checkpoint: if the file was moved, its log's name may be another's. */
  abandon(): void {
    if (!this.#isLent) this.#database.close();
  }

  async #writeOnce<T>(work: () => T | Promise<T>): Promise<T> {
    const limit = this.#call?.timeout ?? this.#busyTimeoutMs;
    await retryWhileBusy(limit, () => this.#prepared("begin immediate").run());
    this.#statementsRun = 0;
    return this.#finish(
      () => {
        this.#beforeWrite?.();
        return work();
      },
      () => this.#afterCommit?.(this.#statementsRun),
    );
  }

  async #finish<T>(work: () => T | Promise<T>, afterCommit?: () => void): Promise<T> {
    try {
      const result = await work();
      this.#prepared("commit").run();
      // Before any other call can see it.
      afterCommit?.();
      return result;
    } finally {
      if (this.#isLarge) this.#database.pragma(WRITER_CACHE);
      this.#isLarge = false;
      if (this.#database.inTransaction) this.#prepared("rollback").run();
    }
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #preparedToPluck(sql: string): Statement {
    const known = this.#plucked.get(sql);
    if (known) return known;
    const statement = this.#prepare(sql).pluck();
    this.#plucked.set(sql, statement);
    return statement;
  }

  #preparedDynamically(sql: string): Statement {
    const statement = this.#dynamicStatements.get(sql) ?? this.#prepare(sql);
    // Re-inserted, so that the first is the least recently used.
    this.#dynamicStatements.delete(sql);
    this.#dynamicStatements.set(sql, statement);
    const [oldest] = this.#dynamicStatements.keys();
    if (this.#dynamicStatements.size > MAX_DYNAMIC_STATEMENTS && oldest !== undefined) {
      this.#dynamicStatements.delete(oldest);
    }
    return statement;
  }

  /**
   * Prepares with signed parameters. SQLite with STAT4 plans a statement with joins anew, 20 to 100
   * µs, for each new value of a bare parameter, but not of one in an expression.
   */
  #prepare(sql: string): Statement {
    return this.#database.prepare(sql.replaceAll("?", "+?"));
  }
}
