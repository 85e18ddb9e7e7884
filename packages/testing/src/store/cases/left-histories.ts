import assert from "node:assert/strict";

import { deleteOp, putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { select } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const below = { within: [["test"]], reach: "below", deleted: true } as const;
const left = testRecord(1);
const there = testRecord(2);
const back = testRecord(3);
const deep = testRecord(4, { scope: ["test", "below"] });
const aside = testRecord(5, { scope: ["test-other"] });

export const leftHistoryCases: readonly StoreCase[] = storeCases("left histories", ["history"], {
  async "on request, only what is left of deleted records is read, whole and page by page"({
    store,
  }) {
    const all = [left, there, back, deep, aside];
    await store.write(all.map((record) => putOp(record)));
    await store.write([putOp({ ...there, version: 2, updatedAt: instant(9) })]);
    await store.write([left, back, deep, aside].map((record) => deleteOp(record)));
    await store.write([putOp({ ...back, version: 3 }, { change: "restored" })]);
    const first = await store.histories({ ...below, limit: 1 });
    assert.deepEqual(
      first.items.map(({ id, revisions }) => [id, ...revisions.map(({ change }) => change)]),
      [[left.id, "created", "deleted"]],
    );
    const second = await store.histories({ ...below, limit: 1, cursor: first.cursor });
    assert.deepEqual(
      second.items.map(({ scope, id }) => [...scope, id]),
      [["test", "below", deep.id]],
    );
    assert.equal(second.cursor, undefined);
  },
  async "what is purged leaves nothing"({ store }) {
    await store.write([putOp(left), putOp(there), deleteOp(left), deleteOp(there)]);
    await store.write([deleteOp(left, { purge: true })]);
    const { items } = await store.histories({ ...below, limit: 10 });
    assert.deepEqual(
      items.map(({ id }) => id),
      [there.id],
    );
    await store.deleteWhere(select({ includeArchived: true }), { at: instant(9), purge: true });
    assert.deepEqual(await store.histories({ ...below, limit: 10 }), { items: [] });
  },
});
