import assert from "node:assert/strict";

import type { CompleteStore } from "@kioku/core/toolkit";

import { pluck } from "../../lists.js";
import { deleteOp, embedOp, instant, putOp, spaceVector, testRecord } from "../../test-records.js";
import { select } from "../requests.js";
import { listHistories, restoreOp, revisionOf, versionsOf, whose } from "../revisions.js";
import { storeCases, type StoreCase } from "../store-case.js";

const first = testRecord(1, { content: "first", key: "k", metadata: { n: 1 } });
const second = testRecord(1, { content: "second", version: 2, updatedAt: instant(20) });
const DELETED = "deleted";

/** Record 1 in versions written at these seconds, one after the other, or deleted at them. */
async function writeVersions(
  store: CompleteStore,
  moments: readonly (number | readonly [typeof DELETED, number])[],
): Promise<void> {
  for (const [n, moment] of moments.entries()) {
    const record = testRecord(1, { version: n + 1, content: `version ${n + 1}` });
    const op =
      typeof moment === "number"
        ? putOp({ ...record, updatedAt: instant(moment) })
        : deleteOp(record, { at: instant(moment[1]) });
    await store.write([op]);
  }
}

/** The version of record 1 that was known at each of these seconds; 0 for none. */
async function knownAt(store: CompleteStore, seconds: readonly number[]): Promise<number[]> {
  const known = seconds.map(async (moment) => {
    const [history] = await listHistories(store, { at: instant(moment) });
    assert.ok(history === undefined || history.revisions.length === 1, "one revision or none");
    return history?.revisions[0]?.version ?? 0;
  });
  return Promise.all(known);
}

export const historyCases: readonly StoreCase[] = [
  ...storeCases("history", ["history"], {
    async "every version is kept whole, oldest first, with who made it, why and when"({ store }) {
      await store.write([putOp(first, { actor: "ann", cause: "asked to" })]);
      await store.write([putOp(second, { change: "superseded", actor: "bob" })]);
      await store.write([deleteOp(second, { at: instant(30), cause: "asked to forget" })]);
      assert.deepEqual(await store.history(first), [
        {
          version: 1,
          change: "created",
          at: instant(1),
          actor: "ann",
          cause: "asked to",
          record: first,
        },
        { version: 2, change: "superseded", at: instant(20), actor: "bob", record: second },
        { version: 3, change: "deleted", at: instant(30), cause: "asked to forget" },
      ]);
    },
    async "every kind of change is kept under its name"({ store }) {
      const changes = ["created", "updated", "superseded", "archived", "restored"] as const;
      const ops = changes.map((change, n) => putOp(testRecord(1, { version: n + 1 }), { change }));
      await store.write(ops);
      const revisions = await store.history(testRecord(1));
      assert.deepEqual(pluck(revisions, "change"), changes);
    },
    async "a record that never was has no history"({ store }) {
      await store.write([putOp(first)]);
      assert.deepEqual(await store.history(testRecord(2)), []);
      assert.deepEqual(await store.history({ ...first, scope: ["elsewhere"] }), []);
    },
    async "deleteWhere writes a deletion for each record, with who, why and when"({ store }) {
      await store.write([putOp(first), putOp(testRecord(2))]);
      await store.deleteWhere(select(), { at: instant(30), actor: "ann", cause: "moved out" });
      for (const record of [first, testRecord(2)]) {
        const deletion = {
          version: 2,
          change: "deleted",
          at: instant(30),
          actor: "ann",
          cause: "moved out",
        };
        assert.deepEqual((await store.history(record)).slice(1), [deletion]);
      }
    },
    async "a purge leaves no history, by delete and by deleteWhere"({ store }) {
      const other = testRecord(2, { kind: "other" });
      await store.write([putOp(first), putOp(second), putOp(other), putOp(testRecord(3))]);
      await store.write([deleteOp(first, { purge: true })]);
      await store.deleteWhere(select({ kinds: ["other"] }), { at: instant(30), purge: true });
      assert.deepEqual(await store.history(first), []);
      assert.deepEqual(await store.history(other), []);
      assert.equal((await store.history(testRecord(3))).length, 1);
    },
    async "a purge reaches the history of a record that was deleted before"({ store }) {
      await store.write([putOp(first), deleteOp(first)]);
      assert.deepEqual(await store.write([deleteOp(first, { purge: true })]), [{ applied: true }]);
      assert.deepEqual(await store.history(first), []);
      assert.deepEqual(await store.write([deleteOp(first, { purge: true })]), [{ applied: false }]);
    },
    async "a purge of whole scopes reaches what was deleted before, in these scopes only"({
      store,
    }) {
      const below = testRecord(2, { scope: ["test", "below"] });
      const other = testRecord(3, { scope: ["test-other"] });
      await store.write([first, below, other].map((record) => putOp(record)));
      await store.write([first, below, other].map((record) => deleteOp(record)));
      const at = instant(30);
      await store.deleteWhere(select({ includeArchived: true, kinds: ["note"] }), {
        at,
        purge: true,
      });
      assert.equal((await store.history(first)).length, 2);
      await store.deleteWhere(select({ includeArchived: true }), { at, purge: true });
      assert.deepEqual(await store.history(first), []);
      assert.equal((await store.history(below)).length, 2);
      await store.deleteWhere(select({ includeArchived: true, reach: "below" }), {
        at,
        purge: true,
      });
      assert.deepEqual(await store.history(below), []);
      assert.equal((await store.history(other)).length, 2);
    },
    async "history goes on when an id is written again after its deletion"({ store }) {
      const third = { ...first, version: 3 };
      await store.write([putOp(first), deleteOp(first), putOp(third, { change: "restored" })]);
      const revisions = await store.history(first);
      const changes = revisions.map(({ version, change }) => `${version} ${change}`);
      assert.deepEqual(changes, ["1 created", "2 deleted", "3 restored"]);
    },
    async "a put that wrote nothing, a strength and a vector make no revision"({ store }) {
      await store.write([putOp(first, { idempotencyKey: "once" })]);
      await store.write([putOp(first, { idempotencyKey: "once" })]);
      await store.write([putOp({ ...first, id: testRecord(2).id }, { unlessDuplicate: true })]);
      const strength = { stabilityDays: 9, uses: 9 };
      await store.strengthen([{ scope: first.scope, id: first.id, strength }]);
      if (store.capabilities.vector !== "none") {
        const vector = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
        await store.write([embedOp(first, vector)]);
      }
      assert.equal((await store.history(first)).length, 1);
      assert.deepEqual(await store.history(testRecord(2)), []);
    },
  }),
  ...storeCases("histories", ["history"], {
    async "at an instant the last version written by then is known, from that very instant on"({
      store,
    }) {
      await writeVersions(store, [10, 20, 30]);
      const seconds = [9, 9.999, 10, 15, 19.999, 20, 29, 30, 99];
      assert.deepEqual(await knownAt(store, seconds), [0, 0, 1, 1, 1, 2, 2, 3, 3]);
    },
    async "of versions written at one instant the greatest is known"({ store }) {
      await writeVersions(store, [10, 10, 10, 20, 20]);
      assert.deepEqual(await knownAt(store, [9, 10, 19, 20]), [0, 3, 3, 5]);
    },
    async "where the clock went backwards, the greatest version written by then is known"({
      store,
    }) {
      await writeVersions(store, [10, 40, 20, 30]);
      assert.deepEqual(await knownAt(store, [9, 10, 20, 25, 30, 40, 50]), [0, 1, 3, 3, 4, 4, 4]);
    },
    async "what was deleted is known until then, and again from its return on"({ store }) {
      await writeVersions(store, [10, [DELETED, 20], 30, [DELETED, 40]]);
      assert.deepEqual(
        await knownAt(store, [10, 19, 20, 29, 30, 39, 40, 99]),
        [1, 1, 0, 0, 3, 3, 0, 0],
      );
    },
    async "a deletion is the last version where it was written at one instant with others, or by a clock gone back"({
      store,
    }) {
      await writeVersions(store, [10, 20, [DELETED, 20], 30, [DELETED, 15]]);
      assert.deepEqual(await knownAt(store, [10, 14, 15, 20, 30, 99]), [1, 1, 0, 0, 0, 0]);
    },
    async "a return at the instant of the deletion is known"({ store }) {
      await writeVersions(store, [10, [DELETED, 20], 20]);
      assert.deepEqual(await knownAt(store, [19, 20]), [1, 3]);
    },
    async "pages are full where records between were not known yet or were deleted"({ store }) {
      const records = Array.from({ length: 60 }, (_, n) =>
        testRecord(n, { updatedAt: instant(n % 3 === 0 ? 10 : 1_000) }),
      );
      await store.write(records.map((record) => putOp(record)));
      const deleted = records.filter((_, n) => n % 6 === 0);
      await store.write(deleted.map((record) => deleteOp(record, { at: instant(11) })));
      const expected = Array.from({ length: 10 }, (_, n) => `/test ${6 * n + 3}`);
      const request = { within: [["test"]], reach: "here", at: instant(11) } as const;
      const page = await store.histories({ ...request, limit: 4 });
      assert.deepEqual(whose(page.items), expected.slice(0, 4));
      for (const limit of [1, 3, 10, 11]) {
        assert.deepEqual(whose(await listHistories(store, { ...request, limit })), expected);
      }
      const last = await store.histories({ ...request, limit: 10 });
      assert.equal(last.cursor, undefined);
    },
    async "what was restored is known as it was written then"({ store }) {
      const versions = [2, 5, 9].map((version) =>
        revisionOf(testRecord(1, { version, updatedAt: instant(version * 10) })),
      );
      await store.write([restoreOp(testRecord(1), versions)]);
      assert.deepEqual(await knownAt(store, [19, 20, 50, 89, 90]), [0, 2, 5, 5, 9]);
      assert.deepEqual(versionsOf(await listHistories(store, { at: instant(55) })), ["5 updated"]);
    },
  }),
  ...storeCases("histories", ["history", "strength"], {
    async "the version is whole: as it was, with its flag, its strength and the idempotency keys of now"({
      store,
    }) {
      const before = testRecord(1, { key: "before", metadata: { a: [1] } });
      const after = testRecord(1, { version: 2, updatedAt: instant(20) });
      const strength = { stabilityDays: 50, uses: 5 };
      await store.write([putOp(before, { search: "none", actor: "ann", idempotencyKey: "one" })]);
      await store.strengthen([{ ...before, strength }]);
      await store.write([putOp(after, { idempotencyKey: "two" })]);
      const { scope, id } = before;
      const rest = { scope, id, idempotencyKeys: ["one", "two"] };
      const ended = { ...before, strength };
      assert.deepEqual(await listHistories(store, { at: instant(19) }), [
        { ...rest, revisions: [revisionOf(ended, { searchable: false, actor: "ann" })] },
      ]);
      const now = { ...after, strength };
      assert.deepEqual(await listHistories(store, { at: instant(20) }), [
        { ...rest, revisions: [revisionOf(now)] },
      ]);
    },
  }),
];
