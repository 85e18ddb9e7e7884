import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { BEFORE_ALL } from "../read-back.js";
import { listNumbers, textHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const scope = ["test"];
const holder = testRecord(1, { key: "k" });
/** Written at second 2. */
const rival = testRecord(2, { key: "k" });

const LOOK_ALIKES = [
  "k",
  "K",
  "ｋ",
  "k ",
  " k",
  "é",
  "e\u0301",
  "k%",
  "k_",
  "k.",
  "k/",
  "'k'",
  "0",
  "00",
  "null",
];

async function byKey(store: CompleteStore, key: string): Promise<MemoryRecord | undefined> {
  const [record] = await store.get([{ scope, key }], { now: BEFORE_ALL });
  return record;
}

export const keyCases: readonly StoreCase[] = storeCases("keys", [], {
  async "a key that another record of the scope holds is a conflict"({ store }) {
    await store.write([putOp(holder), putOp(testRecord(2, { key: "free" }))]);
    await rejectsWith("conflict", () => store.write([putOp(testRecord(3, { key: "k" }))]));
    await rejectsWith("conflict", () => store.write([putOp({ ...rival, version: 2 })]));
    assert.deepEqual(await byKey(store, "k"), holder);
    assert.deepEqual(await listNumbers(store), [1, 2]);
  },
  async "an archived or retired record still holds its key"({ store }) {
    await store.write([putOp({ ...holder, archivedAt: instant(1), validTo: instant(1) })]);
    await rejectsWith("conflict", () => store.write([putOp(rival)]));
  },
  async "the same key in another scope is another key"({ store }) {
    await store.write([putOp(holder), putOp({ ...rival, scope: ["test", "below"] })]);
    assert.deepEqual(await byKey(store, "k"), holder);
  },
  async "a new version may keep, change and drop its key"({ store }) {
    await store.write([putOp(holder), putOp({ ...holder, version: 2 })]);
    const moved = { ...holder, version: 3, key: "moved" };
    await store.write([putOp(moved)]);
    assert.equal(await byKey(store, "k"), undefined);
    assert.deepEqual(await byKey(store, "moved"), moved);
    await store.write([putOp(rival), putOp(testRecord(1, { version: 4 }))]);
    assert.deepEqual(await byKey(store, "k"), rival);
    assert.equal(await byKey(store, "moved"), undefined);
  },
  async "a deletion frees the key"({ store }) {
    await store.write([putOp(holder), deleteOp(holder)]);
    assert.equal(await byKey(store, "k"), undefined);
    await store.write([putOp(rival)]);
    assert.deepEqual(await byKey(store, "k"), rival);
  },
  async "a record that expires later still holds its key"({ store }) {
    await store.write([putOp({ ...holder, expiresAt: instant(2.001) })]);
    await rejectsWith("conflict", () => store.write([putOp(rival)]));
  },
  async "a record that has expired by the time of the write makes way for its key, id and idempotency key"({
    store,
    claims,
  }) {
    const expired = { ...holder, expiresAt: instant(2), content: "gone" };
    const ways = [rival, testRecord(1, { updatedAt: instant(2) }), testRecord(4)];
    for (const record of ways) {
      await store.write([putOp(expired, { idempotencyKey: "once" })]);
      await store.write([putOp(record, { idempotencyKey: "once" })]);
      const { id } = record;
      assert.deepEqual(await store.get([{ scope, id }], { now: BEFORE_ALL }), [record]);
      assert.equal((await listNumbers(store)).length, 1);
      if (store.capabilities.text) assert.deepEqual(await textHits(store, "gone"), []);
      if (claims("history")) {
        assert.equal((await store.history(expired)).length, id === expired.id ? 1 : 0);
      }
      await store.write([deleteOp(record, { purge: true })]);
    }
  },
  async "keys that look alike are different keys"({ store }) {
    const records = LOOK_ALIKES.map((key, index) => testRecord(index, { key }));
    await store.write(records.map((record) => putOp(record)));
    for (const [index, key] of LOOK_ALIKES.entries()) {
      assert.deepEqual(await byKey(store, key), records[index], `key ${JSON.stringify(key)}`);
    }
  },
});
