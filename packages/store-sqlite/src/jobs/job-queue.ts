import type { Turn } from "./turn.js";

/** Runs jobs one after another, in the order they came. */
export class JobQueue {
  readonly #turn: Turn;
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  /** Runs a job when all before it have ended, and answers as it does. */
  async run<T>(job: () => T | Promise<T>): Promise<T> {
    if (this.#isBusy) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    this.#isBusy = true;
    try {
      const pause = this.#turn.pause();
      if (pause) await pause;
      return await job();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#isBusy = false;
    }
  }
}
