/** Entries whose counters are remembered. */
const MAX_ENTRIES = 4_096;

/** What is known of one part of a scope at one state of the database. */
export interface CacheEntry<Value> {
  readonly scope: number;
  /** The `changes` of the scope that the last question or write of this process was about. */
  changes: number;
  /** The value in that state, if it is in memory. */
  value: Value | undefined;
}

/** Which part of which scope, in which state. */
export interface WantedState {
  readonly key: string;
  readonly scope: number;
  /** `changes` of the scope as the transaction that asks sees it. */
  readonly changes: number;
}

/**
 * Values made from the database, least recently used ones leaving first. It holds no truth: a value is used only while the
 * counter of its scope is the one it was made for, so other writers are noticed by any search.
 */
export class StateCache<Value> {
  readonly #release: (value: Value) => void;
  /** Least recently used first. */
  readonly #entries = new Map<string, CacheEntry<Value>>();

  constructor(release: (value: Value) => void) {
    this.#release = release;
  }

  /**
   * The entry, if its value is current or worth making: when it is asked for a second time without a change by another
   * writer in between.
   */
  find({ key, scope, changes }: WantedState): CacheEntry<Value> | undefined {
    // A counter that nothing has: the first question is never the second one.
    const entry = this.#entries.get(key) ?? { scope, changes: changes - 2, value: undefined };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries;
    if (this.#entries.size > MAX_ENTRIES && oldest) {
      this.drop(oldest[1]);
      this.#entries.delete(oldest[0]);
    }
    if (entry.changes === changes) return entry;
    this.drop(entry);
    entry.changes = changes;
    return undefined;
  }

  /**
   * Moves on by one write of this process that has been committed; what had missed another one stays behind.
   * @param scopes - The scopes that it changed, with their new counters.
   * @returns Gives the entries that are to be brought in line with the write.
   */
  follow(scopes: ReadonlyMap<number, number>): (key: string) => CacheEntry<Value> | undefined {
    const current = new Set<CacheEntry<Value>>();
    for (const entry of this.#entries.values()) {
      if (scopes.get(entry.scope) !== entry.changes + 1) continue;
      entry.changes += 1;
      current.add(entry);
    }
    return (key) => {
      const entry = this.#entries.get(key);
      return entry && current.has(entry) ? entry : undefined;
    };
  }

  /** Drops the value of the one to leave next: any other that has one, or this one if there is none. */
  makeRoom(but: CacheEntry<Value>): void {
    for (const entry of this.#entries.values()) {
      if (entry === but || entry.value === undefined) continue;
      this.drop(entry);
      return;
    }
    this.drop(but);
  }

  /** Forgets the entries whose key `holds`. */
  forget(holds: (key: string) => boolean): void {
    for (const [key, entry] of this.#entries) {
      if (!holds(key)) continue;
      this.drop(entry);
      this.#entries.delete(key);
    }
  }

  /** Forgets a value. */
  drop(entry: CacheEntry<Value>): void {
    if (entry.value !== undefined) this.#release(entry.value);
    entry.value = undefined;
  }
}
