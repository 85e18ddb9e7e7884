import type { Schedule } from "@kioku/core";

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/** A clock and timers that move only when told to. */
export class TestTime {
  readonly #timers = new Set<Timer>();
  #now = Date.parse("2026-11-22T09:00:00Z");

  readonly clock = (): Date => new Date(this.#now);

  readonly schedule: Schedule = (task, delayMs) => {
    const timer = { at: this.#now + delayMs, task };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** The number of timers that are set. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Lets time pass, timer by timer, with what each sets off done before the next. */
  async pass(delayMs: number): Promise<void> {
    const end = this.#now + delayMs;
    for (;;) {
      await quiet();
      const [next] = [...this.#timers]
        .filter(({ at }) => at <= end)
        .toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.task();
    }
    this.#now = end;
    await quiet();
  }
}

/** Resolves when what can go on by itself has done so. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
