/** Most times to keep; the oldest go first. */
const MAX_TIMES = 10_000;

/** Longest time between wakings by one text, in milliseconds. */
const ONE_TEXT_MS = 1_000;

interface WakeTime {
  readonly skill: string;
  readonly memoryKey: string;
  readonly atMs: number;
}

/** The last wakings of each skill in each shared memory. */
export class WakeTimes {
  readonly #clock: () => Date;
  /** By skill and memory, in the order of waking. */
  readonly #times = new Map<string, WakeTime>();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Notes that a skill wakes now. Returns a function that undoes it. */
  note(skill: string, memoryKey: string): () => void {
    const key = keyOf(skill, memoryKey);
    const before = this.#times.get(key);
    const now = { skill, memoryKey, atMs: this.#clock().getTime() };
    this.#times.delete(key);
    this.#times.set(key, now);
    const [oldest] = this.#times.keys();
    if (this.#times.size > MAX_TIMES && oldest !== undefined) this.#times.delete(oldest);
    return () => {
      // It may have woken again, or been forgotten.
      if (this.#times.get(key) !== now) return;
      if (before) this.#times.set(key, before);
      else this.#times.delete(key);
    };
  }

  /** Returns the milliseconds since a skill woke in a memory; infinite without a time to tell. */
  since(skill: string, memoryKey: string): number {
    const time = this.#times.get(keyOf(skill, memoryKey));
    const elapsed = time ? this.#clock().getTime() - time.atMs : -1;
    return elapsed < 0 ? Number.POSITIVE_INFINITY : elapsed;
  }

  /** Returns the skills that the last text woke in a memory, if that is not too long ago. */
  latest(memoryKey: string, withinMs: number): readonly string[] {
    const nowMs = this.#clock().getTime();
    const awake = [...this.#times.values()].filter(
      ({ memoryKey: key, atMs }) => key === memoryKey && atMs <= nowMs && nowMs - atMs < withinMs,
    );
    const lastMs = awake.reduce((last, { atMs }) => Math.max(last, atMs), 0);
    return awake.filter(({ atMs }) => lastMs - atMs < ONE_TEXT_MS).map(({ skill }) => skill);
  }

  forget(skill: string): void {
    for (const [key, time] of this.#times) if (time.skill === skill) this.#times.delete(key);
  }
}

function keyOf(skill: string, memoryKey: string): string {
  return `${JSON.stringify(skill)} ${memoryKey}`;
}
