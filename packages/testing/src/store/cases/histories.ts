import assert from "node:assert/strict";

import type { Strength } from "@kioku/core";

import { pluck } from "../../lists.js";
import { deleteOp, instant, putOp, testRecord } from "../../test-records.js";
import { EVERYWHERE, select } from "../requests.js";
import { listHistories, revisionOf, versionsOf, whose } from "../revisions.js";
import { storeCases, type StoreCase } from "../store-case.js";

const first = testRecord(1, { content: "first", key: "k", metadata: { n: 1 } });
const second = testRecord(1, { content: "second", version: 2, updatedAt: instant(20) });
const { scope, id } = first;

export const historiesCases: readonly StoreCase[] = [
  ...storeCases("histories", ["history"], {
    async "an empty store knows nothing"({ store }) {
      assert.deepEqual(await store.histories({ ...EVERYWHERE, limit: 1 }), { items: [] });
    },
    async "a record comes with every version whole, oldest first, with who made it, why and when"({
      store,
    }) {
      await store.write([putOp(first, { actor: "ann", cause: "asked to" })]);
      await store.write([putOp(second, { change: "superseded", actor: "bob" })]);
      await store.write([putOp(testRecord(2))]);
      const revisions = [
        revisionOf(first, { actor: "ann", cause: "asked to" }),
        revisionOf(second, { change: "superseded", actor: "bob" }),
      ];
      assert.deepEqual(await listHistories(store), [
        { scope, id, revisions, idempotencyKeys: [] },
        {
          scope,
          id: testRecord(2).id,
          revisions: [revisionOf(testRecord(2))],
          idempotencyKeys: [],
        },
      ]);
    },
    async "each version says whether searches could find it, also when it has ended"({ store }) {
      const searches = [undefined, "none", "keep", undefined, "keep", "none"] as const;
      const ops = searches.map((search, n) =>
        putOp(testRecord(1, { version: n + 1 }), search && { search }),
      );
      await store.write(ops);
      const expected = [true, false, false, true, true, false];
      for (const end of [false, true]) {
        if (end) await store.write([deleteOp(first)]);
        const [history] = await listHistories(store);
        const searchable = history?.revisions.map((revision) => revision.searchable);
        assert.deepEqual(searchable, end ? [...expected, false] : expected);
      }
    },
    async "what was deleted is there with its deletion, also in a scope that holds nothing else"({
      store,
    }) {
      await store.write([putOp(first, { idempotencyKey: "once" })]);
      await store.write([deleteOp(first, { at: instant(30), actor: "ann", cause: "moved out" })]);
      const by = { actor: "ann", cause: "moved out" };
      const deletion = {
        version: 2,
        change: "deleted",
        at: instant(30),
        ...by,
        searchable: false,
      } as const;
      assert.deepEqual(await listHistories(store), [
        { scope, id, revisions: [revisionOf(first), deletion], idempotencyKeys: [] },
      ]);
    },
    async "deletion and return are versions of one record"({ store }) {
      const third = { ...first, version: 3 };
      await store.write([putOp(first), deleteOp(first), putOp(third, { change: "restored" })]);
      assert.deepEqual(versionsOf(await listHistories(store)), [
        "1 created, 2 deleted, 3 restored",
      ]);
    },
    async "nothing is known of what was purged, swept or expired in somebody's way"({ store }) {
      const expiry = { expiresAt: instant(10) };
      const inTheWay = testRecord(5, { ...expiry, key: "taken" });
      const records = [1, 2, 3].map((n) => testRecord(n, { kind: n === 2 ? "other" : "note" }));
      await store.write([...records, testRecord(4, expiry), inTheWay].map((one) => putOp(one)));
      await store.write([deleteOp(testRecord(1)), deleteOp(testRecord(1), { purge: true })]);
      await store.deleteWhere(select({ kinds: ["other"] }), { at: instant(6), purge: true });
      await store.write([putOp(testRecord(6, { key: "taken", updatedAt: instant(11) }))]);
      assert.deepEqual(whose(await listHistories(store)), ["/test 3", "/test 4", "/test 6"]);
      await store.sweep(instant(10));
      assert.deepEqual(whose(await listHistories(store)), ["/test 3", "/test 6"]);
    },
    async "idempotency keys of all versions come in the order of code points"({ store }) {
      const keys = ["b", "😀", "", "a", "\uFF61", "B"];
      const ops = keys.map((idempotencyKey, n) =>
        putOp(testRecord(1, { version: n + 1 }), { idempotencyKey }),
      );
      await store.write([...ops, putOp(testRecord(2), { idempotencyKey: "c" })]);
      const found = (await listHistories(store)).map(({ idempotencyKeys }) => idempotencyKeys);
      assert.deepEqual(found, [["", "B", "a", "b", "\uFF61", "😀"], ["c"]]);
    },
    async "archived, retired and expired records are there"({ store }) {
      const records = [
        testRecord(1, { archivedAt: instant(1) }),
        testRecord(2, { validTo: instant(1) }),
        testRecord(3, { expiresAt: instant(1) }),
      ];
      await store.write(records.map((record) => putOp(record)));
      const expected = records.map((record) => [revisionOf(record)]);
      const found = (await listHistories(store)).map(({ revisions }) => revisions);
      assert.deepEqual(found, expected);
    },
  }),
  ...storeCases("histories", ["history", "strength"], {
    async "the current version has the strength of now, ended ones the strength that they ended with"({
      store,
    }) {
      const strengths = [1, 2, 3].map((uses): Strength => ({ stabilityDays: uses * 10, uses }));
      const [early, late, now] = strengths;
      assert.ok(early && late && now);
      await store.write([putOp({ ...first, strength: early })]);
      await store.strengthen([{ scope, id, strength: late }]);
      await store.write([putOp(second)]);
      await store.strengthen([{ scope, id, strength: now }]);
      const expected = [
        { ...first, strength: late },
        { ...second, strength: now },
      ];
      const [history] = await listHistories(store);
      assert.deepEqual(pluck(history?.revisions ?? [], "record"), expected);
      const revisions = await store.history(first);
      assert.deepEqual(pluck(revisions, "record"), expected);
      await store.write([deleteOp(first)]);
      const [ended] = await listHistories(store);
      assert.deepEqual(ended?.revisions[1]?.record, { ...second, strength: now });
    },
  }),
];
