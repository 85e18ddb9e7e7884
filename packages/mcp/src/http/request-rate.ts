import { LruMap } from "@kioku/core/toolkit";

/** Most tokens that are counted at the same time. */
const MAX_TOKENS = 10_000;

interface Allowance {
  readonly requests: number;
  readonly atMs: number;
}

/** Limit of requests per minute and token, which may come at once and grow again steadily. */
export class RequestRate {
  readonly #perMinute: number;
  readonly #nowMs: () => number;
  readonly #left = new LruMap<string, Allowance>({ maxEntries: MAX_TOKENS });

  constructor(perMinute: number, nowMs: () => number) {
    this.#perMinute = perMinute;
    this.#nowMs = nowMs;
  }

  /** Counts a request. Returns 0, or the milliseconds until there may be one. */
  take(token: string): number {
    const atMs = this.#nowMs();
    const before = this.#left.get(token) ?? { requests: this.#perMinute, atMs };
    const perMs = this.#perMinute / 60_000;
    const grown = before.requests + (atMs - before.atMs) * perMs;
    const requests = Math.min(grown, this.#perMinute);
    if (requests < 1) return (1 - requests) / perMs;
    this.#left.set(token, { requests: requests - 1, atMs });
    return 0;
  }
}
