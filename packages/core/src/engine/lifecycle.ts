import { MemoryError } from "../errors/memory-error.js";

/** Opens on first use, counts pending operations, and closes after them. */
export class Lifecycle {
  readonly #open: () => Promise<void>;
  #opening: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #active = 0;
  #idle: (() => void) | undefined;

  constructor(open: () => Promise<void>) {
    this.#open = open;
  }

  /** Runs an operation between opening, perhaps tried again, and closing. @throws `closed` */
  async run<T>(signal: AbortSignal | undefined, operation: () => Promise<T>): Promise<T> {
    if (this.#closing) throw new MemoryError("closed", "memory is closed; create a new one");
    signal?.throwIfAborted();
    return this.goOn(async () => {
      this.#opening ??= this.#open();
      await this.#opening.catch((error: unknown) => {
        this.#opening = undefined;
        throw error;
      });
      return operation();
    });
  }

  /** Runs work that may outlive its operation; closing waits for it. */
  async goOn<T>(work: () => Promise<T>): Promise<T> {
    this.#active += 1;
    try {
      return await work();
    } finally {
      this.#active -= 1;
      if (this.#active === 0) this.#idle?.();
    }
  }

  /** Waits for pending operations, then releases; again: waits for the same. */
  close(release: () => Promise<void>): Promise<void> {
    this.#closing ??= this.#drain().then(release);
    return this.#closing;
  }

  async #drain(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle = resolve;
    if (this.#active > 0) await promise;
  }
}
