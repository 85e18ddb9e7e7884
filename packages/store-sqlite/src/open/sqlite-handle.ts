/**
 * An open connection to a database, as `better-sqlite3` and `better-sqlite3-multiple-ciphers` make
 * them. Only what the store looks at before it uses one is named here.
 */
export interface SqliteHandle {
  /** The path that it was opened with. */
  readonly name: string;
  /** Whether it has not been closed. */
  readonly open: boolean;
  /** Whether it is in a transaction. */
  readonly inTransaction: boolean;
  /** Whether it may only read. */
  readonly readonly: boolean;
  /** Whether the database is in memory. */
  readonly memory: boolean;
  /** Makes a statement. */
  prepare(sql: string): object;
  /** Runs SQL. */
  exec(sql: string): unknown;
  /** Reads or sets a pragma. */
  pragma(source: string, options?: { readonly simple?: boolean }): unknown;
  /** Loads an extension from a file. */
  loadExtension(file: string): unknown;
}

const METHODS = ["prepare", "exec", "pragma", "loadExtension"] as const;

/** Whether a value looks like an open connection. */
export function isSqliteHandle(value: unknown): value is SqliteHandle {
  if (typeof value !== "object" || value === null) return false;
  const handle = value as Partial<SqliteHandle>;
  return (
    typeof handle.name === "string" &&
    METHODS.every((method) => typeof handle[method] === "function")
  );
}
