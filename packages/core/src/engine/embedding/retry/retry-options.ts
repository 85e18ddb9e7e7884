import type { RetryOptions } from "../../../api/options.js";
import { MAX_DELAY_MS } from "../../../internal/async/timers.js";
import { checkMembers, checkNumber } from "../../../internal/check/check.js";

/** Retry options with every default filled in. */
export interface ResolvedRetry {
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
}

const MIN_DELAY_MS = 1_000;
const DEFAULT_MAX_DELAY_MS = 300_000;

/**
 * Checks the option and fills in its defaults, also where the option is `false`.
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
export function resolveRetryDelays(given: boolean | RetryOptions = true): ResolvedRetry {
  const options = typeof given === "boolean" ? {} : given;
  checkMembers(options, "retryEmbedding", ["minDelayMs", "maxDelayMs"]);
  const { maxDelayMs = DEFAULT_MAX_DELAY_MS } = options;
  checkNumber(maxDelayMs, "retryEmbedding.maxDelayMs", { above: 0, max: MAX_DELAY_MS });
  const { minDelayMs = Math.min(MIN_DELAY_MS, maxDelayMs) } = options;
  checkNumber(minDelayMs, "retryEmbedding.minDelayMs", { above: 0, max: maxDelayMs });
  return { minDelayMs, maxDelayMs };
}

/** Returns the milliseconds to wait after failures in a row. Half of the wait is random. */
export function retryDelay(
  { minDelayMs, maxDelayMs }: ResolvedRetry,
  failures: number,
  random: () => number,
): number {
  const wait = Math.min(minDelayMs * 2 ** failures, maxDelayMs);
  return wait / 2 + (random() * wait) / 2;
}
