import { MemoryError } from "@kioku/core";

/** Problem and remedy by SQLite's primary result code. Longer codes begin with these. */
const FAILURES: Readonly<Record<string, string>> = {
  SQLITE_BUSY: "is being written by another process; try again, or raise busyTimeoutMs",
  SQLITE_LOCKED: "is locked by another statement; try again",
  SQLITE_FULL: "cannot grow: the disk is full; free some space and try again",
  SQLITE_READONLY_DBMOVED:
    "was moved, deleted or replaced while it was open, or its log was: close this store, put the files in place and open a new one",
  SQLITE_READONLY: "cannot be written: give this process write permission on it and its directory",
  SQLITE_CANTOPEN: "cannot be opened: check its permissions and those of its directory",
  SQLITE_PERM: "cannot be opened: check its permissions and those of its directory",
  SQLITE_NOTADB: "is not an SQLite database: choose another path, or move the file away",
  SQLITE_CORRUPT: "is damaged: restore it from a backup, or recover it with the sqlite3 tool",
  SQLITE_IOERR_FSYNC:
    "was not flushed to the disk, so its latest writes may be lost: close this store, check the disk and open a new one",
  SQLITE_IOERR: "cannot be read or written: the disk or file system reported an error",
  SQLITE_NOMEM: "needs more memory than is available",
  SQLITE_TOOBIG: "cannot hold a value this large",
};

const RETRYABLE: ReadonlySet<string> = new Set(["SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL"]);

/** Converts any error to a `MemoryError` that names `file`; a driver's error is its `cause`. */
export function toMemoryError(error: unknown, file: string): MemoryError {
  if (MemoryError.is(error)) return error;
  const code = codeOf(error);
  if (isNoJson(error)) {
    return storeFailed(
      `database ${file} has a record that cannot be read: integrityCheck() names it`,
      error,
    );
  }
  const primary = Object.keys(FAILURES).find((name) => code?.startsWith(name));
  const what = primary === undefined ? undefined : FAILURES[primary];
  return new MemoryError(
    "store-failed",
    `database ${file} ${what ?? `failed${code === undefined ? "" : ` with ${code}`}`}`,
    { cause: error, retryable: primary !== undefined && RETRYABLE.has(primary) },
  );
}

/** An error with a code of SQLite, for cases in which SQLite does not throw. */
export class SqliteError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Creates a `store-failed` error. */
export function storeFailed(message: string, cause?: unknown): MemoryError {
  return new MemoryError("store-failed", message, cause === undefined ? {} : { cause });
}

/** Creates an `invalid-input` error. */
export function invalidInput(message: string): MemoryError {
  return new MemoryError("invalid-input", message);
}

/** Returns true if another connection held a lock. */
export const isBusy = (error: unknown): boolean => hasCode(error, "SQLITE_BUSY");

/** Returns true if the disk was full. */
export const isFull = (error: unknown): boolean => hasCode(error, "SQLITE_FULL");

/** Returns true if an error has this code of SQLite, or a longer one that begins with it. */
export function hasCode(error: unknown, code: string): boolean {
  return codeOf(error)?.startsWith(code) === true;
}

/** Returns true if SQL met malformed JSON, which the store never writes. */
function isNoJson(error: unknown): boolean {
  return codeOf(error) === "SQLITE_ERROR" && (error as Error).message === "malformed JSON";
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
