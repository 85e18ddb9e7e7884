import type { Database, Statement } from "better-sqlite3";
import type { CompiledQuery } from "kysely";

import { isFull } from "../errors.js";
import type { Patience } from "../jobs/patience.js";
import { closeDatabase, leaveDatabase } from "../open/close-database.js";
import { SMALL_CACHE, WRITER_CACHE } from "../open/pragmas.js";
import { syncFile } from "../open/sync-file.js";
import { whenFree } from "../open/when-free.js";

/** What a parameter may be. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/**
 * Prepared statements of dynamic queries that are kept; what they differ in is the shape of a
 * selection.
 */
const MAX_DYNAMIC_STATEMENTS = 256;

/** How much of a file is mapped at most. */
const MAPPED_BYTES = 4_294_967_296;

/** A transaction for which the disk has no room is tried so often. */
const MAX_ATTEMPTS = 3;

/** The call that a connection works for. */
export interface ConnectionCall {
  /** How long it waits for other connections. */
  readonly patience: Patience;
  /** Makes room where the disk is full. Returns false where there is none to be made. */
  readonly makeRoom?: ((attempt: number) => Promise<boolean>) | undefined;
}

/** Settings of a `Connection`. */
export interface ConnectionOptions {
  /** The handle is its owner's: it stays open. */
  readonly isLent?: boolean | undefined;
  /** Called at the beginning of each transaction that writes; what it throws ends it. */
  readonly beforeWrite?: (() => void) | undefined;
}

/** An open database: prepared statements by their text, and transactions. */
export class Connection {
  readonly #database: Database;
  readonly #busyTimeoutMs: number;
  readonly #isLent: boolean;
  #isLarge = false;
  readonly #beforeWrite: (() => void) | undefined;
  #isMapped = false;
  /** Statements written in our sources; there are a few dozen. */
  readonly #statements = new Map<string, Statement>();
  /** Those of them that give the first column only. */
  readonly #plucked = new Map<string, Statement>();
  readonly #dynamicStatements = new Map<string, Statement>();
  #call: ConnectionCall | undefined;

  constructor(database: Database, busyTimeoutMs: number, options: ConnectionOptions = {}) {
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#isLent = options.isLent ?? false;
    this.#beforeWrite = options.beforeWrite;
  }

  /** Whether it can be used; the owner of a handle may have closed it. */
  get isOpen(): boolean {
    return this.#database.open;
  }

  /** All rows of a statement of ours. */
  all<Row>(sql: string, ...parameters: readonly SqlValue[]): Row[] {
    return this.#prepared(sql).all(...parameters) as Row[];
  }

  /** The first column of all rows. */
  values<Value>(sql: string, ...parameters: readonly SqlValue[]): Value[] {
    return this.#preparedToPluck(sql).all(...parameters) as Value[];
  }

  /** Runs a statement of ours and says what rowid it inserted last. */
  run(sql: string, ...parameters: readonly SqlValue[]): number {
    return Number(this.#prepared(sql).run(...parameters).lastInsertRowid);
  }

  /** Runs a statement of ours and says how many rows it changed. */
  change(sql: string, ...parameters: readonly SqlValue[]): number {
    return this.#prepared(sql).run(...parameters).changes;
  }

  /** The rows of a statement of ours, one by one; nothing else may run meanwhile. */
  each<Row>(sql: string, ...parameters: readonly SqlValue[]): Iterable<Row> {
    return this.#prepared(sql).iterate(...parameters) as Iterable<Row>;
  }

  /**
   * The first column of the rows of a statement of ours, one by one; nothing else may run
   * meanwhile.
   */
  eachValue<Value>(sql: string, ...parameters: readonly SqlValue[]): Iterable<Value> {
    return this.#prepared(sql)
      .pluck()
      .iterate(...parameters) as Iterable<Value>;
  }

  /** All rows of a statement that is put together at run time. */
  dynamic<Row>(sql: string, parameters: readonly SqlValue[]): Row[] {
    return this.#preparedDynamically(sql).all(...parameters) as Row[];
  }

  /** All rows of a compiled query. */
  query<Row>(query: CompiledQuery<Row>): Row[] {
    return this.#preparedDynamically(query.sql).all(...query.parameters) as Row[];
  }

  /** Runs the job of one call. A connection has one job at a time. */
  async lend<T>(call: ConnectionCall, job: () => T | Promise<T>): Promise<T> {
    this.#call = call;
    try {
      return await job();
    } finally {
      this.#call = undefined;
    }
  }

  /**
   * Runs `work` on one state of the database; once more from the start if another connection was in
   * the way.
   */
  async read<T>(work: () => T | Promise<T>): Promise<T> {
    return whenFree(this.#call?.patience ?? this.#busyTimeoutMs, async () => {
      this.#prepared("begin").run();
      return this.#finish(work);
    });
  }

  /**
   * Runs `work` as the only writer; what it throws undoes everything. It runs again from the start
   * if the disk was full and there is more room now.
   */
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
   * Keeps the end of a large transaction short: from here on what it changes goes to the log soon,
   * and the log goes to the disk before the commit, while the event loop goes on. To be called in
   * it, once.
   */
  writeThrough(): void {
    if (this.#isLent || this.#database.memory) return;
    this.#isLarge = true;
    this.#database.pragma(SMALL_CACHE);
  }

  /**
   * Maps the file into memory, or no longer. Searches walk through a mapped file in half the time;
   * but what is read of it counts as memory of this process. To be called outside of transactions.
   */
  mapFile(isMapped: boolean): void {
    if (isMapped === this.#isMapped) return;
    this.#database.pragma(`mmap_size = ${isMapped ? MAPPED_BYTES : 0}`);
    this.#isMapped = isMapped;
  }

  /** Nothing can be done with it afterwards. */
  close(): void {
    if (this.#isLent) leaveDatabase(this.#database);
    else closeDatabase(this.#database);
  }

  /**
   * Closes it and leaves the write-ahead log as it is: where the file was moved, the log by its
   * name may have become another's.
   */
  abandon(): void {
    if (!this.#isLent) this.#database.close();
  }

  async #writeOnce<T>(work: () => T | Promise<T>): Promise<T> {
    const limit = this.#call?.patience ?? this.#busyTimeoutMs;
    await whenFree(limit, () => this.#prepared("begin immediate").run());
    return this.#finish(() => {
      this.#beforeWrite?.();
      return work();
    });
  }

  async #finish<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      const result = await work();
      if (this.#isLarge && this.#isDurable()) await syncFile(`${this.#database.name}-wal`);
      this.#prepared("commit").run();
      return result;
    } finally {
      if (this.#isLarge) this.#database.pragma(WRITER_CACHE);
      this.#isLarge = false;
      if (this.#database.inTransaction) this.#prepared("rollback").run();
    }
  }

  /** Returns true if a commit waits for the disk. */
  #isDurable(): boolean {
    return Number(this.#database.pragma("synchronous", { simple: true })) > 1;
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
    // Re-inserted, so that the first is the one used longest ago.
    this.#dynamicStatements.delete(sql);
    this.#dynamicStatements.set(sql, statement);
    const [oldest] = this.#dynamicStatements.keys();
    if (this.#dynamicStatements.size > MAX_DYNAMIC_STATEMENTS && oldest !== undefined) {
      this.#dynamicStatements.delete(oldest);
    }
    return statement;
  }

  /**
   * This SQLite keeps statistics of index samples (STAT4), so it plans a statement with joins anew
   * whenever a parameter gets another value: 20 to 100 µs. A parameter that is part of an
   * expression, be it a sign, is left alone.
   */
  #prepare(sql: string): Statement {
    return this.#database.prepare(sql.replaceAll("?", "+?"));
  }
}
