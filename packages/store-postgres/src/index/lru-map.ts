/** A map of limited size: what was not used for the longest time makes room. */
export class LruMap<Value> {
  readonly #maxSize: number;
  readonly #sizeOf: (value: Value) => number;
  /** The entry that was used last is at the end. */
  readonly #entries = new Map<string, Value>();
  #size = 0;

  /** @param sizeOf - Size of a value; 1 by default, so that `maxSize` is a number of entries. */
  constructor(maxSize: number, sizeOf: (value: Value) => number = () => 1) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  /** True if there is an entry; that is no use of it. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Returns a value and marks it as used. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#size -= this.#sizeOf(value);
    this.#entries.delete(key);
  }
}
