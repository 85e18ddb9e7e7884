import assert from "node:assert/strict";

import type { CompleteStore } from "@kioku/core/toolkit";

import { deleteOp } from "../../test-ops.js";
import { instant } from "../../test-record.js";
import { sortedRefs } from "../expect.js";
import {
  listOwned,
  namesOf,
  OWNERS,
  ownedRecord,
  ownersBelow,
  SOME_OWNERS,
  writeLookAlikes,
} from "../look-alikes.js";
import type { LookAlike } from "../look-alikes.js";
import { EVERYWHERE } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

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

export const isolationDeleteCases: readonly StoreCase[] = [
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
