import type { VectorCache } from "../contracts/vector-cache.js";
import { safeLogger } from "../internal/async/notify.js";
import { checkMembers, checkMethods, checkNumber } from "../internal/check/check.js";
import { silentLogger } from "../model/call-options.js";
import type { Logger } from "../model/call-options.js";

/** What `cachedEmbedder` takes beside the embedder. */
export interface CachedEmbedderOptions {
  /**
   * How many vectors are kept in memory, 0 to 10,000,000.
   * @defaultValue `10000`
   */
  readonly maxEntries?: number | undefined;
  /**
   * About how much memory they may take, in bytes: 0 to 2^40. Ten thousand vectors of width 1,536
   * take 65 MB.
   * @defaultValue `67108864`
   */
  readonly maxBytes?: number | undefined;
  /**
   * A second layer, asked for what is not in memory, such as `sqliteVectorCache` of
   * `@kioku/store-sqlite`. It is closed with the embedder.
   * @defaultValue none
   */
  readonly store?: VectorCache | undefined;
  /**
   * Told of a second layer when it begins to fail.
   * @defaultValue says nothing
   */
  readonly logger?: Logger | undefined;
}

/** The options with every default in its place. */
export interface ResolvedCacheOptions {
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly store: VectorCache | undefined;
  readonly logger: Logger;
}

const NAMES: readonly string[] = ["maxEntries", "maxBytes", "store", "logger"];

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
export function resolveCacheOptions(options: CachedEmbedderOptions): ResolvedCacheOptions {
  checkMembers(options, "options", NAMES);
  const { maxEntries = 10_000, maxBytes = 2 ** 26, store, logger = silentLogger } = options;
  checkNumber(maxEntries, "options.maxEntries", { min: 0, max: 10_000_000, integer: true });
  checkNumber(maxBytes, "options.maxBytes", { min: 0, max: 2 ** 40, integer: true });
  if (store !== undefined) checkMethods(store, "options.store", ["get", "set", "delete", "close"]);
  checkMethods(logger, "options.logger", ["warn", "error"]);
  return { maxEntries, maxBytes, store, logger: safeLogger(logger) };
}
