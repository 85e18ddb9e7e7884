import assert from "node:assert/strict";

import { hashText } from "@kioku/core/toolkit";

import { instant } from "../../test-record.js";
import { LOOK_ALIKES } from "../look-alike-scopes.js";
import { inEveryLookAlike, nameOwned, namesOf, ownedRecord, ownersBelow } from "../look-alikes.js";
import { listAll, select } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

export const isolationReadCases: readonly StoreCase[] = [
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
];
