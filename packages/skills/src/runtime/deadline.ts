import { MemoryError } from "@kioku/core";
import type { Schedule } from "@kioku/core";

import type { Work } from "./work.js";

/** How long something may take. */
export interface TimeLimits {
  /** Until it is aborted, in milliseconds. */
  readonly timeoutMs: number;
  /** From the abort until it is given up, in milliseconds. */
  readonly graceMs: number;
  /** Makes timers. */
  readonly schedule: Schedule;
}

/** Aborts work when its time is over, and says when to give it up. */
export class Deadline {
  /** Resolves when work that was aborted, for whatever reason, has had its time to stop. */
  readonly over: Promise<void>;
  readonly #work: Work;
  readonly #onAbort: () => void;
  #cancelTimer: () => void;
  #timeout: MemoryError | undefined;

  constructor(work: Work, skill: string, { timeoutMs, graceMs, schedule }: TimeLimits) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.over = promise;
    this.#work = work;
    this.#onAbort = () => {
      this.#cancelTimer();
      this.#cancelTimer = schedule(resolve, graceMs);
    };
    this.#cancelTimer = schedule(() => {
      this.#timeout = new MemoryError(
        "skill-timed-out",
        `skill "${skill}" did not end within ${timeoutMs} ms`,
        { retryable: true },
      );
      work.abort(this.#timeout);
    }, timeoutMs);
    if (work.signal.aborted) this.#onAbort();
    else work.signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** That the time is over, if that is why the work was aborted. */
  get timeout(): MemoryError | undefined {
    return this.#work.signal.reason === this.#timeout ? this.#timeout : undefined;
  }

  /** Lets go of the timer. */
  cancel(): void {
    this.#work.signal.removeEventListener("abort", this.#onAbort);
    this.#cancelTimer();
  }
}
