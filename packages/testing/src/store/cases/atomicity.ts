import assert from "node:assert/strict";

import type { WriteOp } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, embedOp, putOp, searchEntry, spaceVector } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { expectNumbers, snapshot } from "../expect.js";
import { readRecord } from "../read-back.js";
import { listNumbers, textHits, vectorHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const { scope } = testRecord(1);
const conflict = putOp(testRecord(9, { version: 5 }));

/** Changes of a batch before it fails. */
const CHANGES: readonly WriteOp[] = [
  putOp(testRecord(3, { key: "new", content: "zebra" }), { idempotencyKey: "new" }),
  putOp(testRecord(4, { scope: ["elsewhere"] })),
  putOp(testRecord(1, { version: 2, content: "giraffe", key: "moved" })),
  deleteOp(testRecord(2)),
];

export const atomicityCases: readonly StoreCase[] = [
  ...storeCases("atomicity", [], {
    async "a batch that fails at its end has changed nothing"({ store }) {
      await store.write([putOp(testRecord(1, { key: "first" })), putOp(testRecord(2))]);
      const before = await snapshot(store);
      await rejectsWith("conflict", () => store.write([...CHANGES, conflict]));
      assert.deepEqual(await snapshot(store), before);
      const refs = [
        { scope, key: "new" },
        { scope, key: "moved" },
        { scope, idempotencyKey: "new" },
      ] as const;
      assert.deepEqual(await store.get(refs, { now: instant(0) }), [
        undefined,
        undefined,
        undefined,
      ]);
      if (!store.capabilities.text) return;
      assert.deepEqual(await textHits(store, ["zebra", "giraff"]), []);
      assert.equal((await textHits(store, "memory number")).length, 2);
    },
    async "a store is usable after a batch that failed"({ store }) {
      await rejectsWith("conflict", () => store.write([conflict]));
      await store.write([putOp(testRecord(1)), putOp(testRecord(2)), ...CHANGES]);
      assert.deepEqual(await listNumbers(store), [1, 3]);
    },
    async "a batch that fails at its beginning does not go on"({ store }) {
      await rejectsWith("conflict", () => store.write([conflict, putOp(testRecord(1))]));
      assert.deepEqual(await listNumbers(store), []);
    },
    async "each op of a batch sees what those before it did"({ store }) {
      const second = testRecord(1, { version: 2, key: "k" });
      const other = testRecord(2, { key: "k" });
      const results = await store.write([
        putOp(testRecord(1, { key: "k" }), { idempotencyKey: "once" }),
        putOp(second),
        putOp(testRecord(3), { idempotencyKey: "once" }),
        putOp(testRecord(4, { content: second.content }), { unlessDuplicate: true }),
        deleteOp(second, { ifVersion: 2 }),
        deleteOp(second),
        putOp(other),
      ]);
      const applied = results.map((result) => result.applied);
      assert.deepEqual(applied, [true, true, false, false, true, false, true]);
      assert.deepEqual(results[2]?.record, second);
      assert.deepEqual(results[3]?.record, second);
      assert.deepEqual(await listNumbers(store), [2]);
      assert.deepEqual(await readRecord(store, other), other);
    },
    async "an empty batch has no results"({ store }) {
      assert.deepEqual(await store.write([]), []);
    },
  }),
  ...storeCases("atomicity", ["vector"], {
    async "a batch that fails has written no vector and no space"({ store }) {
      const known = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
      const unknown = spaceVector({ id: "new", dimensions: 3 }, [1, 0, 0]);
      const [first, second] = [testRecord(1), testRecord(2)];
      await store.write([
        putOp(first, { search: searchEntry(first.content, [known]) }),
        putOp(second),
      ]);
      const before = await snapshot(store);
      const batch: WriteOp[] = [
        embedOp(second, known),
        putOp({ ...first, version: 2 }, { search: searchEntry("other", [unknown]) }),
        conflict,
      ];
      await rejectsWith("conflict", () => store.write(batch));
      assert.deepEqual(await snapshot(store), before);
      expectNumbers(await vectorHits(store, known), [1]);
    },
  }),
];
