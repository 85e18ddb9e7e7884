import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { SearchEntry, SpaceVector } from "@kioku/core/toolkit";

import { pluck } from "../../lists.js";
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
import { expectClose, expectNumbers, readRecord, snapshot } from "../expect.js";
import { listNumbers, select, textHits, vectorHits } from "../requests.js";
import { deletionOf, restoreOp, revisionOf } from "../revisions.js";
import { storeCases, storeChecks, type StoreCase } from "../store-case.js";

const east = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
const north = spaceVector({ id: "space", dimensions: 2 }, [0, 1]);
const old = testRecord(1, { content: "zebra crossing" });
const current = testRecord(1, { content: "giraffe and giraffe", version: 2 });
const REVISIONS = [revisionOf(old), revisionOf(current)];

function entry(text: string, ...vectors: readonly SpaceVector[]): SearchEntry {
  return searchEntry(text, vectors);
}

function threaded(n: number, thread: string, second: number): MemoryRecord {
  return testRecord(n, { thread, occurredAt: instant(second) });
}

const holder = testRecord(1, { key: "taken", content: "the holder" });
const wants = testRecord(2, { key: "taken" });
const free = testRecord(2);
const WITH_KEY = restoreOp(wants, [revisionOf(wants)]);
const WITH_IDEMPOTENCY_KEY = restoreOp(free, [revisionOf(free)], {
  idempotencyKeys: ["new", "once"],
});

export const restoresCases: readonly StoreCase[] = [
  ...storeCases("restore", ["text", "history"], {
    async "what was restored is found by the words of its last version, and by no others"({
      store,
    }) {
      await store.write([putOp(testRecord(2, { content: "zebra" }))]);
      await store.write([putOp(testRecord(1, { content: "elephant" }))]);
      await store.write([restoreOp(current, REVISIONS)]);
      expectNumbers(await textHits(store, "giraffe"), [1]);
      expectNumbers(await textHits(store, "zebra"), [2]);
      expectNumbers(await textHits(store, "elephant"), []);
    },
    async "what was restored counts in the statistics of words as if it had been put"({
      store,
      create,
    }) {
      const others = [2, 3].map((n) => putOp(testRecord(n, { content: "giraffe in the zoo" })));
      const put = await create();
      await put.open();
      await put.write([...others, putOp({ ...current, version: 1 })]);
      const there = putOp(testRecord(1, { content: "a giraffe that had quite some words" }));
      await store.write([...others, there, restoreOp(current, REVISIONS)]);
      assert.deepEqual(await textHits(store, "giraffe zoo"), await textHits(put, "giraffe zoo"));
      await store.write([restoreOp(current, [...REVISIONS, deletionOf(3, instant(9))])]);
      await put.write([deleteOp(current)]);
      assert.deepEqual(await textHits(store, "giraffe zoo"), await textHits(put, "giraffe zoo"));
    },
  }),
  ...storeCases("restore", ["vector", "history"], {
    async "what was restored is found by its vector, and no vector of what was there is left"({
      store,
    }) {
      const other = spaceVector({ id: "other", dimensions: 3 }, [1, 0, 0]);
      await store.write([putOp(old, { search: entry("there", east, other) })]);
      await store.write([restoreOp(current, REVISIONS, { search: entry("there", north) })]);
      assert.deepEqual(await store.vectors("space", [current]), [north.values]);
      assert.deepEqual(await store.vectors("other", [current]), [undefined]);
      const [hit] = await vectorHits(store, north);
      assert.ok(hit && hit.score > 0.999_999);
      assert.deepEqual(await vectorHits(store, other), []);
      assert.deepEqual(await listNumbers(store, { missingVectorIn: "other" }), [1]);
    },
    async "without vectors it waits for them: an embed of its text adds one"({ store }) {
      await store.write([restoreOp(current, REVISIONS)]);
      assert.deepEqual(await listNumbers(store, { missingVectorIn: "space" }), [1]);
      assert.deepEqual(await store.write([embedOp(old, east)]), [{ applied: false }]);
      assert.deepEqual(await store.write([embedOp(current, east)]), [{ applied: true }]);
      expectNumbers(await vectorHits(store, east), [1]);
    },
    async "a restore of another width than its space has is refused, and so is its whole batch"({
      store,
    }) {
      await store.write([putOp(old, { search: entry(old.content, east) })]);
      const before = await snapshot(store);
      const wide = entry("wide", spaceVector({ id: "space", dimensions: 3 }, [1, 0, 0]));
      const op = restoreOp(current, REVISIONS, { search: wide });
      await rejectsWith("vector-space-mismatch", () => store.write([putOp(testRecord(3)), op]));
      assert.deepEqual(await snapshot(store), before);
      expectNumbers(await vectorHits(store, east), [1]);
    },
  }),
  ...storeCases("restore", ["history"], {
    async "what was restored as not searchable is found by no search and misses no vector"({
      store,
    }) {
      await store.write([putOp(old, { search: entry(old.content) })]);
      const hidden = revisionOf(current, { searchable: false });
      await store.write([restoreOp(current, [revisionOf(old), hidden])]);
      assert.deepEqual(await listNumbers(store), [1]);
      assert.deepEqual(await listNumbers(store, { missingVectorIn: "space" }), []);
      if (!store.capabilities.text) return;
      expectNumbers(await textHits(store, "zebra giraffe crossing"), []);
    },
  }),
  ...storeCases("restore", ["history", "threads"], {
    async "neighbours follow what was restored into another thread and place"({ store }) {
      const there = [
        threaded(1, "a", 1),
        threaded(2, "a", 2),
        threaded(3, "a", 3),
        threaded(4, "b", 4),
      ];
      await store.write(there.map((record) => putOp(record)));
      const moved = threaded(2, "b", 9);
      await store.write([restoreOp(moved, [revisionOf(moved)])]);
      const ask = async (n: number): Promise<readonly (readonly number[])[]> => {
        const request = { refs: [testRecord(n)], before: 9, after: 9, selection: select() };
        const [found] = await store.neighbours(request);
        const sides = [found?.before ?? [], found?.after ?? []];
        return sides.map((side) => side.map((record) => Number.parseInt(record.id.slice(-3), 16)));
      };
      assert.deepEqual(await ask(1), [[], [3]]);
      assert.deepEqual(await ask(2), [[4], []]);
    },
  }),
  ...storeCases("restore", ["history"], {
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
    async "a restore sees what the ops before it did, and those after it see what it did"({
      store,
    }) {
      await store.write([putOp(holder, { idempotencyKey: "once" })]);
      const after = testRecord(2, { key: "taken", version: 2, content: "after" });
      const results = await store.write([
        deleteOp(holder),
        restoreOp(wants, [revisionOf(wants)], { idempotencyKeys: ["once"] }),
        putOp(after),
        putOp(testRecord(3), { idempotencyKey: "once" }),
      ]);
      assert.deepEqual(pluck(results, "applied"), [true, true, true, false]);
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
  }),
];
