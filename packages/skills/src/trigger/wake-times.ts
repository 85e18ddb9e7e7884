/** Most times to keep; the oldest go first. */
const MAX_TIMES = 10_000;

/** The last wakings of each skill in each shared memory. */
export class WakeTimes {
  readonly #clock: () => Date;
  /** By skill and memory, in the order of waking. */
  readonly #times = new Map<string, { readonly atMs: number }>();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Notes that a skill wakes now. Returns a function that undoes it. */
  note(skill: string, memoryKey: string): () => void {
    const key = keyOf(skill, memoryKey);
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

  /** Returns the milliseconds since a skill woke in a memory; infinite without a time to tell. */
  since(skill: string, memoryKey: string): number {
    const time = this.#times.get(keyOf(skill, memoryKey));
    const elapsed = time ? this.#clock().getTime() - time.atMs : -1;
    return elapsed < 0 ? Number.POSITIVE_INFINITY : elapsed;
  }

  forget(skill: string): void {
    const start = `${JSON.stringify(skill)} `;
    for (const key of this.#times.keys()) if (key.startsWith(start)) this.#times.delete(key);
  }
}

function keyOf(skill: string, memoryKey: string): string {
  return `${JSON.stringify(skill)} ${memoryKey}`;
}
