import { MemoryError } from "@kioku/core";

import { isSqliteHandle } from "./open/sqlite-handle.js";
import type { SqliteHandle } from "./open/sqlite-handle.js";

/** What `sqliteStore` takes: `path` or `database`, and how it is used. */
export interface SqliteStoreOptions {
  /**
   * The database file, made if it is not there; its directory must exist. `:memory:` keeps
   * everything in memory.
   */
  readonly path?: string | undefined;
  /**
   * Instead of `path`, an open connection of `better-sqlite3` or `better-sqlite3-multiple-ciphers`,
   * such as one to an encrypted file. The store sets its pragmas and uses nothing else, so reads
   * wait for writes. Nobody else may use it before `close()`, which leaves it open.
   */
  readonly database?: SqliteHandle | undefined;
  /**
   * How long other processes that write may keep a call waiting, 0 to 600,000 ms, counted from when
   * it is made: waits of the calls before it count, too. Other work goes on meanwhile.
   * @defaultValue 5000
   */
  readonly busyTimeoutMs?: number | undefined;
  /**
   * What `write` has waited for when it answers. `full`: the disk has it, so that a loss of power
   * costs nothing that was acknowledged. `relaxed`: the operating system has it; a crash of this
   * process costs nothing, a loss of power may cost the latest writes, never the file.
   * @defaultValue "full"
   */
  readonly durability?: Durability | undefined;
  /**
   * How much memory may hold what searches need of large scopes, so that they do not read the file:
   * 0 (none) to 4,294,967,295 bytes. A million records with vectors of width 384 take about 420 MB.
   * It is a cache: results are the same without it.
   * @defaultValue 536870912
   */
  readonly mirrorBytes?: number | undefined;
}

/** What an acknowledged write has survived: the loss of power, or the crash of this process. */
export type Durability = "full" | "relaxed";

/** The options with every default in its place. */
export interface ResolvedOptions {
  /** Of the handle, if one was given. */
  readonly path: string;
  readonly database: SqliteHandle | undefined;
  readonly busyTimeoutMs: number;
  readonly durability: Durability;
  readonly mirrorBytes: number;
}

const NAMES: readonly string[] = ["path", "database", "busyTimeoutMs", "durability", "mirrorBytes"];

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` naming the option, the value and what is allowed.
 */
export function resolveOptions(options: SqliteStoreOptions): ResolvedOptions {
  const given: unknown = options;
  if (typeof given !== "object" || given === null) {
    throw invalid(`sqliteStore takes an object of options, not ${show(given)}`);
  }
  for (const name of Object.keys(given)) {
    if (!NAMES.includes(name)) {
      throw invalid(`sqliteStore has no option "${name}"; it has ${NAMES.join(", ")}`);
    }
  }
  return {
    ...checkedPlace(options),
    busyTimeoutMs: checkedInteger(
      "busyTimeoutMs",
      withDefault(options.busyTimeoutMs, 5_000),
      600_000,
    ),
    durability: checkedDurability(withDefault(options.durability, "full")),
    mirrorBytes: checkedInteger(
      "mirrorBytes",
      withDefault(options.mirrorBytes, 2 ** 29),
      2 ** 32 - 1,
    ),
  };
}

function checkedPlace({
  path,
  database,
}: SqliteStoreOptions): Pick<ResolvedOptions, "path" | "database"> {
  if (database === undefined) return { path: checkedPath(path), database };
  if (path !== undefined) throw invalid("sqliteStore takes path or database, not both");
  // It may hold a key, so it is not shown.
  if (isSqliteHandle(database)) return { path: database.name, database };
  throw invalid(
    "option database must be an open connection of better-sqlite3 or better-sqlite3-multiple-ciphers, " +
      `not ${typeof database === "object" ? "another object" : typeof database}`,
  );
}

/** Refuses what is no path of a file. */
export function checkedPath(path: unknown): string {
  // The driver trims names and SQLite ends them at NUL: either would open another file than the one
  // named.
  const usable =
    typeof path === "string" && path !== "" && path.trim() === path && !path.includes("\0");
  if (usable) return path;
  throw invalid(
    `option path must be the path of a file, without space around it and without NUL, or ":memory:", not ${show(path)}`,
  );
}

function checkedInteger(name: string, value: unknown, max: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max) {
    return value;
  }
  throw invalid(`option ${name} must be an integer from 0 to ${max}, not ${show(value)}`);
}

function checkedDurability(value: unknown): Durability {
  if (value === "full" || value === "relaxed") return value;
  throw invalid(`option durability must be "full" or "relaxed", not ${show(value)}`);
}

/** `null` is no way to leave an option out. */
function withDefault(value: unknown, byDefault: number | string): unknown {
  return value === undefined ? byDefault : value;
}

function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function invalid(message: string): MemoryError {
  return new MemoryError("invalid-input", message);
}
