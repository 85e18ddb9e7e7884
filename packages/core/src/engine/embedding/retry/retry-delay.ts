import type { ResolvedRetry } from "./retry-options.js";

/**
 * How long to wait after so many failures in a row, in milliseconds. Equal jitter: half of the wait
 * is certain, so that what failed together does not come back together.
 */
export function retryDelay(
  { minDelayMs, maxDelayMs }: ResolvedRetry,
  failures: number,
  random: () => number,
): number {
  const wait = Math.min(minDelayMs * 2 ** failures, maxDelayMs);
  return wait / 2 + (random() * wait) / 2;
}
