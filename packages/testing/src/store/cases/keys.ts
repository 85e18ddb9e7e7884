import assert from "node:assert/strict";

import type { MemoryRecord, Strength } from "@kioku/core";
import type { CompleteStore, PutOp, WriteResult } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, instant, numberOf, putOp, testRecord } from "../../test-records.js";
import { BEFORE_ALL, readRecord } from "../expect.js";
import { listAll, listNumbers, textHits } from "../requests.js";
import { storeCases, storeChecks, type StoreCase } from "../store-case.js";

const scope = ["test"];
const holder = testRecord(1, { key: "k" });

/** Written at second 2. */
const rival = testRecord(2, { key: "k" });
const LOOK_ALIKES = [
  ["k", "K", "ｋ", "k ", " k", "é", "e\u0301", "k%", "k_", "k.", "k/", "'k'", "0", "00", "null"],
].flat();

async function byKey(store: CompleteStore, key: string): Promise<MemoryRecord | undefined> {
  const [record] = await store.get([{ scope, key }], { now: BEFORE_ALL });
  return record;
}

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

const keyed = testRecord(1, { key: "k", metadata: { a: 1 } });
const { id } = keyed;
const strength: Strength = { stabilityDays: 30.25, uses: 3, lastUsedAt: instant(60.001) };

export const keysCases: readonly StoreCase[] = [
  ...storeCases("keys", [], {
    async "a key that another record of the scope holds is a conflict"({ store }) {
      await store.write([putOp(holder), putOp(testRecord(2, { key: "free" }))]);
      await rejectsWith("conflict", () => store.write([putOp(testRecord(3, { key: "k" }))]));
      await rejectsWith("conflict", () => store.write([putOp({ ...rival, version: 2 })]));
      assert.deepEqual(await byKey(store, "k"), holder);
      assert.deepEqual(await listNumbers(store), [1, 2]);
    },
    async "an archived or retired record still holds its key"({ store }) {
      await store.write([putOp({ ...holder, archivedAt: instant(1), validTo: instant(1) })]);
      await rejectsWith("conflict", () => store.write([putOp(rival)]));
    },
    async "the same key in another scope is another key"({ store }) {
      await store.write([putOp(holder), putOp({ ...rival, scope: ["test", "below"] })]);
      assert.deepEqual(await byKey(store, "k"), holder);
    },
    async "a new version may keep, change and drop its key"({ store }) {
      await store.write([putOp(holder), putOp({ ...holder, version: 2 })]);
      const moved = { ...holder, version: 3, key: "moved" };
      await store.write([putOp(moved)]);
      assert.equal(await byKey(store, "k"), undefined);
      assert.deepEqual(await byKey(store, "moved"), moved);
      await store.write([putOp(rival), putOp(testRecord(1, { version: 4 }))]);
      assert.deepEqual(await byKey(store, "k"), rival);
      assert.equal(await byKey(store, "moved"), undefined);
    },
    async "a deletion frees the key"({ store }) {
      await store.write([putOp(holder), deleteOp(holder)]);
      assert.equal(await byKey(store, "k"), undefined);
      await store.write([putOp(rival)]);
      assert.deepEqual(await byKey(store, "k"), rival);
    },
    async "a record that expires later still holds its key"({ store }) {
      await store.write([putOp({ ...holder, expiresAt: instant(2.001) })]);
      await rejectsWith("conflict", () => store.write([putOp(rival)]));
    },
    async "a record that has expired by the time of the write makes way for its key, id and idempotency key"({
      store,
      claims,
    }) {
      const expired = { ...holder, expiresAt: instant(2), content: "gone" };
      const ways = [rival, testRecord(1, { updatedAt: instant(2) }), testRecord(4)];
      for (const record of ways) {
        await store.write([putOp(expired, { idempotencyKey: "once" })]);
        await store.write([putOp(record, { idempotencyKey: "once" })]);
        assert.deepEqual(await store.get([record], { now: BEFORE_ALL }), [record]);
        assert.equal((await listNumbers(store)).length, 1);
        if (store.capabilities.text) assert.deepEqual(await textHits(store, "gone"), []);
        if (claims("history")) {
          assert.equal((await store.history(expired)).length, record.id === expired.id ? 1 : 0);
        }
        await store.write([deleteOp(record, { purge: true })]);
      }
    },
    async "keys that look alike are different keys"({ store }) {
      const records = LOOK_ALIKES.map((key, index) => testRecord(index, { key }));
      await store.write(records.map((record) => putOp(record)));
      for (const [index, key] of LOOK_ALIKES.entries()) {
        assert.deepEqual(await byKey(store, key), records[index], `key ${JSON.stringify(key)}`);
      }
    },
  }),
  ...storeCases("duplicates", [], {
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
  }),
  ...storeCases("strengthen", ["strength"], {
    async "strengthen replaces the strength and nothing else: no version, no updatedAt"({ store }) {
      await store.write([putOp(keyed)]);
      await store.strengthen([{ scope, id, strength }]);
      assert.deepEqual(await readRecord(store, keyed), { ...keyed, strength });
      assert.deepEqual(await listAll(store), [{ ...keyed, strength }]);
      if (store.capabilities.text) assert.equal((await textHits(store, "memory number")).length, 1);
    },
    async "a strength without lastUsedAt takes it away"({ store }) {
      await store.write([putOp({ ...keyed, strength })]);
      const bare = { stabilityDays: 1, uses: 0 };
      await store.strengthen([{ scope, id, strength: bare }]);
      assert.deepEqual((await readRecord(store, keyed)).strength, bare);
    },
    async "records that are not there are passed over, the others are written"({ store }) {
      await store.write([putOp(keyed), putOp(testRecord(2))]);
      const unknown = { scope: ["elsewhere"], id };
      await store.strengthen([
        { ...unknown, strength },
        { scope, id: testRecord(9).id, strength },
        { scope, id: testRecord(2).id, strength },
      ]);
      assert.deepEqual((await readRecord(store, testRecord(2))).strength, strength);
      assert.deepEqual((await readRecord(store, keyed)).strength, keyed.strength);
      assert.deepEqual(await listNumbers(store), [1, 2]);
    },
    async "of two updates for one record the later stands; none at all are fine"({ store }) {
      await store.write([putOp(keyed)]);
      await store.strengthen([
        { scope, id, strength: { stabilityDays: 1, uses: 1 } },
        { scope, id, strength },
      ]);
      assert.deepEqual((await readRecord(store, keyed)).strength, strength);
      await store.strengthen([]);
    },
    async "a put of the next version leaves the strength as it is"({ store }) {
      await store.write([putOp(keyed)]);
      await store.strengthen([{ scope, id, strength }]);
      const next = { ...keyed, content: "another text", version: 2 };
      const stored = { ...next, strength };
      assert.deepEqual(await store.write([putOp(next)]), [{ applied: true, record: stored }]);
      assert.deepEqual(await readRecord(store, keyed), stored);
    },
  }),
];
