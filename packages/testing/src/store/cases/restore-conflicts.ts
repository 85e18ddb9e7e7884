import assert from "node:assert/strict";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, putOp, searchEntry, spaceVector } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { expectClose, expectNumbers, snapshot } from "../expect.js";
import { readRecord } from "../read-back.js";
import { listNumbers, textHits, vectorHits } from "../requests.js";
import { deletionOf, restoreOp, revisionOf } from "../revisions.js";
import { storeCases, storeChecks } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const holder = testRecord(1, { key: "taken", content: "the holder" });
const wants = testRecord(2, { key: "taken" });
const free = testRecord(2);
const WITH_KEY = restoreOp(wants, [revisionOf(wants)]);
const WITH_IDEMPOTENCY_KEY = restoreOp(free, [revisionOf(free)], {
  idempotencyKeys: ["new", "once"],
});

export const restoreConflictCases: readonly StoreCase[] = storeCases("restore", ["history"], {
  ...storeChecks(
    [
      ["a key", WITH_KEY],
      ["an idempotency key", WITH_IDEMPOTENCY_KEY],
    ] as const,
    ([what, op]) => ({
      async [`${what} that another record of the scope holds, expired or not, fails the whole batch`]({
        store,
      }) {
        for (const expiry of [{}, { expiresAt: instant(2) }]) {
          const record = { ...holder, ...expiry };
          await store.write([putOp(record, { idempotencyKey: "once" })]);
          await store.write([putOp({ ...free, content: "was there" })]);
          const before = await snapshot(store);
          await rejectsWith("conflict", () => store.write([putOp(testRecord(3)), op]));
          await rejectsWith("conflict", () => store.write([op, putOp(testRecord(3))]));
          assert.deepEqual(await snapshot(store), before);
          assert.deepEqual(await readRecord(store, holder), record);
          const purges = [holder, free].map((one) => deleteOp(one, { purge: true }));
          await store.write(purges);
        }
      },
    }),
  ),
  async "keys of its own, of ended versions, of other scopes and of what was deleted are free"({
    store,
  }) {
    const elsewhere = { ...holder, scope: ["elsewhere"] };
    const deleted = testRecord(4, { key: "deleted" });
    await store.write([
      putOp(holder, { idempotencyKey: "once" }),
      putOp({ ...wants, key: "own" }, { idempotencyKey: "own" }),
      putOp({ ...elsewhere, key: "k" }, { idempotencyKey: "away" }),
      putOp(deleted, { idempotencyKey: "gone" }),
      deleteOp(deleted),
    ]);
    const revisions = [
      revisionOf(wants),
      revisionOf({ ...wants, version: 2, key: "deleted" }),
      revisionOf({ ...wants, version: 3, key: "own" }),
    ];
    const idempotencyKeys = ["own", "away", "gone"];
    const [result] = await store.write([restoreOp(wants, revisions, { idempotencyKeys })]);
    assert.equal(result?.applied, true);
    assert.deepEqual(await readRecord(store, holder), holder);
    assert.deepEqual(await listNumbers(store), [1, 2]);
  },
  async "keys of what is restored as deleted are in nobody's way"({ store }) {
    await store.write([putOp(holder, { idempotencyKey: "once" })]);
    const revisions = [revisionOf(wants), deletionOf(2, instant(9))];
    const op = restoreOp(wants, revisions, { idempotencyKeys: ["once"] });
    assert.deepEqual(await store.write([op]), [{ applied: true }]);
    assert.deepEqual(await listNumbers(store), [1]);
  },
  async "a restore sees what the ops before it did, and those after it see what it did"({ store }) {
    await store.write([putOp(holder, { idempotencyKey: "once" })]);
    const after = testRecord(2, { key: "taken", version: 2, content: "after" });
    const results = await store.write([
      deleteOp(holder),
      restoreOp(wants, [revisionOf(wants)], { idempotencyKeys: ["once"] }),
      putOp(after),
      putOp(testRecord(3), { idempotencyKey: "once" }),
    ]);
    assert.deepEqual(
      results.map(({ applied }) => applied),
      [true, true, true, false],
    );
    assert.deepEqual(await listNumbers(store), [2]);
    assert.deepEqual(await readRecord(store, after), after);
  },
  async "a batch that fails after a restore has left what was there as it was, and findable"({
    store,
  }) {
    const vector = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
    const vectors = store.capabilities.vector === "none" ? [] : [vector];
    const there = putOp(holder, {
      search: searchEntry("zebra", vectors),
      idempotencyKey: "once",
    });
    await store.write([there, putOp({ ...holder, version: 2 }, { search: "keep" })]);
    const before = await snapshot(store);
    const other = spaceVector({ id: "space", dimensions: 2 }, [0, 1]);
    const search = searchEntry("giraffe", vectors.length > 0 ? [other] : []);
    const gone = restoreOp(holder, [deletionOf(1, instant(9))]);
    const instead = restoreOp(holder, [revisionOf(holder)], { search, idempotencyKeys: ["new"] });
    const conflict = putOp(testRecord(9, { version: 5 }));
    for (const ops of [[instead], [gone], [gone, instead], [instead, gone]]) {
      await rejectsWith("conflict", () => store.write([...ops, conflict]));
      assert.deepEqual(await snapshot(store), before);
      if (vectors.length > 0) {
        expectClose((await vectorHits(store, vector))[0]?.score, 1, 1e-6);
      }
      if (!store.capabilities.text) continue;
      expectNumbers(await textHits(store, "zebra"), [1]);
      expectNumbers(await textHits(store, "giraffe"), []);
    }
  },
});
