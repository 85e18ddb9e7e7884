import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore, PutOp, WriteResult } from "@kioku/core/toolkit";

import { putOp } from "../../test-ops.js";
import { instant, numberOf, testRecord } from "../../test-record.js";
import { listNumbers } from "../requests.js";
import { storeCases, storeChecks } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

/** A record that says the same as all others made by this. */
function same(n: number, fields: Partial<MemoryRecord> = {}): MemoryRecord {
  return testRecord(n, { content: "the same", ...fields });
}

/** Record 9, written at second 9 unless it is a duplicate. */
const candidate: PutOp = putOp(same(9), { unlessDuplicate: true });

async function writeCandidate(store: CompleteStore): Promise<WriteResult | undefined> {
  const [result] = await store.write([candidate]);
  return result;
}

/** Records that are no reason not to write the same again at second 9. */
const HIDDEN: Readonly<Record<string, Partial<MemoryRecord>>> = {
  "is archived": { archivedAt: instant(2) },
  "was retired before": { validTo: instant(8) },
  "is retired at that very moment": { validTo: instant(9) },
  "has expired": { expiresAt: instant(8) },
  "expires at that very moment": { expiresAt: instant(9) },
  "is of another scope": { scope: ["test", "below"] },
};

/** Records that are. */
const VISIBLE: Readonly<Record<string, Partial<MemoryRecord>>> = {
  "will be retired": { validTo: instant(9.001) },
  "will expire": { expiresAt: instant(9.001) },
  "is not true yet": { validFrom: instant(100) },
  "is of another kind": { kind: "other" },
};

export const duplicateCases: readonly StoreCase[] = storeCases("duplicates", [], {
  async "a duplicate is not written and answered with the record that is there"({ store }) {
    await store.write([putOp(same(1)), putOp(testRecord(2))]);
    assert.deepEqual(await writeCandidate(store), { applied: false, record: same(1) });
    assert.deepEqual(await listNumbers(store), [1, 2]);
  },
  async "without unlessDuplicate the same is written again"({ store }) {
    const results = await store.write([putOp(same(1)), putOp(same(2))]);
    assert.deepEqual(results, [
      { applied: true, record: same(1) },
      { applied: true, record: same(2) },
    ]);
  },
  ...storeChecks(Object.entries(HIDDEN), ([what, fields]) => ({
    async [`a record that ${what} makes no duplicate`]({ store }) {
      await store.write([putOp(same(1, fields))]);
      assert.deepEqual(await writeCandidate(store), { applied: true, record: candidate.record });
    },
  })),
  ...storeChecks(Object.entries(VISIBLE), ([what, fields]) => ({
    async [`a record that ${what} makes a duplicate`]({ store }) {
      await store.write([putOp(same(1, fields))]);
      assert.deepEqual(await writeCandidate(store), { applied: false, record: same(1, fields) });
    },
  })),
  async "of several the oldest is answered, of equally old ones that of the least id"({ store }) {
    const later = { createdAt: instant(5) };
    await store.write([
      putOp(same(1, later)),
      putOp(same(4)),
      putOp(same(3, { createdAt: instant(4) })),
    ]);
    const result = await writeCandidate(store);
    assert.equal(result?.record && numberOf(result.record), 3);
    const refs = [{ scope: ["test"], contentHash: candidate.contentHash }];
    const [found] = await store.get(refs, { now: instant(9) });
    assert.equal(found && numberOf(found), 3);
  },
  async "a record is a duplicate of what it says now, not of what it said"({ store }) {
    await store.write([putOp(same(1)), putOp(testRecord(1, { version: 2, content: "changed" }))]);
    assert.equal((await writeCandidate(store))?.applied, true);
    const changed = putOp(testRecord(8, { content: "changed" }), { unlessDuplicate: true });
    assert.equal((await store.write([changed]))[0]?.applied, false);
  },
  async "get by content hash passes over what is expired, archived or retired"({ store }) {
    const hidden = Object.values(HIDDEN).map((fields, index) => putOp(same(index, fields)));
    await store.write([...hidden, putOp(same(8))]);
    const refs = [{ scope: ["test"], contentHash: candidate.contentHash }];
    assert.deepEqual(await store.get(refs, { now: instant(9) }), [same(8)]);
  },
});
