import assert from "node:assert/strict";

import { rejectsWith } from "../../rejects-with.js";
import { putOp } from "../../test-ops.js";
import { instant, testRecord } from "../../test-record.js";
import { expectNumbers, sortedRefs } from "../expect.js";
import { EXPIRING_VECTOR, writeExpiring } from "../expiring-records.js";
import { EVERYWHERE, listNumbers, textHits, vectorHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

export const sweepCases: readonly StoreCase[] = [
  ...storeCases("expiry", [], {
    async "what has expired cannot be updated, and stays where it is until it is swept"({ store }) {
      await writeExpiring(store);
      const update = testRecord(1, { version: 2, updatedAt: instant(10) });
      await rejectsWith("conflict", () => store.write([putOp(update)]));
      const unrelated = testRecord(30, { key: "key 30" });
      await store.write([putOp(unrelated, { idempotencyKey: "once 30" })]);
      assert.deepEqual(await listNumbers(store), [1, 2, 3, 30]);
    },
    async "sweep removes what has expired in every scope, and says what that was"({ store }) {
      await writeExpiring(store);
      const elsewhere = testRecord(9, { scope: ["elsewhere"], expiresAt: instant(10) });
      const archived = testRecord(8, { expiresAt: instant(9), archivedAt: instant(8) });
      await store.write([putOp(elsewhere), putOp(archived)]);
      assert.deepEqual(await store.sweep(instant(8)), []);
      const swept = await store.sweep(instant(10));
      assert.deepEqual(sortedRefs(swept), ["/elsewhere 9", "/test 1", "/test 8"]);
      assert.deepEqual(await listNumbers(store, EVERYWHERE), [2, 3]);
      assert.deepEqual(await store.sweep(instant(10)), []);
    },
  }),
  ...storeCases("expiry", ["vector", "text"], {
    async "what was swept is gone from search and vectors"({ store }) {
      await writeExpiring(store);
      await store.sweep(instant(10));
      expectNumbers(await textHits(store, ["same"]), [2, 3]);
      expectNumbers(await vectorHits(store, EXPIRING_VECTOR), [2, 3]);
      assert.deepEqual(await store.vectors("space", [testRecord(1)]), [undefined]);
    },
  }),
  ...storeCases("expiry", ["history"], {
    async "sweep removes history too, and the id begins again"({ store }) {
      await writeExpiring(store);
      await store.sweep(instant(10));
      assert.deepEqual(await store.history(testRecord(1)), []);
      assert.equal((await store.history(testRecord(2))).length, 1);
      await store.write([putOp(testRecord(1))]);
      assert.equal((await store.history(testRecord(1))).length, 1);
    },
  }),
];
