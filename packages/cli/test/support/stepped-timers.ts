import type { Schedule } from "@kioku/core";

/** Limits of stalls are longer than any wait between attempts that tests ask for. */
const LIMIT_MS = 30_000;

/** Timers without time: waits are over at once, limits when a test says so. */
export class SteppedTimers {
  /** Waits that were asked for, in milliseconds. */
  readonly waits: number[] = [];
  readonly #limits = new Set<() => void>();

  /** The timer. */
  readonly schedule: Schedule = (task, delayMs) => {
    if (delayMs >= LIMIT_MS) {
      this.#limits.add(task);
      return () => this.#limits.delete(task);
    }
    this.waits.push(delayMs);
    const handle = setImmediate(task);
    return () => clearImmediate(handle);
  };

  /** Number of limits that run. */
  get running(): number {
    return this.#limits.size;
  }

  /** Lets every limit that runs be over. */
  expire(): void {
    for (const task of this.#limits) task();
    this.#limits.clear();
  }
}
