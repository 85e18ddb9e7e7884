import { setImmediate } from "node:timers/promises";

/** Code points between two pauses: 1 to 5 ms of work on a core of 2024. */
const SLICE = 4096;

/** Paces long arithmetic by turns of the event loop. Counts work, so that runs are alike. */
export class WorkPacer {
  readonly #signal: AbortSignal | undefined;
  #left = SLICE;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Counts work. Returns true if `pause` is due. */
  isDue(units = 1): boolean {
    this.#left -= units;
    return this.#left <= 0;
  }

  /** Lets the event loop turn. Rejects with the signal's reason if aborted. */
  async pause(): Promise<void> {
    this.#left = SLICE;
    await setImmediate();
    this.#signal?.throwIfAborted();
  }
}
