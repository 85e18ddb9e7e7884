import { AssertionError } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";

import { MemoryError, inMemoryStore } from "@kioku/core";
import type { CompleteStore, WriteOp } from "@kioku/core/toolkit";

import { nearlyEqual } from "./nearly-equal.js";

/** Question to a store, and its description when answers differ. */
export interface Question {
  /** The arguments. */
  readonly what: unknown;
  /** Asks one of the stores. */
  readonly ask: (subject: CompleteStore) => Promise<unknown>;
  /** Capability that the question needs; a store without it is not asked. */
  readonly needs?: "queue";
}

/** Ops that are written at once. */
const BATCH = 10;

/** The reference and a store that has to answer as it does. */
export class BothStores {
  readonly #reference: CompleteStore = inMemoryStore();
  readonly #store: CompleteStore;
  readonly #tolerance: number;

  constructor(store: CompleteStore, tolerance: number) {
    this.#store = store;
    this.#tolerance = tolerance;
  }

  async open(): Promise<void> {
    await this.#reference.open();
    await this.#store.open();
  }

  async close(): Promise<void> {
    await this.#reference.close();
    await this.#store.close();
  }

  /** Returns the answer of the reference. */
  async expected<T>(ask: (reference: CompleteStore) => Promise<T>): Promise<T> {
    return ask(this.#reference);
  }

  /**
   * Writes the same to both, in batches. What expired makes way and keys are taken, so that an op
   * may be refused: the ops of a batch that the reference refuses are written one by one.
   */
  async write(ops: readonly WriteOp[]): Promise<void> {
    for (let start = 0; start < ops.length; start += BATCH) {
      const batch = ops.slice(start, start + BATCH);
      if (!(await this.#writeBatch(batch))) for (const op of batch) await this.#writeBatch([op]);
    }
  }

  /** Returns false, with nothing written, if the reference refuses a batch of several. */
  async #writeBatch(batch: readonly WriteOp[]): Promise<boolean> {
    const [expected] = await Promise.allSettled([this.#reference.write(batch)]);
    if (expected.status === "rejected" && batch.length > 1) return false;
    const [actual] = await Promise.allSettled([this.#store.write(batch)]);
    const answers = { actual: outcomeOf(actual), expected: outcomeOf(expected) };
    if (!isDeepStrictEqual(answers.actual, answers.expected)) throw difference(batch, answers);
    return true;
  }

  /** Asks both, the reference first. Rejects with an `AssertionError` if the answers differ. */
  async check({ what, ask, needs }: Question): Promise<void> {
    if (needs && !this.#store[needs]) return;
    const expected = await ask(this.#reference);
    const actual = await ask(this.#store);
    if (!nearlyEqual(actual, expected, this.#tolerance))
      throw difference(what, { actual, expected });
  }
}

/**
 * Returns the answer of a write, or the code of its refusal. Errors without a code are rethrown.
 */
function outcomeOf(result: PromiseSettledResult<unknown>): unknown {
  if (result.status === "fulfilled") return result.value;
  const reason: unknown = result.reason;
  return MemoryError.is(reason) ? { code: reason.code } : { thrown: String(reason) };
}

function difference(
  what: unknown,
  answers: { readonly actual: unknown; readonly expected: unknown },
): AssertionError {
  const message = `the answer differs from that of the reference: ${JSON.stringify(what)}`;
  return new AssertionError({ message, ...answers });
}
