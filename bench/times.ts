import { percentile } from "./recall/metrics.ts";

/** Times of calls of one kind, in milliseconds. */
export interface Times {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** The median of what calls took, and what all but a twentieth kept within. */
export function summarize(times: readonly number[]): Times {
  const at = (share: number): number => Number(percentile(times, share).toFixed(4));
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}
