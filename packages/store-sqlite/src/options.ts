import { checkMembers, checkNumber, checkOneOf } from "@kioku/core/toolkit";

import { invalidInput } from "./errors.js";
import { isSqliteHandle, type SqliteHandle } from "./open/sqlite-handle.js";
import type { Durability } from "./sql/pragmas.js";

/** Options of `sqliteStore`: `path` or `database`, and how it is used. */
export interface SqliteStoreOptions {
  /**
   * Path of the database file, created if missing; its directory must exist. `:memory:` keeps
   * everything in memory.
   */
  readonly path?: string | undefined;
  /**
   * An open connection of `better-sqlite3` or `better-sqlite3-multiple-ciphers` instead of `path`,
   * for example to an encrypted file. The store sets its pragmas and uses no other, so reads wait
   * for writes. Nobody else may use it before `close()`, which leaves it open.
   */
  readonly database?: SqliteHandle | undefined;
  /**
   * Limit of how long other writing processes may delay a call, 0 to 600,000 ms, with delays of the
   * calls before it. Other work goes on meanwhile.
   * @defaultValue 5000
   */
  readonly busyTimeoutMs?: number | undefined;
  /**
   * Guarantee of an acknowledged write. `full`: the data is on the disk, so a power failure loses
   * nothing acknowledged. `relaxed`: the operating system has it, so a crash of this process loses
   * nothing; a power failure may lose the latest writes, never the file.
   * @defaultValue "full"
   */
  readonly durability?: Durability | undefined;
  /**
   * Memory for indexes that spare searches of large scopes from reading the file, 0 (none) to
   * 4,294,967,295 bytes. A million records with vectors of width 384 take about 420 MB. It is a
   * cache: results are the same without it.
   * @defaultValue 536870912
   */
  readonly indexBytes?: number | undefined;
}

/** The options with all defaults filled in. */
export interface ResolvedOptions {
  /** Path of the file or handle. */
  readonly path: string;
  readonly database: SqliteHandle | undefined;
  readonly busyTimeoutMs: number;
  readonly durability: Durability;
  readonly indexBytes: number;
}

const NAMES = ["path", "database", "busyTimeoutMs", "durability", "indexBytes"];

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` naming the option, the value and what is allowed.
 */
export function resolveOptions(options: SqliteStoreOptions): ResolvedOptions {
  checkMembers(options, "sqliteStore", NAMES);
  const { busyTimeoutMs = 5_000, durability = "full", indexBytes = 2 ** 29 } = options;
  return {
    ...checkedDatabase(options),
    busyTimeoutMs: checkedInteger("busyTimeoutMs", busyTimeoutMs, { min: 0, max: 600_000 }),
    durability: checkOneOf(durability, "option durability", ["full", "relaxed"]),
    indexBytes: checkedInteger("indexBytes", indexBytes, { min: 0, max: 2 ** 32 - 1 }),
  };
}

function checkedDatabase({
  path,
  database,
}: SqliteStoreOptions): Pick<ResolvedOptions, "path" | "database"> {
  if (database === undefined) return { path: checkedPath(path), database };
  if (path !== undefined) throw invalidInput("sqliteStore takes path or database, not both");
  // It may hold a key, so it is not shown.
  if (isSqliteHandle(database)) return { path: database.name, database };
  throw invalidInput(
    "option database must be an open connection of better-sqlite3 or better-sqlite3-multiple-ciphers, " +
      `not ${typeof database === "object" ? "another object" : typeof database}`,
  );
}

/** Checks the path of a file. */
export function checkedPath(path: unknown): string {
  // The driver trims names and SQLite ends them at NUL: either would open another file.
  const usable =
    typeof path === "string" && path !== "" && path.trim() === path && !path.includes("\0");
  if (usable) return path;
  throw invalidInput(
    "option path must be the path of a file, without space around it and without NUL, or " +
      `":memory:", not ${typeof path === "string" ? JSON.stringify(path) : String(path)}`,
  );
}

/** Checks an option that is an integer. */
export function checkedInteger(
  name: string,
  value: unknown,
  limits: { readonly min: number; readonly max: number },
): number {
  return checkNumber(value, `option ${name}`, { ...limits, integer: true });
}
