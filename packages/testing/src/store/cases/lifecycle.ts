import assert from "node:assert/strict";
import { getEventListeners } from "node:events";

import { MemoryError } from "@kioku/core";
import { STORE_METHODS, type CompleteStore, type PutOp } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { instant, putOp, testRecord } from "../../test-records.js";
import { EVERY_METHOD, methodsOf } from "../every-method.js";
import { readRecord, snapshot } from "../expect.js";
import { listAll, listNumbers } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

/** Record 1, which has expired by the time of the sweep. */
const seed = putOp(testRecord(1, { expiresAt: instant(9) }));
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

export const lifecycleCases: readonly StoreCase[] = [
  ...storeCases("lifecycle", [], {
    async "a store has a name and says what it can do"({ store }) {
      assert.match(store.name, /^[a-z][a-z0-9-]*$/u);
      const { vector, text } = store.capabilities;
      assert.ok(["exact", "approximate", "none"].includes(vector));
      assert.equal(typeof text, "boolean");
    },
    async "a group of methods is there as a whole or not at all"({ given }) {
      for (const [group, methods] of Object.entries(STORE_METHODS)) {
        const missing = methods.filter((method) => typeof given[method] !== "function");
        const isNeeded = group === "vectors" && given.capabilities.vector !== "none";
        const allowed = isNeeded ? [0] : [0, methods.length];
        assert.ok(allowed.includes(missing.length), `${group} without ${missing.join()}`);
      }
    },
    async "opening twice, at once or one after the other, changes nothing"({ create }) {
      const store = await create();
      await Promise.all([store.open(), store.open()]);
      await store.write([putOp(testRecord(1))]);
      await store.open();
      assert.deepEqual(await listNumbers(store), [1]);
    },
    async "before open every other method rejects with store-failed"({ create, claims }) {
      const store = await create();
      for (const method of methodsOf(claims)) {
        if (method === "open") continue;
        await rejectsWith("store-failed", () => EVERY_METHOD[method](store), method);
      }
    },
    async "after close every method rejects with closed"({ store, claims }) {
      await store.write([putOp(testRecord(1))]);
      await store.close();
      for (const method of methodsOf(claims)) {
        await rejectsWith("closed", () => EVERY_METHOD[method](store), method);
      }
    },
    async "closing twice, at once or one after the other, is fine"({ store }) {
      await Promise.all([store.close(), store.close()]);
      await store.close();
    },
    async "a store that was never opened can be closed, and stays closed"({ create }) {
      const store = await create();
      await store.close();
      await rejectsWith("closed", () => store.open());
    },
    async "await using closes a store"({ store }) {
      await store[Symbol.asyncDispose]();
      await rejectsWith("closed", () => listNumbers(store));
    },
    async "closing waits for what is running or makes it fail; it never loses half of a write"({
      store,
    }) {
      const writes = [1, 2, 3].map((n) =>
        store.write([putOp(testRecord(n))]).then(
          () => "written",
          (error: unknown) => String((error as { code?: unknown }).code),
        ),
      );
      await store.close();
      for (const outcome of await Promise.all(writes)) {
        assert.ok(["written", "closed"].includes(outcome), outcome);
      }
    },
    async "two stores have nothing to do with each other"({ store, create }) {
      const other = await create();
      await other.open();
      await store.write([putOp(testRecord(1))]);
      assert.deepEqual(await listNumbers(other), []);
      await other.close();
      assert.deepEqual(await listNumbers(store), [1]);
    },
  }),
  ...storeCases("abort", [], {
    async "every method rejects with the reason of an aborted signal and changes nothing"({
      store,
      claims,
    }) {
      await store.write([seed]);
      const before = await snapshot(store);
      for (const reason of [new Error("stop"), "a text", { code: 7 }]) {
        const options = { signal: AbortSignal.abort(reason) };
        for (const method of methodsOf(claims)) {
          const outcome = await EVERY_METHOD[method](store, options).then(
            () => "it resolved",
            (error: unknown) =>
              error === reason ? "rejected" : `it rejected with ${String(error)}`,
          );
          assert.equal(outcome, "rejected", `${method} should reject with the signal's reason`);
          assert.deepEqual(await snapshot(store), before, `${method} has changed something`);
        }
      }
    },
    async "an open that was aborted can be tried again"({ create }) {
      const store = await create();
      const reason = new Error("stop");
      await assert.rejects(store.open({ signal: AbortSignal.abort(reason) }), reason);
      await store.open();
      assert.deepEqual(await listNumbers(store), []);
    },
    async "no listener stays on a signal when a call has ended"({ store, claims }) {
      await store.write([seed]);
      const { signal } = new AbortController();
      const calls = methodsOf(claims).map((method) => EVERY_METHOD[method](store, { signal }));
      await Promise.allSettled(calls);
      assert.equal(getEventListeners(signal, "abort").length, 0);
    },
    async "a write that is aborted while it runs either happens as a whole or not at all"({
      store,
    }) {
      for (const round of [0, 1, 2, 3]) {
        const controller = new AbortController();
        const reason = new Error("stop");
        const numbers = Array.from({ length: 50 }, (_, n) => round * 100 + n);
        const ops = numbers.map((n) => putOp(testRecord(n, { scope: ["round", `${round}`] })));
        const write = store.write(ops, { signal: controller.signal });
        for (let turn = 0; turn < round; turn += 1) await Promise.resolve();
        controller.abort(reason);
        const error = await write.then(
          () => undefined,
          (caught: unknown) => caught,
        );
        const written = await listNumbers(store, { within: [["round", `${round}`]] });
        assert.ok(error === undefined || error === reason, String(error));
        assert.deepEqual(written, error === undefined ? numbers : []);
      }
    },
    async "a store is usable after a call that was aborted"({ store }) {
      const signal = AbortSignal.abort(new Error("stop"));
      await assert.rejects(store.write([seed], { signal }));
      await store.write([seed]);
      await rejectsWith("conflict", () => store.write([seed]));
      assert.deepEqual(await listNumbers(store), [1]);
    },
  }),
  ...storeCases("concurrency", [], {
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
  }),
];
