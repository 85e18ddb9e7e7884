import assert from "node:assert/strict";

import { instant, testRecord } from "../../test-record.js";
import { expectNumbers } from "../expect.js";
import { EXPIRING_VECTOR, writeExpiring } from "../expiring-records.js";
import { listNumbers, select, textHits, vectorHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

/**
 * Which records are there at a moment, and at which: just before the first expires, when it does,
 * and so on.
 */
const MOMENTS = [
  [instant(9.999), [1, 2, 3]],
  [instant(10), [2, 3]],
  [instant(19.999), [2, 3]],
  [instant(20), [3]],
] as const;

export const expiryCases: readonly StoreCase[] = [
  ...storeCases("expiry", [], {
    async "from the moment it expires a record is not found by get"({ store }) {
      await writeExpiring(store);
      const scope = ["test"];
      for (const [now, there] of MOMENTS) {
        for (const n of [1, 2, 3]) {
          const refs = [
            { scope, id: testRecord(n).id },
            { scope, key: `key ${n}` },
            { scope, idempotencyKey: `once ${n}` },
            { scope, contentHash: `hash ${n}` },
          ];
          const found = await store.get(refs, { now });
          const isThere = there.some((one) => one === n);
          assert.deepEqual(
            found.map((one) => one !== undefined),
            refs.map(() => isThere),
          );
        }
      }
    },
    async "from the moment it expires a record is not listed"({ store }) {
      await writeExpiring(store);
      for (const [now, there] of MOMENTS) {
        assert.deepEqual(await listNumbers(store, { now }), there);
        assert.deepEqual(await listNumbers(store, { now, orderBy: "key", limit: 1 }), there);
      }
      assert.deepEqual(await listNumbers(store), [1, 2, 3]);
    },
  }),
  ...storeCases("expiry", ["text"], {
    async "from the moment it expires a record is not found by text"({ store }) {
      await writeExpiring(store);
      for (const [now, there] of MOMENTS)
        expectNumbers(await textHits(store, ["same"], { now }), there);
      expectNumbers(await textHits(store, ["same"]), [1, 2, 3]);
    },
  }),
  ...storeCases("expiry", ["vector"], {
    async "from the moment it expires a record is not found by vector"({ store }) {
      await writeExpiring(store);
      for (const [now, there] of MOMENTS)
        expectNumbers(await vectorHits(store, EXPIRING_VECTOR, { now }), there);
      expectNumbers(await vectorHits(store, EXPIRING_VECTOR), [1, 2, 3]);
    },
  }),
  ...storeCases("expiry", ["threads"], {
    async "from the moment it expires a record is nobody's neighbour"({ store }) {
      await writeExpiring(store);
      for (const [now, there] of MOMENTS) {
        const selection = select({ now });
        const [found] = await store.neighbours({
          refs: [testRecord(3)],
          before: 9,
          after: 9,
          selection,
        });
        expectNumbers(found?.before ?? [], there.slice(0, -1));
      }
    },
  }),
];
