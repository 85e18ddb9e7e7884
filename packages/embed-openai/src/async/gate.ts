import { unlessAborted } from "@kioku/core/toolkit";

/** Lets a number of tasks run at once, and the others in the order of their coming. */
export class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Runs the task when there is a place. An abort while it waits rejects with the signal's reason,
   * and it does not run.
   */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const enter = (): void => resolve(undefined);
    this.#waiting.push(enter);
    try {
      await unlessAborted(promise, signal);
    } catch (error) {
      const place = this.#waiting.indexOf(enter);
      // A place that was given in the same moment is handed on.
      if (place === -1) this.#leave();
      else this.#waiting.splice(place, 1);
      throw error;
    }
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
