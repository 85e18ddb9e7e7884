import assert from "node:assert/strict";

import type { CompleteStore, StoredRevision, EarlierOp } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { deletionOf, listHistories, restoreOp, revisionOf } from "../revisions.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const { scope, id } = testRecord(1);

function version(number: number, words = "as it was"): StoredRevision {
  const fields = { content: `${words} ${number}`, version: number, updatedAt: instant(number) };
  return revisionOf(testRecord(1, fields), { searchable: false });
}

function earlier(before: number, revisions: readonly StoredRevision[]): EarlierOp {
  return { op: "earlier", scope, id, before, revisions };
}

async function revisionsOf(store: CompleteStore): Promise<readonly StoredRevision[]> {
  const [found] = await listHistories(store, { ids: [id] });
  return found?.revisions ?? [];
}

const NEWEST = [version(5), version(6)];
const RESTORE = restoreOp(testRecord(1), NEWEST, { search: "none" });

export const earlierVersionCases: readonly StoreCase[] = storeCases(
  "earlier versions",
  ["history"],
  {
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
  },
);
