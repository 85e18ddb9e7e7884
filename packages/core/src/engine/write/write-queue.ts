import { unlessAborted } from "../../internal/async/notify.js";
import { scopeToPath, type Scope } from "../../model/scope.js";

/** Returns the names under which a write of the records with these names is queued. */
export function queueNames(
  scope: Scope,
  targets: Readonly<Partial<Record<"ids" | "keys" | "idempotencyKeys", readonly string[]>>>,
): readonly string[] {
  const path = scopeToPath(scope);
  return Object.entries(targets).flatMap(([type, names]: [string, readonly string[]]) =>
    names.map((name) => JSON.stringify([path, type, name])),
  );
}

/** A queue per record that is written, so that writers within one memory do not race each other. */
export class WriteQueue {
  /** End of the last writer under each name; it never rejects. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` after all earlier work under these names, and passes it whether there was any. */
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
