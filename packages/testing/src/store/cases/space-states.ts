import assert from "node:assert/strict";

import type { CompleteStore, SpaceState, PutOp, SpaceOp } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, embedOp, putOp, searchEntry, spaceVector } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { snapshot } from "../expect.js";
import { listNumbers, vectorHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const space = { id: "space", dimensions: 2 };
const east = spaceVector(space, [1, 0]);

function say(state: SpaceState, dimensions = 2, id = "space"): SpaceOp {
  return { op: "space", space: { id, dimensions }, state };
}

function put(n: number, version: number, content: string): PutOp {
  return putOp(testRecord(n, { version, content }));
}

async function statesOf(store: CompleteStore): Promise<string[]> {
  return (await store.spaces())
    .map(({ id, dimensions, state }) => `${id} ${dimensions} ${state}`)
    .toSorted();
}

export const spaceStateCases: readonly StoreCase[] = storeCases("space states", ["vector"], {
  async "a space is ready until somebody says otherwise, and then what was said last"({ store }) {
    await store.write([putOp(testRecord(1), { search: searchEntry("", [east]) })]);
    assert.deepEqual(await statesOf(store), ["space 2 ready"]);
    for (const state of ["building", "retired", "separate", "ready"] as const) {
      assert.deepEqual(await store.write([say(state)]), [{ applied: true }]);
      assert.deepEqual(await statesOf(store), [`space 2 ${state}`]);
      assert.deepEqual(await store.write([say(state)]), [{ applied: false }]);
    }
  },
  async "a space that is not known becomes known, whatever is said of it"({ store }) {
    const ops = [say("ready", 3, "a"), say("building", 4, "b"), say("retired", 5, "c")];
    const applied = ops.map(() => ({ applied: true }));
    assert.deepEqual(await store.write(ops), applied);
    assert.deepEqual(await statesOf(store), ["a 3 ready", "b 4 building", "c 5 retired"]);
    const vector = spaceVector({ id: "b", dimensions: 4 }, [1, 0, 0, 0]);
    assert.deepEqual(await vectorHits(store, vector), []);
  },
  async "vectors that are written and records that go do not change the state"({ store }) {
    const second = testRecord(2);
    await store.write([say("building"), putOp(second)]);
    await store.write([putOp(testRecord(1), { search: searchEntry("", [east]) })]);
    await store.write([embedOp(second, east)]);
    assert.deepEqual(await statesOf(store), ["space 2 building"]);
    await store.write([deleteOp(second, { purge: true }), deleteOp(testRecord(1))]);
    assert.deepEqual(await statesOf(store), ["space 2 building"]);
  },
  async "vectors of a space in any state are found"({ store }) {
    await store.write([putOp(testRecord(1), { search: searchEntry("", [east]) })]);
    for (const state of ["building", "retired", "separate", "ready"] as const) {
      await store.write([say(state)]);
      assert.equal((await vectorHits(store, east)).length, 1);
      assert.deepEqual(await store.vectors("space", [testRecord(1)]), [east.values]);
    }
  },
  async "a space op of another width is refused, and so is its whole batch"({ store }) {
    await store.write([putOp(testRecord(1), { search: searchEntry("", [east]) })]);
    const before = await snapshot(store);
    for (const wide of [say("retired", 3), say("ready", 3)]) {
      const ops = [putOp(testRecord(2)), say("building"), wide];
      await rejectsWith("vector-space-mismatch", () => store.write(ops));
      assert.deepEqual(await snapshot(store), before);
    }
  },
  async "a vector of another width than a space op said is refused"({ store }) {
    await store.write([say("building", 3)]);
    const narrow = putOp(testRecord(1), { search: searchEntry("", [east]) });
    await rejectsWith("vector-space-mismatch", () => store.write([narrow]));
    await rejectsWith("vector-space-mismatch", () =>
      store.write([say("ready", 4, "new"), say("ready", 5, "new")]),
    );
    assert.deepEqual(await statesOf(store), ["space 3 building"]);
  },
  async "a batch that fails has left states as they were"({ store }) {
    await store.write([say("building")]);
    const conflict = putOp(testRecord(9, { version: 5 }));
    const ops = [say("retired"), say("ready", 3, "new"), conflict];
    await rejectsWith("conflict", () => store.write(ops));
    assert.deepEqual(await statesOf(store), ["space 2 building"]);
    assert.deepEqual(await store.write([say("retired")]), [{ applied: true }]);
  },
  async "searchable records without a vector are counted: of all scopes, archived and expired ones too"({
    store,
  }) {
    assert.equal(await store.countMissingVectors("space"), 0);
    const records = [
      testRecord(1),
      testRecord(2, { scope: ["elsewhere", "below"] }),
      testRecord(3, { archivedAt: instant(1) }),
      testRecord(4, { expiresAt: instant(1) }),
      testRecord(5, { validTo: instant(1) }),
      testRecord(6, { scope: [] }),
    ];
    const hidden = putOp(testRecord(7), { search: "none" });
    const wordless = putOp(testRecord(8, { content: "" }));
    await store.write([...records.map((record) => putOp(record)), hidden, wordless]);
    for (const id of ["space", "unknown"]) assert.equal(await store.countMissingVectors(id), 7);
    await store.write([say("building")]);
    assert.equal(await store.countMissingVectors("space"), 7);
    for (const [n, record] of records.entries()) {
      await store.write([embedOp(record, east), embedOp(record, east)]);
      assert.equal(await store.countMissingVectors("space"), 6 - n);
    }
    assert.equal(await store.countMissingVectors("unknown"), 7);
  },
  async "the count follows texts that change, are hidden and go"({ store }) {
    const counts: number[] = [];
    const steps = [
      [put(1, 1, "a"), put(2, 1, "b")],
      [
        embedOp(testRecord(1, { content: "a" }), east),
        embedOp(testRecord(2, { content: "b" }), east),
      ],
      [put(1, 2, "a")],
      [put(1, 3, "changed")],
      [putOp(testRecord(1, { version: 4 }), { search: "keep" })],
      [putOp(testRecord(1, { version: 5 }), { search: "none" })],
      [put(1, 6, "again")],
      [deleteOp(testRecord(1))],
      [deleteOp(testRecord(2), { purge: true })],
    ];
    for (const step of steps) {
      await store.write(step);
      counts.push(await store.countMissingVectors("space"));
    }
    assert.deepEqual(counts, [2, 0, 0, 1, 1, 0, 1, 0, 0]);
    assert.deepEqual(await listNumbers(store), []);
  },
});
