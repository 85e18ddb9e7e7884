import assert, { AssertionError } from "node:assert/strict";
import { setImmediate } from "node:timers/promises";

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

/** Reasons that a signal may have. */
export const REASONS: Readonly<Record<string, unknown>> = {
  "an error": new Error("stop"),
  "a text": "stop",
  "an object": { code: 7 },
};

/** When a call is aborted: so many turns after it was made. */
export interface Moment {
  readonly name: string;
  /** Turns of promises. */
  readonly microtasks: number;
  /** Turns of the event loop. */
  readonly turns: number;
}

/** At once, and a little later, and still later. */
export const MOMENTS: readonly Moment[] = [
  ...[0, 1, 2, 3, 5, 8].map((microtasks) => {
    return { name: `${microtasks} microtasks`, microtasks, turns: 0 };
  }),
  ...[1, 2, 3, 5, 8].map((turns) => ({ name: `${turns} turns`, microtasks: 0, turns })),
];

/**
 * A signal that is aborted at this moment, counted from the end of the caller's own turn, and what
 * tells when that is over.
 */
export function abortedAfter({ microtasks, turns }: Moment): {
  readonly signal: AbortSignal;
  readonly done: Promise<void>;
} {
  const controller = new AbortController();
  const abort = async (): Promise<void> => {
    for (let turn = 0; turn <= microtasks; turn += 1) await Promise.resolve();
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    controller.abort(new Error("stop"));
  };
  return { signal: controller.signal, done: abort() };
}
