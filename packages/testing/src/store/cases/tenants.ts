import assert from "node:assert/strict";

import type { MemoryStore, Scope } from "@kioku/core";
import { compareText, scopeToPath, type SpaceVector } from "@kioku/core/toolkit";

import { allPages } from "../../lists.js";
import { rejectsWith } from "../../rejects-with.js";
import {
  instant,
  numberOf,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { expectNumbers, snapshot, sortedRefs } from "../expect.js";
import { claim, EMPTY, queuedPut, queueOf, statsOf } from "../queued-records.js";
import { EVERYWHERE, listAll, listNumbers } from "../requests.js";
import { listHistories, whose } from "../revisions.js";
import { storeCases, type StoreCase } from "../store-case.js";
import { COUNT, SPACE, tenantRecords, TENANTS, vectorOf } from "../tenant-records.js";

/** Returns true if the store has these scopes in several shards. */
function isDivided(given: MemoryStore, scopes: readonly Scope[]): boolean {
  return new Set(scopes.map((scope) => given.shardOf?.(scope))).size > 1;
}

/** Returns when a record may be embedded, in another order than that of the numbers. */
function second(n: number): number {
  return (n * 11) % COUNT;
}

export const tenantCases: readonly StoreCase[] = [
  ...storeCases("several tenants", [], {
    async "a batch for several tenants is written as a whole, or refused as unsupported"({
      store,
      given,
    }) {
      const records = TENANTS.map((scope, n) => testRecord(n, { scope }));
      const ops = records.map((record) => putOp(record));
      const wrong = records.map((record) => putOp({ ...record, version: 7 }));
      const isWhole = !isDivided(given, TENANTS);
      const before = await snapshot(store);
      const failing = [...ops.slice(1), ...wrong.slice(0, 1)];
      const code = isWhole ? "conflict" : "unsupported";
      await rejectsWith(code, () => given.write(failing));
      assert.deepEqual(await snapshot(store), before, "nothing is written by half");
      if (isWhole) await given.write(ops);
      else {
        await rejectsWith("unsupported", () => given.write(ops));
        assert.deepEqual(await snapshot(store), before, "nothing is written by half");
        const results = await store.write(ops);
        assert.deepEqual(
          results.map(({ record }) => record?.id),
          records.map(({ id }) => id),
        );
      }
      assert.deepEqual(sortedRefs(await listAll(store, EVERYWHERE)), sortedRefs(records));
    },
    async "pages over tenants have every record once, in order"({ store }) {
      const records = tenantRecords((n) => ({
        key: `key ${(n * 5) % COUNT}`.padStart(9),
        updatedAt: instant(1_000 - ((n * 7) % COUNT)),
      }));
      await store.write(records.map((record) => putOp(record)));
      const numbers = Array.from({ length: COUNT }, (_, n) => n);
      const byUpdate = numbers.toSorted((a, b) => ((b * 7) % COUNT) - ((a * 7) % COUNT));
      const byKey = await listNumbers(store, { ...EVERYWHERE, orderBy: "key" });
      for (const [orderBy, expected] of [
        ["createdAt", numbers],
        ["updatedAt", byUpdate],
        ["key", byKey],
      ] as const) {
        const listing = { ...EVERYWHERE, orderBy, limit: 5 };
        assert.deepEqual(await listNumbers(store, listing), expected, orderBy);
        const descending = { ...listing, order: "desc" } as const;
        assert.deepEqual(await listNumbers(store, descending), expected.toReversed(), orderBy);
      }
      const keys = byKey.flatMap((n) => records[n]?.key ?? []);
      assert.deepEqual(keys, keys.toSorted(compareText), "by key");
    },
  }),
  ...storeCases("several tenants", ["history"], {
    async "pages of histories are in order over tenants, whichever record they end with"({
      store,
    }) {
      const records = tenantRecords();
      await store.write(records.map((record) => putOp(record)));
      const later = records.map((record) => ({ ...record, version: 2, content: "x".repeat(9) }));
      await store.write(later.map((record) => putOp(record)));
      const found = await listHistories(store, { ...EVERYWHERE, limit: 5 });
      const order = records.toSorted((a, b) =>
        scopeToPath(a.scope) === scopeToPath(b.scope)
          ? numberOf(a) - numberOf(b)
          : scopeToPath(a.scope) < scopeToPath(b.scope)
            ? -1
            : 1,
      );
      assert.deepEqual(whose(found), whose(order));
      assert.ok(found.every(({ revisions }) => revisions.length === 2));
    },
  }),
  ...storeCases("several tenants", ["bulk"], {
    async "a deletion over tenants takes all of the selection and nothing else"({ store }) {
      const records = tenantRecords((n) => ({ kind: n % 2 === 0 ? "old" : "new" }));
      await store.write(records.map((record) => putOp(record)));
      const within = TENANTS.slice(0, 8);
      const chosen = records.filter(({ scope, kind }) => within.includes(scope) && kind === "old");
      const selection = { within, reach: "below", kinds: ["old"] } as const;
      const deleted = await store.deleteWhere(selection, { at: instant(9) });
      assert.deepEqual(sortedRefs(deleted), sortedRefs(chosen));
      const left = records.filter((record) => !chosen.includes(record));
      assert.deepEqual(sortedRefs(await listAll(store, EVERYWHERE)), sortedRefs(left));
      const all = await store.deleteWhere(EVERYWHERE, { at: instant(9), purge: true });
      assert.deepEqual(sortedRefs(all), sortedRefs(left));
      assert.deepEqual((await store.scopes([], { limit: 100 })).items, []);
    },
    async "scopes of all tenants are listed in order, and what expired is swept in all of them"({
      store,
    }) {
      const records = tenantRecords((n) => (n < TENANTS.length ? {} : { expiresAt: instant(n) }));
      await store.write(records.map((record) => putOp(record)));
      const scopes = await allPages((cursor) => store.scopes([], { limit: 5, cursor }));
      assert.deepEqual(scopes, TENANTS);
      const swept = await store.sweep(instant(1_000));
      assert.deepEqual(sortedRefs(swept), sortedRefs(records.slice(TENANTS.length)));
      expectNumbers(await listAll(store, EVERYWHERE), [...TENANTS.keys()]);
    },
  }),
  ...storeCases("several tenants", ["vector"], {
    async "a space has one width, and is dropped, for all tenants"({ store }) {
      const records = tenantRecords();
      const put = (n: number, vector: SpaceVector): ReturnType<typeof putOp> => {
        const record = records[n] ?? testRecord(n);
        return putOp(record, { search: searchEntry(record.content, [vector]) });
      };
      await store.write([put(0, vectorOf(0))]);
      const wide = spaceVector({ ...SPACE, dimensions: 3 }, [1, 1, 1]);
      for (const n of TENANTS.keys()) {
        const other = n + TENANTS.length;
        await rejectsWith("vector-space-mismatch", () => store.write([put(other, wide)]));
      }
      assert.deepEqual(await store.spaces(), [{ ...SPACE, state: "ready" }]);
      const ops = records
        .slice(1)
        .map((record, n) => (n % 3 === 0 ? putOp(record) : put(n + 1, vectorOf(n + 1))));
      await store.write(ops);
      const without = ops.filter(
        ({ search }) => typeof search === "object" && search.vectors.length === 0,
      );
      assert.equal(await store.countMissingVectors("space"), without.length);
      assert.equal(await store.dropSpace("space"), COUNT - without.length);
      assert.equal(await store.countMissingVectors("space"), COUNT);
      assert.deepEqual(await store.spaces(), []);
    },
  }),
  ...storeCases("several tenants", ["queue"], {
    async "each tenant's texts are handed out in order, every one once, and no tenant waits for ever"({
      store,
    }) {
      await store.write(tenantRecords().map((record, n) => queuedPut(record, second(n))));
      const queue = queueOf(store);
      const jobs = [];
      for (let round = 0; round < COUNT; round += 1) jobs.push(...(await claim(queue, 100, 5)));
      assert.deepEqual(
        jobs.map(numberOf).toSorted((a, b) => a - b),
        [...Array(COUNT).keys()],
      );
      for (const own of Map.groupBy(jobs, ({ scope }) => scopeToPath(scope)).values()) {
        const seconds = own.map((job) => second(numberOf(job)));
        assert.deepEqual(
          seconds,
          seconds.toSorted((a, b) => a - b),
        );
      }
      assert.deepEqual(await statsOf(store, 100), { ...EMPTY, leased: COUNT });
      const finished = jobs.map((job) => ({ ...job, vectors: [] }));
      assert.deepEqual(
        await queue.complete({ jobs: finished }),
        jobs.map(() => true),
      );
      assert.deepEqual(await statsOf(store, 1_000), EMPTY);
    },
  }),
];
