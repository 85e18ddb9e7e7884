import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import { embedOp, putOp, spaceVector } from "../../test-ops.js";
import { testRecord } from "../../test-record.js";
import { nameOwned, OWNERS, ownedRecord, SOME_OWNERS, writeLookAlikes } from "../look-alikes.js";
import { EVERYWHERE, listAll, listNumbers } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

/** A word for every record that a change has touched. */
async function listTouched(
  store: CompleteStore,
  isTouched: (record: MemoryRecord) => boolean,
): Promise<string[]> {
  const records = await listAll(store, EVERYWHERE);
  return records
    .filter((record) => isTouched(record))
    .map((record) => nameOwned(record))
    .toSorted();
}

export const isolationWriteCases: readonly StoreCase[] = [
  ...storeCases("isolation", [], {
    async "a put changes the record of its scope only"({ store }) {
      await writeLookAlikes(store);
      const ops = SOME_OWNERS.map((owner) => putOp({ ...ownedRecord(owner, 1), version: 2 }));
      const results = await store.write(ops);
      assert.ok(results.every((result) => result.applied));
      const touched = await listTouched(store, (record) => record.version === 2);
      assert.deepEqual(touched, SOME_OWNERS.map(({ owner }) => `${owner}/1`).toSorted());
    },
    async "several scopes are read together, each record once, however they overlap"({ store }) {
      const scopes = [["a"], ["a", "b"], ["a", "b", "c"], ["ab"], ["b"]];
      await store.write(scopes.map((scope, index) => putOp(testRecord(index, { scope }))));
      const twice = [["a"], ["a"], ["b"]];
      assert.deepEqual(await listNumbers(store, { within: twice }), [0, 4]);
      const nested = [["a"], ["a", "b"], ["a", "b", "c"]];
      assert.deepEqual(await listNumbers(store, { within: nested, reach: "below" }), [0, 1, 2]);
      assert.deepEqual(await listNumbers(store, { within: [], reach: "below" }), []);
      assert.deepEqual(await listNumbers(store, { within: [["c"]], reach: "below" }), []);
    },
  }),
  ...storeCases("isolation", ["strength"], {
    async "strengthen changes the record of its scope only"({ store }) {
      await writeLookAlikes(store);
      for (const owner of SOME_OWNERS) {
        const strength = { stabilityDays: 1, uses: owner.owner + 1 };
        const { scope, id } = ownedRecord(owner, 2);
        await store.strengthen([{ scope, id, strength }]);
        const touched = await listTouched(
          store,
          ({ strength: { uses } }) => uses === owner.owner + 1,
        );
        assert.deepEqual(touched, [`${owner.owner}/2`]);
      }
    },
  }),
  ...storeCases("isolation", ["vector"], {
    async "an embed gives a vector to the record of its scope only"({ store }) {
      await writeLookAlikes(store);
      const vector = spaceVector({ id: "other", dimensions: 3 }, [1, 2, 3]);
      await store.write(SOME_OWNERS.map((owner) => embedOp(ownedRecord(owner, 1), vector)));
      const all = OWNERS.map((owner) => ownedRecord(owner, 1));
      const vectors = await store.vectors("other", all);
      const embedded = vectors.flatMap((values, owner) => (values ? owner : []));
      assert.deepEqual(
        embedded,
        SOME_OWNERS.map(({ owner }) => owner),
      );
    },
  }),
];
