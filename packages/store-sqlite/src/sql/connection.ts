import type { Database, Statement } from "better-sqlite3";
import type { CompiledQuery } from "kysely";

import { closeDatabase } from "../open/close-database.js";
import { scrubDatabase } from "../open/scrub-database.js";

/** What a parameter may be. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** Prepared statements of dynamic queries that are kept; what they differ in is the shape of a selection. */
const MAX_DYNAMIC_STATEMENTS = 256;

/** An open database: prepared statements by their text, and transactions. */
export class Connection {
  readonly #database: Database;
  /** Statements written in our sources; there are a few dozen. */
  readonly #statements = new Map<string, Statement>();
  readonly #dynamicStatements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** All rows of a statement of ours. */
  all<Row>(sql: string, ...parameters: readonly SqlValue[]): Row[] {
    return this.#prepared(sql).all(...parameters) as Row[];
  }

  /** The first column of all rows. A statement's text is used with `values` or with `all`, not with both. */
  values<Value>(sql: string, ...parameters: readonly SqlValue[]): Value[] {
    return this.#prepared(sql)
      .pluck()
      .all(...parameters) as Value[];
  }

  /** Runs a statement of ours and says what rowid it inserted last. */
  run(sql: string, ...parameters: readonly SqlValue[]): number {
    return Number(this.#prepared(sql).run(...parameters).lastInsertRowid);
  }

  /** All rows of a compiled query. */
  query<Row>(query: CompiledQuery<Row>): Row[] {
    return this.#preparedDynamically(query.sql).all(...query.parameters) as Row[];
  }

  /** Runs `work` on one state of the database. */
  read<T>(work: () => T): T {
    return this.#transaction("begin", work);
  }

  /** Runs `work` as the only writer; what it throws undoes everything. */
  write<T>(work: () => T): T {
    return this.#transaction("begin immediate", work);
  }

  /** Makes what was erased unreadable now, and says where that has to wait. */
  scrub(): readonly string[] {
    return scrubDatabase(this.#database);
  }

  /** Nothing can be done with it afterwards. */
  close(): void {
    closeDatabase(this.#database);
  }

  #transaction<T>(begin: string, work: () => T): T {
    this.#prepared(begin).run();
    try {
      const result = work();
      this.#prepared("commit").run();
      return result;
    } finally {
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
   * This SQLite keeps statistics of index samples (STAT4), so it plans a statement with joins anew whenever a parameter
   * gets another value: 20 to 100 µs. A parameter that is part of an expression, be it a sign, is left alone.
   */
  #prepare(sql: string): Statement {
    return this.#database.prepare(sql.replaceAll("?", "+?"));
  }
}
