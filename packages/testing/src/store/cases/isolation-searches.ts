import assert from "node:assert/strict";

import type { RecordId } from "@kioku/core/toolkit";

import { numberOf } from "../../test-record.js";
import { LOOK_ALIKES } from "../look-alike-scopes.js";
import {
  inEveryLookAlike,
  nameOwned,
  namesOf,
  ownedRecord,
  ownedVector,
  ownersBelow,
} from "../look-alikes.js";
import { listAll, searchHits, textHits, textLeg, vectorHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

/** The names of the records that were found. */
function nameHits(hits: readonly RecordId[]): string[] {
  const owners = LOOK_ALIKES.map((scope) => JSON.stringify(scope));
  return hits
    .map((hit) => `${owners.indexOf(JSON.stringify(hit.scope))}/${numberOf(hit)}`)
    .toSorted();
}

export const isolationSearchCases: readonly StoreCase[] = [
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
];
