/** Most times that are kept; the oldest go first. */
const MAX_TIMES = 10_000;

interface WakeTime {
  readonly atMs: number;
}

/**
 * When each skill woke in each shared memory, as far as that still matters. No memory sees
 * another's.
 */
export class WakeTimes {
  readonly #clock: () => Date;
  /** By skill and memory, in the order of their last waking. */
  readonly #times = new Map<string, WakeTime>();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Notes that a skill wakes now. @returns what takes that back. */
  note(skill: string, place: string): () => void {
    const key = keyOf(skill, place);
    const before = this.#times.get(key);
    const now = { atMs: this.#clock().getTime() };
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

  /**
   * Milliseconds since a skill woke in a memory; infinite if it did not, or if the clock was set
   * back since.
   */
  since(skill: string, place: string): number {
    const time = this.#times.get(keyOf(skill, place));
    const elapsed = time ? this.#clock().getTime() - time.atMs : -1;
    return elapsed < 0 ? Number.POSITIVE_INFINITY : elapsed;
  }

  /** Forgets a skill that is gone. */
  forget(skill: string): void {
    for (const key of this.#times.keys()) if (skillOf(key) === skill) this.#times.delete(key);
  }
}

function keyOf(skill: string, place: string): string {
  return JSON.stringify([skill, place]);
}

function skillOf(key: string): unknown {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) ? parts[0] : undefined;
}
