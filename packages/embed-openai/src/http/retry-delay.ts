const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/**
 * How long to wait before the next try, in milliseconds: twice as long after each failure, half of
 * it by chance, so that what failed together does not come back together.
 */
export function retryDelay(failures: number, random: () => number): number {
  const whole = Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS);
  return whole / 2 + (random() * whole) / 2;
}
