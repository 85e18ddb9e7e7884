import { setTimeout as sleep } from "node:timers/promises";

import { BusyError } from "../errors.js";

/** How long other connections have kept the calls of a store waiting, in milliseconds. */
export class BusyTime {
  ms = 0;
}

/** Settings of a `Patience`. */
export interface PatienceOptions {
  /**
   * Shared by calls that wait for each other, so that each one counts the waits before its turn.
   */
  readonly busy?: BusyTime | undefined;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The limit on how long one call is kept waiting by other connections, counted from when it was
 * made. Time in which calls of the same store make progress does not count.
 */
export class Patience {
  readonly #limitMs: number;
  readonly #busy: BusyTime;
  readonly #from: number;
  readonly #signal: AbortSignal | undefined;

  constructor(limitMs: number, { busy = new BusyTime(), signal }: PatienceOptions = {}) {
    this.#limitMs = limitMs;
    this.#busy = busy;
    this.#from = busy.ms;
    this.#signal = signal;
  }

  /** True once the limit is reached. */
  get isOver(): boolean {
    return this.#leftMs <= 0;
  }

  /** Waits before another attempt; throws if the caller gives up meanwhile. */
  async pause(ms: number): Promise<void> {
    const begun = performance.now();
    await sleep(ms, undefined, this.#signal && { signal: this.#signal }).catch(() => undefined);
    this.#busy.ms += performance.now() - begun;
    this.#signal?.throwIfAborted();
  }

  /**
   * Calls `end` with the reason when the wait for a turn is over before the turn comes. Returns a
   * function that stops this.
   */
  watch(end: (reason: unknown) => void): () => void {
    const signal = this.#signal;
    const abort = (): void => end(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      if (this.isOver) end(new BusyError("another connection is writing"));
      else timer = setTimeout(look, Math.ceil(this.#leftMs)).unref();
    };
    // Without any patience, the attempt itself fails.
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
