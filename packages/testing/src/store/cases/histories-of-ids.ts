import assert from "node:assert/strict";

import type { Scope } from "@kioku/core";
import type { CompleteStore, HistoriesRequest } from "@kioku/core/toolkit";

import { deleteOp, putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

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
  request: Partial<HistoriesRequest>,
): Promise<readonly (readonly [Scope, string, number])[]> {
  const found: (readonly [Scope, string, number])[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.histories({
      within: [first.scope],
      reach: "here",
      limit: 100,
      ...request,
      cursor,
    });
    found.push(...page.items.map((one) => [one.scope, one.id, one.revisions.length] as const));
    ({ cursor } = page);
  } while (cursor !== undefined);
  return found;
}

export const historiesOfIdsCases: readonly StoreCase[] = storeCases(
  "histories of ids",
  ["history"],
  {
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
      const there = [elsewhere.scope, elsewhere.id, 1];
      assert.deepEqual(await read(store, { ids }), [here]);
      assert.deepEqual(await read(store, { ids, within: [elsewhere.scope] }), [there]);
      const within = [second.scope, elsewhere.scope];
      assert.deepEqual(await read(store, { ids, within }), [there, here]);
    },
  },
);
