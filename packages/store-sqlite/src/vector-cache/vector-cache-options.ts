import { checkMembers, checkNumber } from "@kioku/core/toolkit";

import { checkedPath } from "../options.js";

/** What `sqliteVectorCache` takes. */
export interface SqliteVectorCacheOptions {
  /**
   * The file of the cache, made if it is not there; its directory must exist. Not that of a store.
   * `:memory:` keeps everything in this process.
   */
  readonly path: string;
  /**
   * How many vectors it holds, 1 to 100,000,000; those that were not asked for for longest go
   * first. A vector takes its width times 4 bytes and about 200 more.
   * @defaultValue `100000`
   */
  readonly maxEntries?: number | undefined;
  /**
   * How long a call waits for another process that is writing, 0 to 600,000 ms.
   * @defaultValue `5000`
   */
  readonly busyTimeoutMs?: number | undefined;
}

/** The options with every default in its place. */
export interface ResolvedVectorCacheOptions {
  readonly path: string;
  readonly maxEntries: number;
  readonly busyTimeoutMs: number;
}

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` naming the option, the value and what is allowed.
 */
export function resolveVectorCacheOptions(
  options: SqliteVectorCacheOptions,
): ResolvedVectorCacheOptions {
  checkMembers(options, "sqliteVectorCache", ["path", "maxEntries", "busyTimeoutMs"]);
  const { path, maxEntries = 100_000, busyTimeoutMs = 5_000 } = options;
  const whole = { integer: true };
  return {
    path: checkedPath(path),
    maxEntries: checkNumber(maxEntries, "option maxEntries", { min: 1, max: 1e8, ...whole }),
    busyTimeoutMs: checkNumber(busyTimeoutMs, "option busyTimeoutMs", {
      min: 0,
      max: 600_000,
      ...whole,
    }),
  };
}
