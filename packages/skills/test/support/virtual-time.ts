import type { Schedule } from "@kioku/core";

interface Task {
  readonly atMs: number;
  readonly run: () => void;
}

/** Time that passes only when it is told to, and the timers that wait for it. */
export class VirtualTime {
  #nowMs: number;
  readonly #tasks = new Set<Task>();

  constructor(start = "2026-03-01T12:00:00.000Z") {
    this.#nowMs = Date.parse(start);
  }

  readonly clock = (): Date => new Date(this.#nowMs);

  readonly schedule: Schedule = (run, delayMs) => {
    const task = { atMs: this.#nowMs + delayMs, run };
    this.#tasks.add(task);
    return () => this.#tasks.delete(task);
  };

  /** After how many milliseconds each of the timers runs that wait. */
  get waiting(): readonly number[] {
    return [...this.#tasks].map(({ atMs }) => atMs - this.#nowMs).toSorted((a, b) => a - b);
  }

  /** Lets time pass and runs what is due by then, in order. */
  advance(byMs: number): void {
    const endMs = this.#nowMs + byMs;
    for (;;) {
      const [next] = [...this.#tasks].toSorted((a, b) => a.atMs - b.atMs);
      if (!next || next.atMs > endMs) break;
      this.#tasks.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
    }
    this.#nowMs = endMs;
  }
}
