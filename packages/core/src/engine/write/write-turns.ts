import { unlessAborted } from "../../internal/async/unless-aborted.js";
import { scopeToPath } from "../../model/scope.js";
import type { Scope } from "../../model/scope.js";

/** Names of what is to be written; each name is one queue. */
interface WriteTargets {
  readonly ids?: readonly string[];
  readonly keys?: readonly string[];
  readonly idempotencyKeys?: readonly string[];
}

/** Lists the queues that a write of these targets has to stand in. */
export function turnNames(scope: Scope, targets: WriteTargets): readonly string[] {
  const path = scopeToPath(scope);
  return Object.entries(targets).flatMap(([type, names]: [string, readonly string[]]) =>
    names.map((name) => JSON.stringify([path, type, name])),
  );
}

/**
 * A queue for each record that is being written: writers of one record follow each other in the
 * order in which they came, so that none of them loses a race to another. Holds nothing while
 * nobody writes.
 */
export class WriteTurns {
  /** The end of the last writer in each queue; it never rejects. */
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * Runs `work` when all earlier work under any of these names has ended, and tells it whether
   * there was any. An abort leaves the queues.
   */
  async run<T>(
    names: readonly string[],
    signal: AbortSignal | undefined,
    work: (hasWaited: boolean) => Promise<T>,
  ): Promise<T> {
    if (names.length === 0) return work(false);
    // Into all queues at once, so that no two writers wait for each other.
    const before = names.flatMap((name) => this.#last.get(name) ?? []);
    const turn = Promise.withResolvers<void>();
    const earlier = Promise.all(before);
    const end = before.length === 0 ? turn.promise : earlier.then(() => turn.promise);
    for (const name of names) this.#last.set(name, end);
    try {
      if (before.length > 0) await unlessAborted(earlier, signal);
      return await work(before.length > 0);
    } finally {
      turn.resolve();
      void end.then(() => this.#leave(names, end));
    }
  }

  #leave(names: readonly string[], end: Promise<unknown>): void {
    for (const name of names) if (this.#last.get(name) === end) this.#last.delete(name);
  }
}
