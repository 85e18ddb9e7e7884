import assert from "node:assert/strict";

import type { CompleteStore, SpaceVector } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import {
  deleteOp,
  instant,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { BEFORE_ALL, expectNumbers, sortedRefs } from "../expect.js";
import { EVERYWHERE, listNumbers, select, textHits, vectorHits } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

/** The vector of each of `writeExpiring`. */
const EXPIRING_VECTOR: SpaceVector = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);

/** Records 1, 2 and 3 expire at second 10, at second 20 and never. */
async function writeExpiring(store: CompleteStore): Promise<void> {
  const vectors = store.capabilities.vector === "none" ? [] : [EXPIRING_VECTOR];
  const search = searchEntry("same", vectors);
  const ops = [10, 20, undefined].map((seconds, index) => {
    const expiry = seconds === undefined ? {} : { expiresAt: instant(seconds) };
    const n = index + 1;
    const record = testRecord(n, { key: `key ${n}`, thread: "t", ...expiry });
    return putOp(record, { search, idempotencyKey: `once ${n}`, contentHash: `hash ${n}` });
  });
  await store.write(ops);
}

const at = instant(50);
const record = testRecord(1, { key: "k", thread: "t" });

/**
 * Which records are there at a moment, and at which: just before the first expires, when it does,
 * and so on.
 */
const MOMENTS = [
  [instant(9.999), [1, 2, 3]],
  [instant(10), [2, 3]],
  [instant(19.999), [2, 3]],
  [instant(20), [3]],
] as const;

export const deletesCases: readonly StoreCase[] = [
  ...storeCases("deletes", [], {
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
  }),
  ...storeCases("expiry", [], {
    async "from the moment it expires a record is not found by get"({ store }) {
      await writeExpiring(store);
      const scope = ["test"];
      for (const [now, there] of MOMENTS) {
        for (const n of [1, 2, 3]) {
          const refs = [
            { scope, id: testRecord(n).id },
            { scope, key: `key ${n}` },
            { scope, idempotencyKey: `once ${n}` },
            { scope, contentHash: `hash ${n}` },
          ];
          const found = await store.get(refs, { now });
          const isThere = there.some((one) => one === n);
          assert.deepEqual(
            found.map((one) => one !== undefined),
            refs.map(() => isThere),
          );
        }
      }
    },
    async "from the moment it expires a record is not listed"({ store }) {
      await writeExpiring(store);
      for (const [now, there] of MOMENTS) {
        assert.deepEqual(await listNumbers(store, { now }), there);
        assert.deepEqual(await listNumbers(store, { now, orderBy: "key", limit: 1 }), there);
      }
      assert.deepEqual(await listNumbers(store), [1, 2, 3]);
    },
  }),
  ...storeCases("expiry", ["text"], {
    async "from the moment it expires a record is not found by text"({ store }) {
      await writeExpiring(store);
      for (const [now, there] of MOMENTS)
        expectNumbers(await textHits(store, ["same"], { now }), there);
      expectNumbers(await textHits(store, ["same"]), [1, 2, 3]);
    },
  }),
  ...storeCases("expiry", ["vector"], {
    async "from the moment it expires a record is not found by vector"({ store }) {
      await writeExpiring(store);
      for (const [now, there] of MOMENTS)
        expectNumbers(await vectorHits(store, EXPIRING_VECTOR, { now }), there);
      expectNumbers(await vectorHits(store, EXPIRING_VECTOR), [1, 2, 3]);
    },
  }),
  ...storeCases("expiry", ["threads"], {
    async "from the moment it expires a record is nobody's neighbour"({ store }) {
      await writeExpiring(store);
      for (const [now, there] of MOMENTS) {
        const selection = select({ now });
        const [found] = await store.neighbours({
          refs: [testRecord(3)],
          before: 9,
          after: 9,
          selection,
        });
        expectNumbers(found?.before ?? [], there.slice(0, -1));
      }
    },
  }),
  ...storeCases("expiry", [], {
    async "what has expired cannot be updated, and stays where it is until it is swept"({ store }) {
      await writeExpiring(store);
      const update = testRecord(1, { version: 2, updatedAt: instant(10) });
      await rejectsWith("conflict", () => store.write([putOp(update)]));
      const unrelated = testRecord(30, { key: "key 30" });
      await store.write([putOp(unrelated, { idempotencyKey: "once 30" })]);
      assert.deepEqual(await listNumbers(store), [1, 2, 3, 30]);
    },
    async "sweep removes what has expired in every scope, and says what that was"({ store }) {
      await writeExpiring(store);
      const elsewhere = testRecord(9, { scope: ["elsewhere"], expiresAt: instant(10) });
      const archived = testRecord(8, { expiresAt: instant(9), archivedAt: instant(8) });
      await store.write([putOp(elsewhere), putOp(archived)]);
      assert.deepEqual(await store.sweep(instant(8)), []);
      const swept = await store.sweep(instant(10));
      assert.deepEqual(sortedRefs(swept), ["/elsewhere 9", "/test 1", "/test 8"]);
      assert.deepEqual(await listNumbers(store, EVERYWHERE), [2, 3]);
      assert.deepEqual(await store.sweep(instant(10)), []);
    },
  }),
  ...storeCases("expiry", ["vector", "text"], {
    async "what was swept is gone from search and vectors"({ store }) {
      await writeExpiring(store);
      await store.sweep(instant(10));
      expectNumbers(await textHits(store, ["same"]), [2, 3]);
      expectNumbers(await vectorHits(store, EXPIRING_VECTOR), [2, 3]);
      assert.deepEqual(await store.vectors("space", [testRecord(1)]), [undefined]);
    },
  }),
  ...storeCases("expiry", ["history"], {
    async "sweep removes history too, and the id begins again"({ store }) {
      await writeExpiring(store);
      await store.sweep(instant(10));
      assert.deepEqual(await store.history(testRecord(1)), []);
      assert.equal((await store.history(testRecord(2))).length, 1);
      await store.write([putOp(testRecord(1))]);
      assert.equal((await store.history(testRecord(1))).length, 1);
    },
  }),
];
