/**
 * What is left of a window of time, `1 - t / w`, from 1 to 0, and 0 after it. Both times in the
 * same unit: AIRI's published query divides milliseconds by seconds, so that its 30 days are over
 * after 43 minutes.
 */
export function linearWindow(elapsed: number, window: number): number {
  return Math.max(1 - Math.max(elapsed, 0) / window, 0);
}
