/**
 * A map that remembers what it was at the last commit, so that a batch that fails leaves nothing
 * behind.
 */
export class JournaledMap<V> {
  readonly #values = new Map<string, V>();
  /** The committed value of every key touched since; `undefined` where there was none. */
  readonly #committed = new Map<string, V | undefined>();

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  keys(): Iterable<string> {
    return this.#values.keys();
  }

  entries(): Iterable<[string, V]> {
    return this.#values.entries();
  }

  values(): Iterable<V> {
    return this.#values.values();
  }

  set(key: string, value: V): void {
    this.#remember(key);
    this.#values.set(key, value);
  }

  delete(key: string): boolean {
    this.#remember(key);
    return this.#values.delete(key);
  }

  /** Keeps what was changed. */
  commit(): void {
    this.#committed.clear();
  }

  /** Puts everything back as it was at the last commit. The order of `values` may differ. */
  rollback(): void {
    for (const [key, value] of this.#committed) {
      if (value === undefined) this.#values.delete(key);
      else this.#values.set(key, value);
    }
    this.#committed.clear();
  }

  #remember(key: string): void {
    if (!this.#committed.has(key)) this.#committed.set(key, this.#values.get(key));
  }
}
