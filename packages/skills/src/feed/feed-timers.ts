import type { Schedule } from "@kioku/core";

type FeedTimer = "note" | "poll" | "retry";

export class FeedTimers {
  readonly #schedule: Schedule;
  readonly #timers = new Map<FeedTimer, () => void>();

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  has(timer: FeedTimer): boolean {
    return this.#timers.has(timer);
  }

  start(timer: FeedTimer, delayMs: number, task: () => void): void {
    if (this.#timers.has(timer)) return;
    const run = (): void => {
      this.#timers.delete(timer);
      task();
    };
    this.#timers.set(timer, this.#schedule(run, delayMs));
  }

  stop(timer: FeedTimer): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }

  stopAll(): void {
    for (const timer of this.#timers.keys()) this.stop(timer);
  }
}
