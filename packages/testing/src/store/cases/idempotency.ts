import assert from "node:assert/strict";

import type { PutOp } from "@kioku/core/toolkit";

import { deleteOp, putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { readRecord } from "../read-back.js";
import { listNumbers } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const { scope } = testRecord(1);
const first = putOp(testRecord(1, { content: "first" }), { idempotencyKey: "once" });
/** A replay as it comes after a crash: another id, another time. */
const replay = putOp(testRecord(2, { content: "second" }), { idempotencyKey: "once" });

export const idempotencyCases: readonly StoreCase[] = storeCases("idempotency", [], {
  async "a replay writes nothing and answers with the record that is there"({ store }) {
    await store.write([first]);
    assert.deepEqual(await store.write([replay]), [{ applied: false, record: first.record }]);
    assert.deepEqual(await store.write([first]), [{ applied: false, record: first.record }]);
    assert.deepEqual(await listNumbers(store), [1]);
    assert.equal((await store.history(first.record)).length, 1);
  },
  async "a replay after an update answers with the record as it is now"({ store }) {
    const updated = { ...first.record, version: 2, content: "updated" };
    await store.write([first, putOp(updated)]);
    assert.deepEqual(await store.write([replay]), [{ applied: false, record: updated }]);
    const found = await store.get([{ scope, idempotencyKey: "once" }], { now: instant(0) });
    assert.deepEqual(found, [updated]);
  },
  async "a replay of an update is known too"({ store }) {
    const update = putOp({ ...first.record, version: 2 }, { idempotencyKey: "twice" });
    await store.write([first, update]);
    const again: PutOp = { ...update, record: { ...update.record, version: 3 } };
    assert.deepEqual(await store.write([again]), [{ applied: false, record: update.record }]);
    assert.deepEqual(await store.write([replay]), [{ applied: false, record: update.record }]);
  },
  async "an idempotency key is looked at before duplicates, versions and keys"({ store }) {
    const other = putOp(testRecord(3, { content: "other", key: "taken" }));
    await store.write([other, first]);
    const record = testRecord(3, { content: "other", key: "taken", version: 8 });
    const op = putOp(record, { idempotencyKey: "once", unlessDuplicate: true });
    assert.deepEqual(await store.write([op]), [{ applied: false, record: first.record }]);
  },
  async "the same idempotency key in another scope is another key"({ store }) {
    const elsewhere = testRecord(1, { scope: ["test", "below"], content: "elsewhere" });
    await store.write([first]);
    const [result] = await store.write([putOp(elsewhere, { idempotencyKey: "once" })]);
    assert.equal(result?.applied, true);
    assert.deepEqual(await readRecord(store, first.record), first.record);
  },
  async "when its record is deleted, an idempotency key may be written again"({ store }) {
    await store.write([first, deleteOp(first.record)]);
    assert.deepEqual(await store.write([replay]), [{ applied: true, record: replay.record }]);
  },
  async "an archived or retired record still holds its idempotency key"({ store }) {
    const record = { ...first.record, archivedAt: instant(1), validTo: instant(1) };
    await store.write([{ ...first, record }]);
    assert.deepEqual(await store.write([replay]), [{ applied: false, record }]);
  },
});
