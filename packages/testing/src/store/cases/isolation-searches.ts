import assert from "node:assert/strict";

import { compareText, scopeToPath, type RecordHistory, type RecordId } from "@kioku/core/toolkit";

import { pluck } from "../../lists.js";
import { instant, numberOf } from "../../test-records.js";
import {
  inEveryLookAlike,
  listOwned,
  LOOK_ALIKES,
  nameOwned,
  namesOf,
  ownedRecord,
  ownedVector,
  OWNERS,
  ownersBelow,
  SOME_OWNERS,
  writeLookAlikes,
} from "../look-alikes.js";
import type { LookAlike } from "../look-alikes.js";
import { EVERYWHERE, listAll, searchHits, textHits, textLeg, vectorHits } from "../requests.js";
import { deletionOf, listHistories, listTombstones, restoreOp, revisionOf } from "../revisions.js";
import { storeCases, type StoreCase } from "../store-case.js";

/** The names of the records that were found. */
function nameHits(hits: readonly RecordId[]): string[] {
  const owners = LOOK_ALIKES.map((scope) => JSON.stringify(scope));
  return hits
    .map((hit) => `${owners.indexOf(JSON.stringify(hit.scope))}/${numberOf(hit)}`)
    .toSorted();
}

/** A word for each history, and a mark if something in it is of another scope. */
function nameHistories(histories: readonly RecordHistory[]): string[] {
  return histories.flatMap(({ scope, revisions }) =>
    revisions.map(({ actor, record }) => {
      const name = record ? nameOwned(record) : "deleted";
      const isAtHome =
        record !== undefined &&
        scopeToPath(record.scope) === scopeToPath(scope) &&
        actor === `owner ${Number(record.metadata["owner"])}`;
      return isAtHome ? name : `${name} in the history of another`;
    }),
  );
}

/** The names of records 1 and 2 of these scopes in the order of pages. */
function inOrder(owners: readonly LookAlike[]): string[] {
  return owners
    .toSorted((a, b) => compareText(scopeToPath(a.scope), scopeToPath(b.scope)))
    .flatMap(({ owner }) => [`${owner}/1`, `${owner}/2`]);
}

export const isolationSearchesCases: readonly StoreCase[] = [
  ...storeCases("isolation", ["vector"], {
    "list of what has no vector yet tells every scope from those that look like it":
      inEveryLookAlike(async (store, owner) => {
        const found = await listAll(store, { within: [owner.scope], missingVectorIn: "other" });
        assert.deepEqual(
          found.map((record) => nameOwned(record)),
          namesOf([owner]),
        );
      }),
    "vectors tells every scope from those that look like it": inEveryLookAlike(
      async (store, owner) => {
        const [values] = await store.vectors("space", [ownedRecord(owner, 1)]);
        assert.deepEqual(values, ownedVector(owner).values);
      },
    ),
  }),
  ...storeCases("isolation", ["text"], {
    "search by text tells every scope from those that look like it": inEveryLookAlike(
      async (store, owner) => {
        const within = [owner.scope];
        assert.deepEqual(nameHits(await textHits(store, "memory", { within })), namesOf([owner]));
        const below = await textHits(store, "memory", { within, reach: "below" });
        assert.deepEqual(nameHits(below), namesOf(ownersBelow(owner.scope)));
      },
    ),
  }),
  ...storeCases("isolation", ["text", "threads"], {
    "search around matches tells every scope from those that look like it": inEveryLookAlike(
      async (store, owner) => {
        const [first, second] = [1, 2].map((n) => ownedRecord(owner, n).id);
        const expected = { here: [owner], below: ownersBelow(owner.scope) };
        for (const reach of ["here", "below"] as const) {
          const fields = { within: [owner.scope], reach, around: 5 };
          const hits = await searchHits(store, [textLeg("memory")], fields);
          assert.deepEqual(nameHits(hits), namesOf(expected[reach]));
          for (const { id, previous } of hits) {
            assert.equal(previous, id === second ? first : undefined);
          }
        }
      },
    ),
  }),
  ...storeCases("isolation", ["exact vector"], {
    "search by vector tells every scope from those that look like it": inEveryLookAlike(
      async (store, owner) => {
        const within = [owner.scope];
        const here = await vectorHits(store, ownedVector(owner), { within });
        assert.deepEqual(nameHits(here), namesOf([owner]));
        assert.ok(
          here.every(({ score }) => score > 0.999_999),
          "the vector of another scope",
        );
        const below = await vectorHits(store, ownedVector(owner), { within, reach: "below" });
        assert.deepEqual(nameHits(below), namesOf(ownersBelow(owner.scope)));
      },
    ),
  }),
  ...storeCases("isolation", ["history"], {
    "histories tell every scope from those that look like it, with and without an instant":
      inEveryLookAlike(async (store, owner) => {
        const within = [owner.scope];
        for (const at of [undefined, instant(5)]) {
          const here = await listHistories(store, { within, at });
          assert.deepEqual(nameHistories(here), namesOf([owner]));
          assert.deepEqual(here[0]?.idempotencyKeys, ["once"]);
          const below = await listHistories(store, { within, reach: "below", at, limit: 3 });
          assert.deepEqual(nameHistories(below), inOrder(ownersBelow(owner.scope)));
        }
      }),
    async "tombstones tell every scope from those that look like it"({ store }) {
      const ops = OWNERS.map(({ scope, owner }) => {
        return { op: "tombstone", scope, hash: "hash", at: instant(owner) } as const;
      });
      const results = await store.write(ops);
      assert.ok(results.every(({ applied }) => applied));
      for (const { scope, owner } of OWNERS) {
        for (const hashes of [undefined, ["hash"]]) {
          const here = await listTombstones(store, { within: [scope], hashes });
          assert.deepEqual(here, [{ scope, hash: "hash", at: instant(owner) }]);
          const below = await listTombstones(store, { within: [scope], reach: "below", hashes });
          const owners = below.map(({ at }) => (at.getTime() - instant(0).getTime()) / 1_000);
          const expected = ownersBelow(scope).map((one) => one.owner);
          assert.deepEqual(
            owners.toSorted((a, b) => a - b),
            expected,
          );
        }
      }
    },
    async "a restore takes the place of the record of its scope only"({ store }) {
      await writeLookAlikes(store);
      const before = await listHistories(store, EVERYWHERE);
      for (const owner of SOME_OWNERS) {
        const record = { ...ownedRecord(owner, 1), version: 7 };
        const actor = `owner ${owner.owner}`;
        const idempotencyKeys = ["once", "twice"];
        const op = restoreOp(record, [revisionOf(record, { actor })], { idempotencyKeys });
        await store.write([op]);
      }
      const touched = new Set(
        SOME_OWNERS.map(({ scope, owner }) => `${scopeToPath(scope)} ${owner}/1`),
      );
      const after = await listHistories(store, EVERYWHERE);
      for (const [index, history] of after.entries()) {
        const [name = ""] = nameHistories([history]);
        const isTouched = touched.has(`${scopeToPath(history.scope)} ${name}`);
        if (!isTouched) assert.deepEqual(history, before[index]);
        else assert.deepEqual(pluck(history.revisions, "version"), [7]);
      }
      assert.deepEqual(await listOwned(store), namesOf(OWNERS));
    },
    async "a restore of what was deleted removes the record of its scope only"({ store }) {
      await writeLookAlikes(store);
      const ops = SOME_OWNERS.map((owner) =>
        restoreOp(ownedRecord(owner, 1), [deletionOf(9, instant(9))]),
      );
      await store.write(ops);
      const gone = new Set(SOME_OWNERS.map(({ owner }) => `${owner}/1`));
      const expected = namesOf(OWNERS).filter((name) => !gone.has(name));
      assert.deepEqual(await listOwned(store), expected);
    },
  }),
];
