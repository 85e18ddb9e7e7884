import { setTimeout as sleep } from "node:timers/promises";

import { isBusy, SqliteError } from "../errors.js";

/** Longest time without yielding to the event loop. */
const SLICE_MS = 8;

/** Returns a promise to await, or nothing; may throw to end the work. See `TimeSlicer`. */
export type Pause = () => Promise<void> | undefined;

/**
 * Divides long work into slices. `const pause = slicer.pause(); if (pause) await pause;` between
 * two steps yields to the event loop when the slice is over, at next to no cost before. All calls
 * within one turn of the event loop share a slice.
 */
export class TimeSlicer {
  #heldSince: number | undefined;

  /** Returns a promise to await if the slice is over, else nothing. */
  pause(): Promise<void> | undefined {
    const now = performance.now();
    if (this.#heldSince === undefined) {
      this.#heldSince = now;
      setImmediate(() => {
        this.#heldSince = undefined;
      });
      return undefined;
    }
    return now - this.#heldSince < SLICE_MS ? undefined : nextTurn();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Accumulated time that other connections delayed the calls of a store, in milliseconds. */
export class BusyClock {
  ms = 0;
}

interface BusyTimeoutOptions {
  /** Shared by calls that wait for each other, so that each counts the delays before its turn. */
  readonly busy?: BusyClock | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Limits how long other connections may delay one call, from its beginning. Progress of other calls
 * of the same store does not count.
 */
export class BusyTimeout {
  readonly #limitMs: number;
  readonly #busy: BusyClock;
  readonly #from: number;
  readonly #signal: AbortSignal | undefined;

  constructor(limitMs: number, { busy = new BusyClock(), signal }: BusyTimeoutOptions = {}) {
    this.#limitMs = limitMs;
    this.#busy = busy;
    this.#from = busy.ms;
    this.#signal = signal;
  }

  /** True once the limit is reached. */
  get isOver(): boolean {
    return this.#leftMs <= 0;
  }

  /** Waits before another attempt; throws if the caller aborts meanwhile. */
  async pause(ms: number): Promise<void> {
    const begun = performance.now();
    await sleep(ms, undefined, this.#signal && { signal: this.#signal }).catch(() => undefined);
    this.#busy.ms += performance.now() - begun;
    this.#signal?.throwIfAborted();
  }

  /** Calls `end` if the timeout or an abort comes first. Returns a function that stops watching. */
  watch(end: (reason: unknown) => void): () => void {
    const signal = this.#signal;
    const abort = (): void => end(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      if (this.isOver) end(new SqliteError("SQLITE_BUSY", "another connection is writing"));
      else timer = setTimeout(look, Math.ceil(this.#leftMs)).unref();
    };
    // With a timeout of 0 the attempt itself fails.
    if (this.#limitMs > 0) timer = setTimeout(look, this.#limitMs).unref();
    return () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  }

  get #leftMs(): number {
    return this.#limitMs - (this.#busy.ms - this.#from);
  }
}

/** Runs jobs one after another, in order. */
export class SerialQueue {
  readonly #slicer: TimeSlicer;
  readonly #waiting = new Set<() => void>();
  #isBusy = false;

  constructor(slicer: TimeSlicer) {
    this.#slicer = slicer;
  }

  /** True while jobs wait for their turn. */
  get isCrowded(): boolean {
    return this.#waiting.size > 0;
  }

  /** Runs a job after all before it; `timeout` limits the wait for its turn. */
  async run<T>(job: () => T | Promise<T>, timeout?: BusyTimeout): Promise<T> {
    if (this.#isBusy) await this.#waitForTurn(timeout);
    this.#isBusy = true;
    try {
      const pause = this.#slicer.pause();
      if (pause) await pause;
      return await job();
    } finally {
      const [next] = this.#waiting;
      if (next) {
        this.#waiting.delete(next);
        next();
      } else this.#isBusy = false;
    }
  }

  async #waitForTurn(timeout: BusyTimeout | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = (): void => resolve();
    this.#waiting.add(begin);
    const unwatch = timeout?.watch((reason) => {
      if (this.#waiting.delete(begin)) reject(reason);
    });
    try {
      await promise;
    } finally {
      unwatch?.();
    }
  }
}

/** Pauses between attempts; the last one repeats. */
const PAUSES_MS = [1, 2, 5, 10] as const;
const LAST_PAUSE_MS = 10;

/**
 * Retries `attempt` while another connection holds a lock, until the limit. Pauses in between, so
 * that other work proceeds and waiting connections do not block each other.
 * @param limit - Timeout of the call, or milliseconds from now.
 */
export async function retryWhileBusy<T>(
  limit: BusyTimeout | number,
  attempt: () => T | Promise<T>,
): Promise<T> {
  const timeout = typeof limit === "number" ? new BusyTimeout(limit) : limit;
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || timeout.isOver) throw error;
    }
    await timeout.pause(PAUSES_MS[attempts] ?? LAST_PAUSE_MS);
  }
}
