/** Limits of an `LruMap`. */
export interface LruLimits<V> {
  /** Most entries. */
  readonly maxEntries: number;
  /** Most that the sizes of all values add up to. @defaultValue any number */
  readonly maxSize?: number;
  /** Returns the size of a value. @defaultValue 1 */
  readonly sizeOf?: (value: V) => number;
}

/** A map with limits that evicts the least recently used entries. */
export class LruMap<K, V> {
  readonly #limits: LruLimits<V>;
  /** In the order of last use. */
  readonly #values = new Map<K, V>();
  #totalSize = 0;

  constructor(limits: LruLimits<V>) {
    this.#limits = limits;
  }

  /** Number of entries. */
  get size(): number {
    return this.#values.size;
  }

  /** Sum of the sizes of all values. */
  get totalSize(): number {
    return this.#totalSize;
  }

  /** Returns the value of a key, and counts that as a use. */
  get(key: K): V | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** Sets the value of a key, and evicts others until the limits are kept. */
  set(key: K, value: V): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#totalSize += this.#sizeOf(value);
    const { maxEntries, maxSize = Infinity } = this.#limits;
    for (const oldest of this.#values.keys()) {
      if (this.size <= maxEntries && this.#totalSize <= maxSize) break;
      this.delete(oldest);
    }
  }

  /** Removes a key. */
  delete(key: K): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#totalSize -= this.#sizeOf(value);
  }

  /** Removes all keys. */
  clear(): void {
    this.#values.clear();
    this.#totalSize = 0;
  }

  #sizeOf(value: V): number {
    return this.#limits.sizeOf?.(value) ?? 1;
  }
}
