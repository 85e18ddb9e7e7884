import type { Channel, Executable } from "../../sql/driver.js";

/** Failures and deferred statements of a channel, whatever its client. */
export abstract class BaseChannel implements Channel {
  readonly #deferred: Promise<unknown>[] = [];
  #failure: { readonly error: unknown } | undefined;

  abstract rows<Row>(statement: Executable): Promise<readonly Row[]>;
  abstract change(statement: Executable): Promise<number>;

  finish(statement: Executable): void {
    const answer = this.change(statement);
    // The commit reports its failure.
    answer.catch(() => undefined);
    this.#deferred.push(answer);
  }

  /** Awaits the deferred statements; rejects with their first failure. */
  async finished(): Promise<void> {
    await Promise.all(this.#deferred);
  }

  /** Refuses all later statements; only the first call counts. */
  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /** Throws the first failure, which keeps the transaction from being committed. */
  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error;
  }
}

/** Work in progress, to be awaited before its owner closes. */
export class PendingWork {
  readonly #pending = new Set<Promise<unknown>>();

  /** Runs work, and counts it as pending until it has settled. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    const pending = work();
    this.#pending.add(pending);
    try {
      return await pending;
    } finally {
      this.#pending.delete(pending);
    }
  }

  /** Awaits all work, also work that begins meanwhile. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }
}
