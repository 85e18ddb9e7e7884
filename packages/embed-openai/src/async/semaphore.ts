import { unlessAborted } from "@kioku/core/toolkit";

/** Limits how many tasks run at once. The others wait in the order of their arrival. */
export class Semaphore {
  #permits: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Runs the task with a permit. Rejects with the signal's reason if aborted while it waits. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#acquire(signal);
    try {
      return await task();
    } finally {
      this.#release();
    }
  }

  async #acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#permits > 0) {
      this.#permits -= 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const grant = (): void => resolve(undefined);
    this.#waiting.push(grant);
    try {
      await unlessAborted(promise, signal);
    } catch (error) {
      const index = this.#waiting.indexOf(grant);
      // A permit that was granted at the same moment is passed on.
      if (index === -1) this.#release();
      else this.#waiting.splice(index, 1);
      throw error;
    }
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#permits += 1;
  }
}
