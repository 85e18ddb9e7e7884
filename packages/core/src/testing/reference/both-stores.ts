import assert, { AssertionError } from "node:assert/strict";

import { inMemoryStore } from "../../store/in-memory/in-memory-store.js";
import type { MemoryStore } from "../../store/memory-store.js";
import type { WriteOp } from "../../store/write-op.js";
import { nearlyEqual } from "./nearly-equal.js";

/** What is asked of a store, and how it is said when answers differ. */
export interface Question {
  /** The arguments. */
  readonly what: unknown;
  /** Asks one of the stores. */
  readonly ask: (subject: MemoryStore) => Promise<unknown>;
}

/** The reference and a store that has to answer as it does. */
export class BothStores {
  readonly #reference: MemoryStore = inMemoryStore();
  readonly #store: MemoryStore;
  readonly #tolerance: number;

  constructor(store: MemoryStore, tolerance: number) {
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

  /** What the reference says. */
  async expected<T>(ask: (reference: MemoryStore) => Promise<T>): Promise<T> {
    return ask(this.#reference);
  }

  /** Writes the same to both, one by one: what expired makes way and keys are taken, and so an op may be refused. */
  async write(ops: readonly WriteOp[]): Promise<void> {
    for (const op of ops) {
      const write = (subject: MemoryStore): Promise<unknown> => subject.write([op]);
      const [expected, actual] = await Promise.allSettled([
        write(this.#reference),
        write(this.#store),
      ]);
      assert.deepEqual(outcomeOf(actual), outcomeOf(expected));
    }
  }

  /** Asks both, the reference first. Rejects with an `AssertionError` if the answers differ. */
  async check({ what, ask }: Question): Promise<void> {
    const expected = await ask(this.#reference);
    const actual = await ask(this.#store);
    if (nearlyEqual(actual, expected, this.#tolerance)) return;
    const message = `the answer differs from that of the reference: ${JSON.stringify(what)}`;
    throw new AssertionError({ message, actual, expected });
  }
}

function outcomeOf(result: PromiseSettledResult<unknown>): unknown {
  return result.status === "fulfilled" ? result.value : String(result.reason);
}
