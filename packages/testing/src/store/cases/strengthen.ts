import assert from "node:assert/strict";

import type { Strength } from "@kioku/core";

import { putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { readRecord } from "../read-back.js";
import { listAll, listNumbers, textHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const record = testRecord(1, { key: "k", metadata: { a: 1 } });
const { scope, id } = record;
const strength: Strength = { stabilityDays: 30.25, uses: 3, lastUsedAt: instant(60.001) };

export const strengthenCases: readonly StoreCase[] = storeCases("strengthen", ["strength"], {
  async "strengthen replaces the strength and nothing else: no version, no updatedAt"({ store }) {
    await store.write([putOp(record)]);
    await store.strengthen([{ scope, id, strength }]);
    assert.deepEqual(await readRecord(store, record), { ...record, strength });
    assert.deepEqual(await listAll(store), [{ ...record, strength }]);
    if (store.capabilities.text) assert.equal((await textHits(store, "memory number")).length, 1);
  },
  async "a strength without lastUsedAt takes it away"({ store }) {
    await store.write([putOp({ ...record, strength })]);
    const bare = { stabilityDays: 1, uses: 0 };
    await store.strengthen([{ scope, id, strength: bare }]);
    assert.deepEqual((await readRecord(store, record)).strength, bare);
  },
  async "records that are not there are passed over, the others are written"({ store }) {
    await store.write([putOp(record), putOp(testRecord(2))]);
    const unknown = { scope: ["elsewhere"], id };
    await store.strengthen([
      { ...unknown, strength },
      { scope, id: testRecord(9).id, strength },
      { scope, id: testRecord(2).id, strength },
    ]);
    assert.deepEqual((await readRecord(store, testRecord(2))).strength, strength);
    assert.deepEqual((await readRecord(store, record)).strength, record.strength);
    assert.deepEqual(await listNumbers(store), [1, 2]);
  },
  async "of two updates for one record the later stands; none at all are fine"({ store }) {
    await store.write([putOp(record)]);
    await store.strengthen([
      { scope, id, strength: { stabilityDays: 1, uses: 1 } },
      { scope, id, strength },
    ]);
    assert.deepEqual((await readRecord(store, record)).strength, strength);
    await store.strengthen([]);
  },
  async "a put of the next version leaves the strength as it is"({ store }) {
    await store.write([putOp(record)]);
    await store.strengthen([{ scope, id, strength }]);
    const next = { ...record, content: "another text", version: 2 };
    const stored = { ...next, strength };
    assert.deepEqual(await store.write([putOp(next)]), [{ applied: true, record: stored }]);
    assert.deepEqual(await readRecord(store, record), stored);
  },
});
