/** Milliseconds for which one call holds the event loop before others get their turn. */
const SLICE_MS = 8;

/**
 * Divides long work into slices: `const pause = slices.pause(); if (pause) await pause;` between
 * two steps.
 */
export class Slices {
  #heldSince: number = performance.now();

  /** Returns a promise to wait for if the slice is over, else nothing. */
  pause(): Promise<void> | undefined {
    return performance.now() - this.#heldSince < SLICE_MS ? undefined : this.#next();
  }

  async #next(): Promise<void> {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
    this.#heldSince = performance.now();
  }
}
