import assert from "node:assert/strict";

import type { RecordField } from "@kioku/core/toolkit";

import { putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { condition, metadata } from "../predicates.js";
import { listNumbers } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

export const filterSingleFieldCases: readonly StoreCase[] = storeCases("filters", [], {
  async "pinned and occurredAt can be filtered on"({ store }) {
    await store.write([
      putOp(testRecord(1)),
      putOp(testRecord(2, { pinned: true, occurredAt: instant(-2) })),
      putOp(testRecord(3, { pinned: true, occurredAt: instant(-3) })),
    ]);
    const find = (...args: Parameters<typeof condition>): Promise<number[]> =>
      listNumbers(store, { where: condition(...args) });
    const pinned: RecordField = { type: "boolean", name: "pinned" };
    assert.deepEqual(await find(pinned, "eq", true), [2, 3]);
    assert.deepEqual(await find(pinned, "eq", false), [1]);
    assert.deepEqual(await find(pinned, "in", true, false), [1, 2, 3]);
    assert.deepEqual(await find(pinned, "eq", 1), []);
    assert.deepEqual(await find(pinned, "exists", true), [1, 2, 3]);
    const occurredAt: RecordField = { type: "instant", name: "occurredAt" };
    assert.deepEqual(await find(occurredAt, "lt", instant(-2).getTime()), [3]);
    assert.deepEqual(await find(occurredAt, "gte", instant(-2).getTime()), [2]);
    assert.deepEqual(await find(occurredAt, "eq", null), [1]);
  },
  async "version can be filtered on, and is that of the record now"({ store }) {
    await store.write([putOp(testRecord(1)), putOp(testRecord(2))]);
    await store.write([putOp(testRecord(2, { version: 2 }))]);
    const version: RecordField = { type: "number", name: "version" };
    assert.deepEqual(await listNumbers(store, { where: condition(version, "eq", 1) }), [1]);
    assert.deepEqual(await listNumbers(store, { where: condition(version, "gt", 1) }), [2]);
  },
  async "instants compare to the millisecond"({ store }) {
    await store.write(
      [0, 0.001, 0.002].map((s, n) => putOp(testRecord(n, { occurredAt: instant(s) }))),
    );
    const field: RecordField = { type: "instant", name: "occurredAt" };
    const middle = instant(0.001).getTime();
    assert.deepEqual(await listNumbers(store, { where: condition(field, "eq", middle) }), [1]);
    assert.deepEqual(await listNumbers(store, { where: condition(field, "gt", middle) }), [2]);
    assert.deepEqual(await listNumbers(store, { where: condition(field, "lte", middle) }), [0, 1]);
  },
  async "metadata has no access to fields of the record that have the same name"({ store }) {
    await store.write([
      putOp(testRecord(1, { kind: "a" })),
      putOp(testRecord(2, { metadata: { kind: "a" } })),
    ]);
    assert.deepEqual(
      await listNumbers(store, { where: condition(metadata("kind"), "eq", "a") }),
      [2],
    );
    const kind: RecordField = { type: "text", name: "kind" };
    assert.deepEqual(await listNumbers(store, { where: condition(kind, "eq", "a") }), [1]);
  },
});
