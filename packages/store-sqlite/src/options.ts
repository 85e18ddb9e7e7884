import { MemoryError } from "@kioku/core";

/** What `sqliteStore` takes. */
export interface SqliteStoreOptions {
  /** The database file, made if it is not there; its directory must exist. `:memory:` keeps everything in memory. */
  readonly path: string;
  /**
   * How long a call waits for another process that is writing, 0 to 600,000 ms. While it waits, this process does nothing else.
   * @defaultValue 5000
   */
  readonly busyTimeoutMs?: number | undefined;
  /**
   * How much memory may hold vectors of scopes, and once more what searches need to know of their records (keyword lists: an
   * eighth of it), so that searching does not read the file: 0 (none) to
   * 2,147,483,648 bytes. It is a cache: results are the same without it.
   * @defaultValue 268435456
   */
  readonly residentBytes?: number | undefined;
}

/** The options with every default in its place. */
export interface ResolvedOptions {
  readonly path: string;
  readonly busyTimeoutMs: number;
  readonly residentBytes: number;
}

const NAMES: readonly string[] = ["path", "busyTimeoutMs", "residentBytes"];

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
    path: checkedPath(options.path),
    busyTimeoutMs: checkedInteger(
      "busyTimeoutMs",
      withDefault(options.busyTimeoutMs, 5_000),
      600_000,
    ),
    residentBytes: checkedInteger(
      "residentBytes",
      withDefault(options.residentBytes, 2 ** 28),
      2 ** 31,
    ),
  };
}

function checkedPath(path: unknown): string {
  // The driver trims names and SQLite ends them at NUL: either would open another file than the one named.
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

/** `null` is no way to leave an option out. */
function withDefault(value: unknown, byDefault: number): unknown {
  return value === undefined ? byDefault : value;
}

function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function invalid(message: string): MemoryError {
  return new MemoryError("invalid-input", message);
}
