import assert, { AssertionError } from "node:assert/strict";

import type { Schedule } from "@kioku/core";

/** Time limit of calls, and its timer. */
export interface PatienceOptions {
  readonly patienceMs: number;
  readonly schedule: Schedule;
}

/**
 * Waits for calls of what is under test, so that one that never settles is a failure that says so.
 */
export class Patience {
  readonly #options: PatienceOptions;

  constructor(options: PatienceOptions) {
    this.#options = options;
  }

  /** Calls a method, which must answer with a promise and neither throw nor take forever. */
  async call(method: string, run: () => unknown): Promise<unknown> {
    let answer: unknown;
    try {
      answer = run();
    } catch (error) {
      assert.fail(`${method} threw ${String(error)} instead of rejecting`);
    }
    const isPromise = typeof answer === "object" && answer !== null && "then" in answer;
    assert.ok(isPromise, `${method} did not return a promise`);
    return this.#wait(answer as PromiseLike<unknown>, method);
  }

  async #wait(promise: PromiseLike<unknown>, method: string): Promise<unknown> {
    const { patienceMs, schedule } = this.#options;
    const { promise: lost, reject } = Promise.withResolvers<never>();
    const message = `${method} has not settled within ${patienceMs} ms`;
    const cancel = schedule(() => reject(new AssertionError({ message })), patienceMs);
    try {
      return await Promise.race([promise, lost]);
    } finally {
      cancel();
    }
  }
}

/** The same object, whose methods are called with patience. */
export function withPatience<T extends object>(inner: T, patience: Patience): T {
  // Not around the object itself: a proxy may not give anything else for the members of one that is
  // frozen.
  return new Proxy({} as T, {
    get(_target, name) {
      const value: unknown = Reflect.get(inner, name);
      if (typeof value !== "function") return value;
      return (...args: readonly unknown[]) =>
        patience.call(String(name), () => Reflect.apply(value, inner, args) as unknown);
    },
  });
}
