import assert from "node:assert/strict";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, instant, putOp, testRecord } from "../../test-records.js";
import { expectNumbers, readRecord } from "../expect.js";
import { listNumbers, select } from "../requests.js";
import {
  deletionOf,
  listHistories,
  plainRevision,
  restoreOp,
  revisionOf,
  versionsOf,
  whose,
} from "../revisions.js";
import { storeCases, type StoreCase } from "../store-case.js";

const { scope, id } = testRecord(1);
const old = testRecord(1, { content: "first words", key: "before", version: 2 });
const current = testRecord(1, {
  content: "current words",
  key: "k",
  value: { a: [1] },
  metadata: { n: 1 },
  thread: "t",
  strength: { stabilityDays: 30, uses: 3, lastUsedAt: instant(40) },
  version: 5,
  updatedAt: instant(20),
});
const REVISIONS = [
  revisionOf({ ...old, strength: { stabilityDays: 1, uses: 1 } }, { actor: "ann", cause: "said" }),
  deletionOf(3, instant(15)),
  revisionOf(current, { change: "restored", actor: "bob" }),
];

export const restoreCases: readonly StoreCase[] = [
  ...storeCases("restore", ["history"], {
    async "a record comes back with all its versions as they were"({ store }) {
      const op = restoreOp(current, REVISIONS, { idempotencyKeys: ["two", "one", "two"] });
      assert.deepEqual(await store.write([op]), [{ applied: true, record: current }]);
      const idempotencyKeys = ["one", "two"];
      assert.deepEqual(await listHistories(store), [
        { scope, id, revisions: REVISIONS, idempotencyKeys },
      ]);
      const history = REVISIONS.map((revision) => plainRevision(revision));
      assert.deepEqual(await store.history(current), history);
    },
    async "it takes the place of the record of this id: nothing of what was there is found, by key, list or history"({
      store,
    }) {
      const there = testRecord(1, { key: "there", thread: "old", kind: "old" });
      await store.write([putOp(there, { idempotencyKey: "there", contentHash: "there" })]);
      await store.write([
        putOp({ ...there, version: 2, content: "newer" }, { contentHash: "there" }),
        putOp(testRecord(2)),
      ]);
      await store.write([restoreOp(current, REVISIONS)]);
      const refs = [
        { scope, key: "there" },
        { scope, idempotencyKey: "there" },
        { scope, contentHash: "there" },
      ];
      const found = await store.get(refs, { now: instant(0) });
      assert.deepEqual(found, [undefined, undefined, undefined]);
      assert.deepEqual(await listNumbers(store), [1, 2]);
      assert.deepEqual(await listNumbers(store, { kinds: ["old"] }), []);
      assert.deepEqual(await readRecord(store, current), current);
      const versions = versionsOf(await listHistories(store));
      assert.deepEqual(versions, ["2 updated, 3 deleted, 5 restored", "1 created"]);
    },
    async "it takes the place of what only history knew"({ store }) {
      await store.write([putOp(testRecord(1)), deleteOp(testRecord(1)), putOp(testRecord(2))]);
      for (const version of [7, 2, 4]) {
        const revisions = [revisionOf({ ...old, version }), deletionOf(version + 1, instant(9))];
        await store.write([restoreOp(old, revisions)]);
        const [history] = await listHistories(store);
        assert.deepEqual(history?.revisions, revisions);
      }
      await store.write([restoreOp(current, REVISIONS)]);
      assert.deepEqual((await listHistories(store))[0]?.revisions, REVISIONS);
    },
    async "its versions and its strength go on from there"({ store }) {
      await store.write([restoreOp(current, REVISIONS)]);
      for (const version of [1, 4, 5, 7]) {
        await rejectsWith("conflict", () => store.write([putOp({ ...current, version })]));
      }
      const next = { ...current, version: 6, strength: { stabilityDays: 1, uses: 0 } };
      await store.write([putOp(next)]);
      assert.deepEqual(await readRecord(store, next), { ...next, strength: current.strength });
      await store.write([deleteOp(next, { ifVersion: 6 })]);
      assert.deepEqual(await listNumbers(store), []);
    },
    async "the versions of what was restored as deleted go on from there"({ store }) {
      await store.write([restoreOp(current, [...REVISIONS, deletionOf(8, instant(30))])]);
      await rejectsWith("conflict", () => store.write([putOp({ ...current, version: 1 })]));
      await store.write([putOp({ ...current, version: 9 })]);
      assert.deepEqual(versionsOf(await listHistories(store)), [
        "2 updated, 3 deleted, 5 restored, 8 deleted, 9 updated",
      ]);
    },
    async "what was restored can be purged, swept and found as a duplicate like anything else"({
      store,
    }) {
      const brief = testRecord(2, { expiresAt: instant(50) });
      await store.write([restoreOp(current, REVISIONS), restoreOp(brief, [revisionOf(brief)])]);
      const copy = putOp(testRecord(3, { content: current.content }), { unlessDuplicate: true });
      assert.deepEqual(await store.write([copy]), [{ applied: false, record: current }]);
      expectNumbers(await store.sweep(instant(50)), [2]);
      await store.deleteWhere(select({ includeArchived: true }), { at: instant(60), purge: true });
      assert.deepEqual(whose(await listHistories(store)), []);
      await store.write([putOp({ ...current, version: 1 })]);
    },
    async "to restore again what is there changes nothing"({ store }) {
      const op = restoreOp(current, REVISIONS, { idempotencyKeys: ["once"] });
      await store.write([op]);
      const before = await listHistories(store);
      assert.deepEqual(await store.write([op, op]), [
        { applied: true, record: current },
        { applied: true, record: current },
      ]);
      assert.deepEqual(await listHistories(store), before);
      assert.deepEqual(await listNumbers(store), [1]);
    },
  }),
  ...storeCases("restore", ["history", "bulk"], {
    async "a record comes back under its id, its key and its idempotency keys, in lists and in scopes"({
      store,
    }) {
      const op = restoreOp(current, REVISIONS, { idempotencyKeys: ["once"], contentHash: "hash" });
      await store.write([op]);
      const refs = [
        { scope, id },
        { scope, key: "k" },
        { scope, key: "before" },
        { scope, idempotencyKey: "once" },
        { scope, contentHash: "hash" },
      ];
      const found = await store.get(refs, { now: instant(0) });
      assert.deepEqual(found, [current, current, undefined, current, current]);
      assert.deepEqual(await listNumbers(store), [1]);
      assert.deepEqual((await store.scopes([], { limit: 9 })).items, [scope]);
    },
    async "if the last revision is a deletion there is only history, which keeps no idempotency keys"({
      store,
    }) {
      await store.write([putOp({ ...old, version: 1 }, { idempotencyKey: "mine" })]);
      const revisions = [...REVISIONS, deletionOf(6, instant(30))];
      const op = restoreOp(current, revisions, { idempotencyKeys: ["once"] });
      assert.deepEqual(await store.write([op]), [{ applied: true }]);
      const refs = [
        { scope, id },
        { scope, key: "k" },
        { scope, key: "before" },
        { scope, idempotencyKey: "once" },
        { scope, idempotencyKey: "mine" },
      ];
      assert.ok((await store.get(refs, { now: instant(0) })).every((one) => one === undefined));
      assert.deepEqual(await listNumbers(store), []);
      assert.deepEqual((await store.scopes([], { limit: 9 })).items, []);
      assert.deepEqual(await listHistories(store), [{ scope, id, revisions, idempotencyKeys: [] }]);
      const another = putOp(testRecord(2, { key: "k" }), { idempotencyKey: "once" });
      assert.equal((await store.write([another]))[0]?.applied, true);
    },
  }),
];
