import { unlessAborted } from "../../internal/async/unless-aborted.js";
import { scopeToPath } from "../../model/scope.js";
import type { Scope } from "../../model/scope.js";

/** Names of the records to be written. */
interface WriteTargets {
  readonly ids?: readonly string[];
  readonly keys?: readonly string[];
  readonly idempotencyKeys?: readonly string[];
}

/** Returns the names under which a write of these targets is queued. */
export function queueNames(scope: Scope, targets: WriteTargets): readonly string[] {
  const path = scopeToPath(scope);
  return Object.entries(targets).flatMap(([type, names]: [string, readonly string[]]) =>
    names.map((name) => JSON.stringify([path, type, name])),
  );
}

/**
 * A serial queue for each record that is being written, so that writers within one memory never
 * race each other. Holds nothing while nobody writes.
 */
export class WriteQueue {
  /** End of the last writer under each name; it never rejects. */
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * Runs `work` when all earlier work under any of these names has ended, and passes it whether
   * there was any. An abort leaves the queue.
   */
  async run<T>(
    names: readonly string[],
    signal: AbortSignal | undefined,
    work: (hasWaited: boolean) => Promise<T>,
  ): Promise<T> {
    if (names.length === 0) return work(false);
    // Under all names at once, so that no two writers wait for each other.
    const before = names.flatMap((name) => this.#last.get(name) ?? []);
    const own = Promise.withResolvers<void>();
    const earlier = Promise.all(before);
    const end = before.length === 0 ? own.promise : earlier.then(() => own.promise);
    for (const name of names) this.#last.set(name, end);
    try {
      if (before.length > 0) await unlessAborted(earlier, signal);
      return await work(before.length > 0);
    } finally {
      own.resolve();
      void end.then(() => this.#leave(names, end));
    }
  }

  #leave(names: readonly string[], end: Promise<unknown>): void {
    for (const name of names) if (this.#last.get(name) === end) this.#last.delete(name);
  }
}
