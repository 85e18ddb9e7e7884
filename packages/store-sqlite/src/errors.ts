import { MemoryError } from "@kioku/core";

/** What is wrong and what to do, by SQLite's primary result code. Longer codes begin with these. */
const FAILURES: Readonly<Record<string, string>> = {
  SQLITE_BUSY: "is being written by another process; try again, or raise busyTimeoutMs",
  SQLITE_LOCKED: "is locked by another statement; try again",
  SQLITE_FULL: "cannot grow: the disk is full; free some space and try again",
  SQLITE_READONLY_DBMOVED:
    "was moved, deleted or replaced, or its log was, while it was open: nothing more is read or acknowledged; close this store, put the files in place and open a new one",
  SQLITE_READONLY: "cannot be written: give this process write permission on it and its directory",
  SQLITE_CANTOPEN: "cannot be opened: check its permissions and those of its directory",
  SQLITE_PERM: "cannot be opened: check its permissions and those of its directory",
  SQLITE_NOTADB: "is no SQLite database: choose another path, or move the file away",
  SQLITE_CORRUPT: "is damaged: restore it from a backup, or recover it with the sqlite3 tool",
  SQLITE_IOERR: "cannot be read or written: the disk or file system reported an error",
  SQLITE_NOMEM: "needs more memory than there is",
  SQLITE_TOOBIG: "cannot hold a value this large",
};

const RETRYABLE: ReadonlySet<string> = new Set(["SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL"]);

/**
 * Whatever a call failed with, as a `MemoryError`. The driver's error, whose text may show SQL, is
 * only its `cause`.
 * @param file - The path in the message.
 */
export function toMemoryError(error: unknown, file: string): MemoryError {
  if (MemoryError.is(error)) return error;
  const code = codeOf(error);
  if (isNoJson(error)) {
    return new MemoryError(
      "store-failed",
      `database ${file} has a record that cannot be read: integrityCheck() names it`,
      { cause: error },
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

/** The driver's error, for cases in which SQLite answers instead of failing. */
export class BusyError extends Error {
  readonly code: string = "SQLITE_BUSY";
}

/** The driver's error for a full disk, where SQLite was not asked. */
export class FullError extends Error {
  readonly code: string = "SQLITE_FULL";
}

/** Whether another connection was in the way. */
export function isBusy(error: unknown): boolean {
  return codeOf(error)?.startsWith("SQLITE_BUSY") === true;
}

/** Returns true if there was no room on the disk. */
export function isFull(error: unknown): boolean {
  return codeOf(error)?.startsWith("SQLITE_FULL") === true;
}

/** Whether what the file holds cannot be right. */
export function isDamage(error: unknown): boolean {
  return codeOf(error)?.startsWith("SQLITE_CORRUPT") === true;
}

/** Whether the file is no database, or one that cannot be deciphered. */
export function isNoDatabase(error: unknown): boolean {
  return codeOf(error)?.startsWith("SQLITE_NOTADB") === true;
}

/** Returns true if SQL met malformed JSON. Ours is always valid when it is written. */
function isNoJson(error: unknown): boolean {
  return codeOf(error) === "SQLITE_ERROR" && (error as Error).message === "malformed JSON";
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
