import assert from "node:assert/strict";

import { deleteOp, putOp, searchEntry, spaceVector } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { sortedRefs } from "../expect.js";
import { BEFORE_ALL } from "../read-back.js";
import { EVERYWHERE, listNumbers, select, textHits, vectorHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const at = instant(50);
const record = testRecord(1, { key: "k", thread: "t" });

export const deleteCases: readonly StoreCase[] = storeCases("deletes", [], {
  async "a deleted record is gone by id, key, idempotency key, hash, list, search and neighbours"({
    store,
    claims,
  }) {
    const vector = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
    const hasVectors = store.capabilities.vector !== "none";
    const search = searchEntry(record.content, hasVectors ? [vector] : []);
    const next = testRecord(2, { thread: "t", content: "other" });
    await store.write([
      putOp(record, { search, idempotencyKey: "once", contentHash: "hash" }),
      putOp(next),
    ]);
    assert.deepEqual(await store.write([deleteOp(record)]), [{ applied: true }]);
    const { scope, id } = record;
    const refs = [
      { scope, id },
      { scope, key: "k" },
      { scope, idempotencyKey: "once" },
      { scope, contentHash: "hash" },
    ];
    const found = await store.get(refs, { now: BEFORE_ALL });
    assert.deepEqual(
      found,
      refs.map(() => undefined),
    );
    assert.deepEqual(await listNumbers(store), [2]);
    if (claims("threads")) {
      const request = { refs: [next], before: 9, after: 9, selection: select() };
      assert.deepEqual(await store.neighbours(request), [{ before: [], after: [] }]);
    }
    if (store.capabilities.text) assert.deepEqual(await textHits(store, "memory"), []);
    if (!hasVectors) return;
    assert.deepEqual(await vectorHits(store, vector), []);
    assert.deepEqual(await store.vectors("space", [record]), [undefined]);
  },
  async "deleting what is not there changes nothing and is no error"({ store }) {
    await store.write([putOp(record)]);
    const ops = [deleteOp(testRecord(2)), deleteOp({ ...record, scope: ["elsewhere"] })];
    assert.deepEqual(await store.write(ops), [{ applied: false }, { applied: false }]);
    await store.write([deleteOp(record)]);
    assert.deepEqual(await store.write([deleteOp(record)]), [{ applied: false }]);
  },
  async "deleteWhere deletes the selection and says what it was"({ store }) {
    const fields = [
      {},
      { kind: "other" },
      { scope: ["test", "below"] },
      { validTo: instant(9) },
      {},
    ];
    await store.write(fields.map((one, n) => putOp(testRecord(n, one))));
    const selection = select({ kinds: ["note"], reach: "below", validAt: instant(9) });
    const deleted = await store.deleteWhere(selection, { at });
    assert.deepEqual(sortedRefs(deleted), ["/test 0", "/test 4", "/test/below 2"]);
    assert.deepEqual(await listNumbers(store, EVERYWHERE), [1, 3]);
    assert.deepEqual(await store.deleteWhere(selection, { at }), []);
  },
  async "deleteWhere passes over archived records unless they are included"({ store }) {
    await store.write([putOp(testRecord(1)), putOp(testRecord(2, { archivedAt: instant(2) }))]);
    assert.deepEqual(sortedRefs(await store.deleteWhere(select(), { at })), ["/test 1"]);
    const all = select({ includeArchived: true });
    assert.deepEqual(sortedRefs(await store.deleteWhere(all, { at })), ["/test 2"]);
  },
  async "deleteWhere reaches expired records unless the selection has a now"({ store }) {
    await store.write([putOp(testRecord(1, { expiresAt: instant(9) })), putOp(testRecord(2))]);
    const alive = select({ now: instant(9) });
    assert.deepEqual(sortedRefs(await store.deleteWhere(alive, { at })), ["/test 2"]);
    assert.deepEqual(sortedRefs(await store.deleteWhere(select(), { at })), ["/test 1"]);
  },
  async "deleteWhere of nothing deletes nothing"({ store }) {
    await store.write([putOp(record), putOp(testRecord(2, { scope: [] }))]);
    for (const nothing of [
      select({ within: [] }),
      select({ kinds: [] }),
      select({ within: [["x"]] }),
    ]) {
      assert.deepEqual(await store.deleteWhere({ ...nothing, reach: "below" }, { at }), []);
    }
    assert.deepEqual(await listNumbers(store, EVERYWHERE), [1, 2]);
  },
});
