import assert from "node:assert/strict";

import { MemoryError } from "@kioku/core";
import type { CompleteStore, PutOp } from "@kioku/core/toolkit";

import { putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { readRecord } from "../read-back.js";
import { listAll, listNumbers } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];

/** Writes every op in a call of its own, all at once, and says how each ended. */
function writeAtOnce(store: CompleteStore, ops: readonly PutOp[]): Promise<string[]> {
  const outcomes = ops.map(async (op) => {
    try {
      const [result] = await store.write([op]);
      return result?.applied === true ? "applied" : "not applied";
    } catch (error) {
      if (MemoryError.is(error)) return error.code;
      throw error;
    }
  });
  return Promise.all(outcomes);
}

/** One of these, and the other seven. */
function oneOf(winner: string, loser: string): string[] {
  return [winner, ...EIGHT.slice(1).map(() => loser)].toSorted();
}

export const concurrencyCases: readonly StoreCase[] = storeCases("concurrency", [], {
  async "fifty writes at once are all there"({ store }) {
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const outcomes = await writeAtOnce(
      store,
      numbers.map((n) => putOp(testRecord(n))),
    );
    assert.deepEqual(new Set(outcomes), new Set(["applied"]));
    assert.deepEqual(await listNumbers(store), numbers);
  },
  async "of eight writers of one key one wins, and the others conflict"({ store }) {
    const ops = EIGHT.map((n) => putOp(testRecord(n, { key: "k" })));
    assert.deepEqual((await writeAtOnce(store, ops)).toSorted(), oneOf("applied", "conflict"));
    assert.equal((await listNumbers(store)).length, 1);
  },
  async "of eight writers of the next version one wins, and the others conflict"({
    store,
    claims,
  }) {
    await store.write([putOp(testRecord(1))]);
    const ops = EIGHT.map((n) => putOp(testRecord(1, { version: 2, content: `writer ${n}` })));
    const outcomes = await writeAtOnce(store, ops);
    assert.deepEqual(outcomes.toSorted(), oneOf("applied", "conflict"));
    const { content } = await readRecord(store, testRecord(1));
    assert.equal(content, `writer ${outcomes.indexOf("applied") + 1}`);
    if (claims("history")) assert.equal((await store.history(testRecord(1))).length, 2);
  },
  async "of eight writes with one idempotency key one is applied, and the others answer with it"({
    store,
  }) {
    const ops = EIGHT.map((n) => putOp(testRecord(n), { idempotencyKey: "once" }));
    assert.deepEqual((await writeAtOnce(store, ops)).toSorted(), oneOf("applied", "not applied"));
    assert.equal((await listNumbers(store)).length, 1);
  },
  async "of eight writes of the same one is applied, and the others are duplicates"({ store }) {
    const same = { content: "same", createdAt: instant(1), updatedAt: instant(1) };
    const ops = EIGHT.map((n) => putOp(testRecord(n, same), { unlessDuplicate: true }));
    assert.deepEqual((await writeAtOnce(store, ops)).toSorted(), oneOf("applied", "not applied"));
    assert.equal((await listNumbers(store)).length, 1);
  },
  async "a reader sees a batch as a whole or not at all"({ store }) {
    const batches = [1, 2, 3, 4].map((version) =>
      [1, 2, 3].map((n) => putOp(testRecord(n, { version }))),
    );
    const seen = new Set<string>();
    const writing = { done: false };
    const reading = (async () => {
      while (!writing.done) {
        const records = await listAll(store);
        seen.add(records.map(({ version }) => version).join());
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    for (const batch of batches) await store.write(batch);
    writing.done = true;
    await reading;
    const torn = [...seen].filter((versions) => !/^(?:(\d),\1,\1)?$/u.test(versions));
    assert.deepEqual(torn, [], "versions of three records that are written together");
  },
});
