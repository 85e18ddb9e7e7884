import type { Patience } from "./patience.js";
import type { Turn } from "./turn.js";

/** Runs jobs one after another, in the order they came. */
export class JobQueue {
  readonly #turn: Turn;
  /** Starts of the waiting jobs, in order. */
  readonly #waiting = new Set<() => void>();
  #isBusy = false;

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  /**
   * Runs a job when all before it have ended, and answers as it does.
   * @param patience - Ends the wait for its turn; the job does not run then.
   */
  async run<T>(job: () => T | Promise<T>, patience?: Patience): Promise<T> {
    if (this.#isBusy) await this.#turnOf(patience);
    this.#isBusy = true;
    try {
      const pause = this.#turn.pause();
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

  async #turnOf(patience: Patience | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = (): void => resolve();
    this.#waiting.add(begin);
    const unwatch = patience?.watch((reason) => {
      if (this.#waiting.delete(begin)) reject(reason);
    });
    try {
      await promise;
    } finally {
      unwatch?.();
    }
  }
}
