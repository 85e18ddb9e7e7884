import { setImmediate } from "node:timers/promises";

/** Code points between two pauses: 1 to 5 ms of work on a core of 2024. */
const SLICE = 4096;

/**
 * Says when long arithmetic owes the event loop a turn. Counts work instead of time, so that runs
 * are alike.
 */
export class WorkPacer {
  readonly #signal: AbortSignal | undefined;
  #left = SLICE;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Counts work, one unit if not told otherwise. Returns whether `pause` is due. */
  isDue(units = 1): boolean {
    this.#left -= units;
    return this.#left <= 0;
  }

  /** Lets everything else run. Rejects with the signal's reason once it is aborted. */
  async pause(): Promise<void> {
    this.#left = SLICE;
    await setImmediate();
    this.#signal?.throwIfAborted();
  }
}
