/**
 * An open connection of `better-sqlite3` or `better-sqlite3-multiple-ciphers`. It has only the
 * members that the store checks.
 */
export interface SqliteHandle {
  /** The path that it was opened with. */
  readonly name: string;
  /** True until it is closed. */
  readonly open: boolean;
  /** True in a transaction. */
  readonly inTransaction: boolean;
  /** True if it is read-only. */
  readonly readonly: boolean;
  /** True if the database is in memory. */
  readonly memory: boolean;
  /** Creates a statement. */
  prepare(sql: string): object;
  /** Runs SQL. */
  exec(sql: string): unknown;
  /** Reads or sets a pragma. */
  pragma(source: string, options?: { readonly simple?: boolean }): unknown;
  /** Loads an extension from a file. */
  loadExtension(file: string): unknown;
}

const METHODS = ["prepare", "exec", "pragma", "loadExtension"] as const;

/** Returns true if a value looks like an open connection. */
export function isSqliteHandle(value: unknown): value is SqliteHandle {
  if (typeof value !== "object" || value === null) return false;
  const handle = value as Partial<SqliteHandle>;
  return (
    typeof handle.name === "string" &&
    METHODS.every((method) => typeof handle[method] === "function")
  );
}
