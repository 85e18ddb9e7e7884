import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import { hashText, type CompleteStore } from "@kioku/core/toolkit";

import { deleteOp, embedOp, instant, putOp, spaceVector, testRecord } from "../../test-records.js";
import { sortedRefs } from "../expect.js";
import {
  inEveryLookAlike,
  listOwned,
  LOOK_ALIKES,
  nameOwned,
  namesOf,
  ownedRecord,
  OWNERS,
  ownersBelow,
  SOME_OWNERS,
  writeLookAlikes,
} from "../look-alikes.js";
import type { LookAlike } from "../look-alikes.js";
import { EVERYWHERE, listAll, listNumbers, select } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

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

const at = instant(9);

/**
 * Deletes in one scope after the other, and checks each time that the others have all that they
 * had.
 */
async function checkDeletes(
  store: CompleteStore,
  remove: (owner: LookAlike) => Promise<unknown>,
): Promise<void> {
  await writeLookAlikes(store);
  const left = new Set(namesOf(OWNERS));
  for (const owner of SOME_OWNERS) {
    await remove(owner);
    for (const name of namesOf([owner])) left.delete(name);
    const scope = JSON.stringify(owner.scope);
    assert.deepEqual(await listOwned(store), [...left].toSorted(), `deleted in ${scope}`);
  }
}

export const isolationCases: readonly StoreCase[] = [
  ...storeCases("isolation", [], {
    "get by id, key, idempotency key and content hash tells every scope from those that look like it":
      inEveryLookAlike(async (store, owner) => {
        const { scope } = owner;
        const first = ownedRecord(owner, 1);
        const contentHash = hashText(first.content);
        const { id } = first;
        const found = await store.get(
          [
            { scope, id },
            { scope, key: "key" },
            { scope, idempotencyKey: "once" },
            { scope, contentHash },
          ],
          { now: instant(0) },
        );
        assert.deepEqual(found, [first, first, first, first]);
      }),
    "list tells every scope from those that look like it": inEveryLookAlike(
      async (store, owner) => {
        const within = [owner.scope];
        const here = await listAll(store, { within });
        assert.deepEqual(
          here.map((record) => nameOwned(record)),
          namesOf([owner]),
        );
        const below = await listAll(store, { within, reach: "below" });
        const names = below.map((record) => nameOwned(record)).toSorted();
        assert.deepEqual(names, namesOf(ownersBelow(owner.scope)));
        const byKey = await listAll(store, { within, orderBy: "key" });
        assert.deepEqual(
          byKey.map((record) => nameOwned(record)),
          [`${owner.owner}/1`],
        );
      },
    ),
  }),
  ...storeCases("isolation", ["history"], {
    "history tells every scope from those that look like it": inEveryLookAlike(
      async (store, owner) => {
        const revisions = await store.history(ownedRecord(owner, 1));
        assert.deepEqual(
          revisions.map(({ actor, record }) => [actor, record && nameOwned(record)]),
          [[`owner ${owner.owner}`, `${owner.owner}/1`]],
        );
      },
    ),
  }),
  ...storeCases("isolation", ["threads"], {
    "neighbours tells every scope from those that look like it": inEveryLookAlike(
      async (store, owner) => {
        const [found] = await store.neighbours({
          refs: [ownedRecord(owner, 1)],
          before: 9,
          after: 9,
          selection: select({ within: [[]], reach: "below" }),
        });
        assert.deepEqual(found, { before: [], after: [ownedRecord(owner, 2)] });
      },
    ),
    "neighbours within another scope tells every scope from those that look like it":
      inEveryLookAlike(async (store, owner) => {
        const others = LOOK_ALIKES.filter((scope) => scope !== owner.scope);
        const selection = select({ within: others });
        const refs = [ownedRecord(owner, 1)];
        const found = await store.neighbours({ refs, before: 9, after: 9, selection });
        assert.deepEqual(found, [{ before: [], after: [] }]);
      }),
  }),
  ...storeCases("isolation", ["bulk"], {
    "scopes tells every scope from those that look like it": inEveryLookAlike(
      async (store, owner) => {
        const { items } = await store.scopes(owner.scope, { limit: 1_000 });
        const expected = ownersBelow(owner.scope).map(({ scope }) => JSON.stringify(scope));
        const found = items.map((scope) => JSON.stringify(scope));
        assert.deepEqual(found.toSorted(), expected.toSorted());
      },
    ),
  }),
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
  ...storeCases("isolation", [], {
    async "a delete deletes in its scope only"({ store }) {
      await checkDeletes(store, (owner) =>
        store.write([1, 2].map((n) => deleteOp(ownedRecord(owner, n)))),
      );
    },
    async "deleteWhere deletes in its scope only"({ store }) {
      await checkDeletes(store, async (owner) => {
        const refs = await store.deleteWhere({ within: [owner.scope], reach: "here" }, { at });
        const expected = [1, 2].map((n) => ownedRecord(owner, n));
        assert.deepEqual(sortedRefs(refs), sortedRefs(expected));
      });
    },
    async "deleteWhere below deletes in its scope and those below it only"({ store }) {
      for (const top of [["users", "1"], ["a"], ["~"], ["%"]]) {
        await store.deleteWhere(EVERYWHERE, { at, purge: true });
        await writeLookAlikes(store);
        await store.deleteWhere({ within: [top], reach: "below" }, { at, purge: true });
        const gone = namesOf(ownersBelow(top));
        const left = namesOf(OWNERS).filter((name) => !gone.includes(name));
        assert.deepEqual(await listOwned(store), left, `deleted below ${JSON.stringify(top)}`);
      }
    },
  }),
  ...storeCases("isolation", ["history"], {
    async "a purge drops the history of its scope only"({ store }) {
      await writeLookAlikes(store);
      for (const owner of SOME_OWNERS) {
        await store.write([deleteOp(ownedRecord(owner, 1), { purge: true })]);
      }
      for (const owner of OWNERS) {
        const revisions = await store.history(ownedRecord(owner, 1));
        assert.equal(
          revisions.length,
          SOME_OWNERS.includes(owner) ? 0 : 1,
          JSON.stringify(owner.scope),
        );
      }
    },
  }),
];
