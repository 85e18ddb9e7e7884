import assert from "node:assert/strict";

import type { PutOp, WriteOp } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import {
  deleteOp,
  embedOp,
  instant,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { expectNumbers, readRecord, snapshot } from "../expect.js";
import { listNumbers, textHits, vectorHits } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

const { scope } = testRecord(1);
const conflict = putOp(testRecord(9, { version: 5 }));

/** Changes of a batch before it fails. */
const CHANGES: readonly WriteOp[] = [
  putOp(testRecord(3, { key: "new", content: "zebra" }), { idempotencyKey: "new" }),
  putOp(testRecord(4, { scope: ["elsewhere"] })),
  putOp(testRecord(1, { version: 2, content: "giraffe", key: "moved" })),
  deleteOp(testRecord(2)),
];

const FIRST = putOp(testRecord(1, { content: "first" }), { idempotencyKey: "once" });

/** A replay as it comes after a crash: another id, another time. */
const REPLAY = putOp(testRecord(2, { content: "second" }), { idempotencyKey: "once" });

export const writesCases: readonly StoreCase[] = [
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
    async "a batch that fails has written no vector and no space"({ store, given }) {
      const known = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
      const unknown = spaceVector({ id: "new", dimensions: 3 }, [1, 0, 0]);
      const [first, second] = [testRecord(1), testRecord(2)];
      await store.write([
        putOp(first, { search: searchEntry(first.content, [known]) }),
        putOp(second),
      ]);
      // A space of shards is made known in one of them first, and may stay without vectors.
      const seen = async (): Promise<unknown> =>
        Object.assign({}, await snapshot(store), given.shardOf && { spaces: [] });
      const before = await seen();
      const batch: WriteOp[] = [
        embedOp(second, known),
        putOp({ ...first, version: 2 }, { search: searchEntry("other", [unknown]) }),
        conflict,
      ];
      await rejectsWith("conflict", () => store.write(batch));
      assert.deepEqual(await seen(), before);
      expectNumbers(await vectorHits(store, known), [1]);
    },
  }),
  ...storeCases("versions", [], {
    async "the first version of a record must be 1"({ store }) {
      for (const version of [0, 2, 7]) {
        const record = testRecord(1, { version });
        await rejectsWith("conflict", () => store.write([putOp(record)]), `version ${version}`);
      }
      assert.deepEqual(await store.get([testRecord(1)], { now: instant(0) }), [undefined]);
    },
    async "only the next version of a record can be written"({ store }) {
      await store.write([putOp(testRecord(1))]);
      const second = testRecord(1, { version: 2, content: "second" });
      await store.write([putOp(second)]);
      for (const version of [0, 1, 2, 4]) {
        const record = testRecord(1, { version, content: "lost update" });
        await rejectsWith("conflict", () => store.write([putOp(record)]), `version ${version}`);
      }
      assert.deepEqual(await readRecord(store, second), second);
    },
    async "the same id in another scope is another record"({ store }) {
      const here = testRecord(1);
      const there = testRecord(1, { scope: ["test", "below"], content: "another" });
      await store.write([putOp(here), putOp(there)]);
      const next = { ...there, version: 2 };
      await store.write([putOp(next)]);
      assert.deepEqual(await readRecord(store, here), here);
      assert.deepEqual(await readRecord(store, there), next);
    },
    async "a delete with ifVersion deletes that version only"({ store }) {
      const { id } = testRecord(1);
      await store.write([putOp(testRecord(1)), putOp(testRecord(1, { version: 2 }))]);
      for (const ifVersion of [1, 3]) {
        const op = deleteOp({ scope, id }, { ifVersion });
        await rejectsWith("conflict", () => store.write([op]), `ifVersion ${ifVersion}`);
      }
      assert.equal((await readRecord(store, { scope, id })).version, 2);
      const results = await store.write([deleteOp({ scope, id }, { ifVersion: 2 })]);
      assert.deepEqual(results, [{ applied: true }]);
      assert.deepEqual(await store.get([{ scope, id }], { now: instant(0) }), [undefined]);
    },
    async "a delete with ifVersion of a record that is not there is a conflict"({ store }) {
      const op = deleteOp(testRecord(1), { ifVersion: 1 });
      await rejectsWith("conflict", () => store.write([op]));
    },
    async "the message of a conflict does not hold what was to be written"({ store }) {
      const secret = { key: "secret key", content: "secret content", value: "secret value" };
      await store.write([putOp(testRecord(1, secret))]);
      for (const record of [testRecord(1, secret), testRecord(2, secret)]) {
        const message = await store.write([putOp(record)]).then(
          () => "no conflict: a secret was written",
          (error: unknown) => String(error),
        );
        assert.ok(!message.includes("secret"), message);
      }
    },
  }),
  ...storeCases("versions", ["history"], {
    async "after a deletion the versions of an id go on, after a purge they begin again"({
      store,
    }) {
      const { id } = testRecord(1);
      await store.write([putOp(testRecord(1)), deleteOp({ scope, id })]);
      for (const version of [1, 2]) {
        const put = putOp(testRecord(1, { version }));
        await rejectsWith("conflict", () => store.write([put]), `version ${version}`);
      }
      await store.write([putOp(testRecord(1, { version: 3 }))]);
      await store.write([deleteOp({ scope, id }, { purge: true })]);
      await rejectsWith("conflict", () => store.write([putOp(testRecord(1, { version: 4 }))]));
      await store.write([putOp(testRecord(1))]);
      assert.equal((await readRecord(store, { scope, id })).version, 1);
    },
  }),
  ...storeCases("idempotency", [], {
    async "a replay writes nothing and answers with the record that is there"({ store }) {
      await store.write([FIRST]);
      assert.deepEqual(await store.write([REPLAY]), [{ applied: false, record: FIRST.record }]);
      assert.deepEqual(await store.write([FIRST]), [{ applied: false, record: FIRST.record }]);
      assert.deepEqual(await listNumbers(store), [1]);
      assert.equal((await store.history(FIRST.record)).length, 1);
    },
    async "a replay after an update answers with the record as it is now"({ store }) {
      const updated = { ...FIRST.record, version: 2, content: "updated" };
      await store.write([FIRST, putOp(updated)]);
      assert.deepEqual(await store.write([REPLAY]), [{ applied: false, record: updated }]);
      const found = await store.get([{ scope, idempotencyKey: "once" }], { now: instant(0) });
      assert.deepEqual(found, [updated]);
    },
    async "a replay of an update is known too"({ store }) {
      const update = putOp({ ...FIRST.record, version: 2 }, { idempotencyKey: "twice" });
      await store.write([FIRST, update]);
      const again: PutOp = { ...update, record: { ...update.record, version: 3 } };
      assert.deepEqual(await store.write([again]), [{ applied: false, record: update.record }]);
      assert.deepEqual(await store.write([REPLAY]), [{ applied: false, record: update.record }]);
    },
    async "an idempotency key is looked at before duplicates, versions and keys"({ store }) {
      const other = putOp(testRecord(3, { content: "other", key: "taken" }));
      await store.write([other, FIRST]);
      const record = testRecord(3, { content: "other", key: "taken", version: 8 });
      const op = putOp(record, { idempotencyKey: "once", unlessDuplicate: true });
      assert.deepEqual(await store.write([op]), [{ applied: false, record: FIRST.record }]);
    },
    async "the same idempotency key in another scope is another key"({ store }) {
      const elsewhere = testRecord(1, { scope: ["test", "below"], content: "elsewhere" });
      await store.write([FIRST]);
      const [result] = await store.write([putOp(elsewhere, { idempotencyKey: "once" })]);
      assert.equal(result?.applied, true);
      assert.deepEqual(await readRecord(store, FIRST.record), FIRST.record);
    },
    async "when its record is deleted, an idempotency key may be written again"({ store }) {
      await store.write([FIRST, deleteOp(FIRST.record)]);
      assert.deepEqual(await store.write([REPLAY]), [{ applied: true, record: REPLAY.record }]);
    },
    async "an archived or retired record still holds its idempotency key"({ store }) {
      const record = { ...FIRST.record, archivedAt: instant(1), validTo: instant(1) };
      await store.write([{ ...FIRST, record }]);
      assert.deepEqual(await store.write([REPLAY]), [{ applied: false, record }]);
    },
  }),
];
