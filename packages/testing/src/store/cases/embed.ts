import assert from "node:assert/strict";

import { pluck } from "../../lists.js";
import {
  deleteOp,
  embedOp,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { expectNumbers, readRecord } from "../expect.js";
import { listNumbers, textHits, vectorHits } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

const space = { id: "space", dimensions: 2 };
const east = spaceVector(space, [1, 0]);
const north = spaceVector(space, [0, 1]);
const record = testRecord(1);

export const embedCases: readonly StoreCase[] = storeCases("embed", ["vector"], {
  async "an embed adds a vector and makes no new version"({ store }) {
    await store.write([putOp(record)]);
    const [result] = await store.write([embedOp(record, east)]);
    assert.equal(result?.applied, true);
    expectNumbers(await vectorHits(store, east), [1]);
    assert.deepEqual(await readRecord(store, record), record);
    if (store.capabilities.text) assert.equal((await textHits(store, "memory number")).length, 1);
    assert.equal((await store.history(record)).length, 1);
  },
  async "an embed takes the place of an earlier vector of its space, and of no other"({ store }) {
    const other = spaceVector({ id: "other", dimensions: 3 }, [1, 1, 1]);
    await store.write([putOp(record, { search: searchEntry(record.content, [east, other]) })]);
    await store.write([embedOp(record, north)]);
    assert.deepEqual(await store.vectors("space", [record]), [north.values]);
    assert.deepEqual(await store.vectors("other", [record]), [other.values]);
    const [hit] = await vectorHits(store, north);
    assert.ok(hit && hit.score > 0.999_999, "search still sees the vector before");
  },
  async "an embed of a text that has changed since writes nothing, and that is no error"({
    store,
  }) {
    const changed = testRecord(1, { version: 2, content: "changed" });
    await store.write([putOp(record), putOp(changed)]);
    assert.deepEqual(await store.write([embedOp(record, east)]), [{ applied: false }]);
    assert.deepEqual(await store.vectors("space", [record]), [undefined]);
    assert.deepEqual(await vectorHits(store, east), []);
    await store.write([embedOp(changed, east)]);
    assert.deepEqual(await store.vectors("space", [record]), [east.values]);
  },
  async "a stale embed leaves the rest of its batch alone"({ store }) {
    await store.write([putOp(record), putOp(testRecord(2))]);
    const stale = embedOp(record, east, { textHash: searchEntry("other").textHash });
    const results = await store.write([stale, embedOp(testRecord(2), north)]);
    assert.deepEqual(pluck(results, "applied"), [false, true]);
    expectNumbers(await vectorHits(store, north), [2]);
  },
  async "an embed of a record that is gone, never was or is not searchable writes nothing"({
    store,
  }) {
    await store.write([putOp(record), deleteOp(record), putOp(testRecord(2), { search: "none" })]);
    const ops = [record, testRecord(2), testRecord(3)].map((one) => embedOp(one, east));
    const results = await store.write(ops);
    assert.deepEqual(pluck(results, "applied"), [false, false, false]);
    assert.deepEqual(await vectorHits(store, east), []);
  },
  async "missingVectorIn lists the searchable records that have no vector in that space"({
    store,
  }) {
    const other = spaceVector({ id: "other", dimensions: 2 }, [1, 0]);
    await store.write([
      putOp(testRecord(1), { search: searchEntry(testRecord(1).content, [east]) }),
      putOp(testRecord(2), { search: searchEntry(testRecord(2).content, [other]) }),
      putOp(testRecord(3)),
      putOp(testRecord(4), { search: "none" }),
      putOp(testRecord(5, { kind: "other" })),
    ]);
    assert.deepEqual(await listNumbers(store, { missingVectorIn: "space" }), [2, 3, 5]);
    assert.deepEqual(await listNumbers(store, { missingVectorIn: "space", limit: 1 }), [2, 3, 5]);
    assert.deepEqual(await listNumbers(store, { missingVectorIn: "nobody" }), [1, 2, 3, 5]);
    await store.write([embedOp(testRecord(3), east)]);
    const notes = { missingVectorIn: "space", kinds: ["note"] };
    assert.deepEqual(await listNumbers(store, notes), [2]);
    await store.write([putOp(testRecord(1, { version: 2, content: "changed" }))]);
    assert.deepEqual(await listNumbers(store, notes), [1, 2]);
  },
});
