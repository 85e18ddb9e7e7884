/** How long the event loop may be held before others get their turn, in milliseconds. */
const SLICE_MS = 8;

/** What a `Turn` offers: something to wait for, or nothing. It may throw where work is to end. */
export type Pause = () => Promise<void> | undefined;

/**
 * Divides long work into slices: `const pause = turn.pause(); if (pause) await pause;` between two
 * steps lets everything else of the process run when the slice is over, and costs next to nothing
 * while it is not. Work of one turn of the event loop counts as one slice, however many calls it is
 * made of.
 */
export class Turn {
  #heldSince: number | undefined;

  /** A promise to wait for if the slice is over, else nothing. */
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
