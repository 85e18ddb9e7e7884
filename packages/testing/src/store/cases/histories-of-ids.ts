import assert from "node:assert/strict";

import type { Scope } from "@kioku/core";
import type {
  CompleteStore,
  EarlierOp,
  HistoriesRequest,
  PutOp,
  StoredRevision,
} from "@kioku/core/toolkit";

import { allPages, pluck } from "../../lists.js";
import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, instant, putOp, testRecord } from "../../test-records.js";
import { select } from "../requests.js";
import { deletionOf, listHistories, restoreOp, revisionOf } from "../revisions.js";
import { storeCases, type StoreCase } from "../store-case.js";

const records = [1, 2, 3, 4].map((n) => testRecord(n));
const [first = testRecord(1), second = testRecord(2), third = testRecord(3)] = records;
const elsewhere = testRecord(2, { scope: ["elsewhere"] });

/**
 * Four records in one scope, of which the third is there no more, and one of the same id in another
 * scope.
 */
async function writeAll(store: CompleteStore): Promise<void> {
  await store.write([...records, elsewhere].map((record) => putOp(record)));
  await store.write([deleteOp(third, { at: instant(9) })]);
}

async function read(
  store: CompleteStore,
  fields: Partial<HistoriesRequest>,
): Promise<readonly (readonly [Scope, string, number])[]> {
  const request = { within: [first.scope], reach: "here", limit: 100, ...fields } as const;
  const found = await allPages((cursor) => store.histories({ ...request, cursor }));
  return found.map((one) => [one.scope, one.id, one.revisions.length] as const);
}

const below = { within: [["test"]], reach: "below", deleted: true } as const;
const left = testRecord(1);
const there = testRecord(2);
const back = testRecord(3);
const deep = testRecord(4, { scope: ["test", "below"] });
const aside = testRecord(5, { scope: ["test-other"] });
const { scope, id } = testRecord(1);

function version(number: number, words = "as it was"): StoredRevision {
  const fields = { content: `${words} ${number}`, version: number, updatedAt: instant(number) };
  return revisionOf(testRecord(1, fields), { searchable: false });
}

function earlier(before: number, revisions: readonly StoredRevision[]): EarlierOp {
  return { op: "earlier", scope, id, before, revisions };
}

function next(number: number): PutOp {
  return putOp(testRecord(1, { version: number, updatedAt: instant(number) }));
}

async function revisionsOf(store: CompleteStore): Promise<readonly StoredRevision[]> {
  const [found] = await listHistories(store, { ids: [id] });
  return found?.revisions ?? [];
}

const NEWEST = [version(5), version(6)];
const RESTORE = restoreOp(testRecord(1), NEWEST, { search: "none" });

export const historiesOfIdsCases: readonly StoreCase[] = [
  ...storeCases("histories of ids", ["history"], {
    async "only the records named are read, also one that was deleted, each once and in order"({
      store,
    }) {
      await writeAll(store);
      const ids = [third.id, "nobody", first.id, first.id];
      const expected = [
        [first.scope, first.id, 1],
        [first.scope, third.id, 2],
      ];
      assert.deepEqual(await read(store, { ids }), expected);
      assert.deepEqual(await read(store, { ids, limit: 1 }), expected);
      assert.deepEqual(await read(store, { ids: ["nobody"] }), []);
      // At an instant when it was still there.
      assert.deepEqual(await read(store, { ids: [third.id], at: instant(8) }), [
        [first.scope, third.id, 1],
      ]);
      assert.deepEqual(await read(store, { ids: [third.id], at: instant(9) }), []);
    },
    async "an id names one record of each scope that is asked for, and none of another one"({
      store,
    }) {
      await writeAll(store);
      const ids = [second.id];
      const here = [second.scope, second.id, 1];
      const away = [elsewhere.scope, elsewhere.id, 1];
      assert.deepEqual(await read(store, { ids }), [here]);
      assert.deepEqual(await read(store, { ids, within: [elsewhere.scope] }), [away]);
      const within = [second.scope, elsewhere.scope];
      assert.deepEqual(await read(store, { ids, within }), [away, here]);
    },
  }),
  ...storeCases("left histories", ["history"], {
    async "on request, only what is left of deleted records is read, whole and page by page"({
      store,
    }) {
      const all = [left, there, back, deep, aside];
      await store.write(all.map((record) => putOp(record)));
      await store.write([putOp({ ...there, version: 2, updatedAt: instant(9) })]);
      await store.write([left, back, deep, aside].map((record) => deleteOp(record)));
      await store.write([putOp({ ...back, version: 3 }, { change: "restored" })]);
      const page = await store.histories({ ...below, limit: 1 });
      assert.deepEqual(
        page.items.map((one) => [one.id, ...one.revisions.map(({ change }) => change)]),
        [[left.id, "created", "deleted"]],
      );
      const last = await store.histories({ ...below, limit: 1, cursor: page.cursor });
      assert.deepEqual(
        last.items.map((one) => [...one.scope, one.id]),
        [["test", "below", deep.id]],
      );
      assert.equal(last.cursor, undefined);
    },
    async "what is purged leaves nothing"({ store }) {
      await store.write([putOp(left), putOp(there), deleteOp(left), deleteOp(there)]);
      await store.write([deleteOp(left, { purge: true })]);
      const { items } = await store.histories({ ...below, limit: 10 });
      assert.deepEqual(pluck(items, "id"), [there.id]);
      await store.deleteWhere(select({ includeArchived: true }), { at: instant(9), purge: true });
      assert.deepEqual(await store.histories({ ...below, limit: 10 }), { items: [] });
    },
  }),
  ...storeCases("earlier versions", ["history"], {
    async "versions come before those that are there, in one batch with them or later"({ store }) {
      await store.write([RESTORE, earlier(5, [version(3), deletionOf(4, instant(4))])]);
      assert.deepEqual(await store.write([earlier(3, [version(1), version(2)])]), [
        { applied: true },
      ]);
      const expected = [1, 2, 3, 4, 5, 6].map((number) =>
        number === 4 ? deletionOf(4, instant(4)) : version(number),
      );
      assert.deepEqual(await revisionsOf(store), expected);
    },
    async "a put and an end of all versions before it are one step"({ store }) {
      await store.write([putOp(testRecord(1)), next(2)]);
      await rejectsWith("conflict", () => store.write([next(2), earlier(2, [])]));
      assert.deepEqual(pluck(await revisionsOf(store), "version"), [1, 2]);
      await store.write([next(3), earlier(3, [])]);
      assert.deepEqual(pluck(await revisionsOf(store), "version"), [3]);
      await store.write([next(4)]);
      assert.deepEqual(pluck(await revisionsOf(store), "version"), [3, 4]);
    },
    async "they take the place of what history had before, and touch nothing else"({ store }) {
      const other = restoreOp(testRecord(2), [revisionOf(testRecord(2))]);
      const all = [version(1, "other"), version(3, "other"), ...NEWEST];
      await store.write([restoreOp(testRecord(1), all, { search: "none" }), other]);
      await store.write([earlier(5, [version(2)])]);
      assert.deepEqual(await revisionsOf(store), [version(2), ...NEWEST]);
      await store.write([earlier(5, [])]);
      assert.deepEqual(await revisionsOf(store), NEWEST);
      const [rest] = await listHistories(store, { ids: [testRecord(2).id] });
      assert.deepEqual(rest?.revisions, [revisionOf(testRecord(2))]);
    },
    async "they come back to what was deleted, and never to what was purged"({ store }) {
      await store.write([RESTORE, deleteOp(testRecord(1))]);
      await store.write([earlier(5, [version(4)])]);
      const expected = [version(4), ...NEWEST, deletionOf(7, instant(1_000))];
      assert.deepEqual(await revisionsOf(store), expected);
      await store.write([deleteOp(testRecord(1), { purge: true })]);
      const batch = [putOp(testRecord(2)), earlier(5, [version(4)])];
      await rejectsWith("conflict", () => store.write(batch));
      assert.deepEqual(await listHistories(store), []);
    },
  }),
];
