import type { Schedule } from "@kioku/core";

interface Task {
  readonly atMs: number;
  readonly run: () => void;
}

/** Time that passes only when it is told to, and the timers that wait for it. */
export class VirtualTimers {
  #nowMs: number;
  readonly #tasks = new Set<Task>();

  constructor(start: Date) {
    this.#nowMs = start.getTime();
  }

  /** Returns the virtual time. */
  readonly clock = (): Date => new Date(this.#nowMs);

  /** Starts a virtual timer; returns the function that cancels it. */
  readonly schedule: Schedule = (run, delayMs) => {
    const task = { atMs: this.#nowMs + delayMs, run };
    this.#tasks.add(task);
    return () => this.#tasks.delete(task);
  };

  /** Number of timers that wait. */
  get waiting(): number {
    return this.#tasks.size;
  }

  /** Lets time pass and runs what is due by then, in order. */
  advance(byMs: number): void {
    const endMs = this.#nowMs + byMs;
    for (let next = this.#next(); next && next.atMs <= endMs; next = this.#next()) {
      this.#run(next);
    }
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }

  /** Lets time pass until the next timer runs; without one, nothing happens. */
  runNext(): void {
    const next = this.#next();
    if (next) this.#run(next);
  }

  #next(): Task | undefined {
    return [...this.#tasks].toSorted((a, b) => a.atMs - b.atMs)[0];
  }

  #run(task: Task): void {
    this.#tasks.delete(task);
    this.#nowMs = Math.max(this.#nowMs, task.atMs);
    task.run();
  }
}
