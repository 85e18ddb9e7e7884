import assert from "node:assert/strict";

import { deleteOp, embedOp, putOp, spaceVector } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { select } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const first = testRecord(1, { content: "first", key: "k", metadata: { n: 1 } });
const second = testRecord(1, { content: "second", version: 2, updatedAt: instant(20) });

export const historyCases: readonly StoreCase[] = storeCases("history", ["history"], {
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
    assert.deepEqual(
      revisions.map(({ change }) => change),
      changes,
    );
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
  async "a purge of whole scopes reaches what was deleted before, in these scopes only"({ store }) {
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
});
