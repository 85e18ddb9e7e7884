import type { Schedule } from "@kioku/core";

/** What a feed waits for. */
export type FeedTimer = "note" | "poll" | "retry";

/** One timer of each kind at most. */
export class FeedTimers {
  readonly #schedule: Schedule;
  readonly #timers = new Map<FeedTimer, () => void>();

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  /** Whether it waits. */
  has(timer: FeedTimer): boolean {
    return this.#timers.has(timer);
  }

  /** Starts to wait, if it does not yet. */
  start(timer: FeedTimer, delayMs: number, task: () => void): void {
    if (this.#timers.has(timer)) return;
    const run = (): void => {
      this.#timers.delete(timer);
      task();
    };
    this.#timers.set(timer, this.#schedule(run, delayMs));
  }

  /** Stops waiting. */
  stop(timer: FeedTimer): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }

  /** Stops waiting for anything. */
  stopAll(): void {
    for (const timer of this.#timers.keys()) this.stop(timer);
  }
}
