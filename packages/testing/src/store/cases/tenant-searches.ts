import assert from "node:assert/strict";

import { inMemoryStore } from "@kioku/core";
import { documentTerms, type SearchHit } from "@kioku/core/toolkit";

import { nearlyEqual } from "../../reference/nearly-equal.js";
import { putOp, searchEntry } from "../../test-records.js";
import { searchHits, textHits, textLeg, vectorLeg } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";
import { COUNT, tenantOf, tenantRecords, TENANTS, textOf, vectorOf } from "../tenant-records.js";
import { expectScores, scoreTerms } from "../text-oracle.js";

/** Returns the scores of the records with these numbers, as if there were no others. */
function scoresOf(numbers: readonly number[], terms: readonly string[]): Map<number, number> {
  const texts = numbers.map((n) => documentTerms(textOf(n)));
  const scores = [...scoreTerms(texts, terms)];
  return new Map(scores.map(([index, score]) => [numbers[index] ?? 0, score]));
}

export const tenantSearchCases: readonly StoreCase[] = [
  ...storeCases("several tenants", ["text"], {
    async "texts of several tenants are scored by the statistics of all that are searched"({
      store,
    }) {
      await store.write(tenantRecords().map((record) => putOp(record)));
      const terms = documentTerms("cat dog bird");
      const all = Array.from({ length: COUNT }, (_, n) => n);
      const expected = scoresOf(all, terms);
      expectScores(await textHits(store, terms, { within: [[]], reach: "below" }), expected);
      const within = TENANTS.slice(2, 7);
      const some = all.filter((n) => within.includes(tenantOf(n)));
      expectScores(await textHits(store, terms, { within }), scoresOf(some, terms));
      const best = await textHits(store, terms, { within: [[]], reach: "below", limit: 100 });
      const few = await textHits(store, terms, { within: [[]], reach: "below", limit: 5 });
      assert.deepEqual(few, best.slice(0, 5));
    },
  }),
  ...storeCases("several tenants", ["exact vector", "text", "threads"], {
    async "the best of each leg are those of all tenants, each with its own neighbours"({ store }) {
      const records = tenantRecords(() => ({ thread: "talk" }));
      const ops = records.map((record, n) =>
        putOp(record, { search: searchEntry(record.content, [vectorOf(n)]) }),
      );
      const reference = inMemoryStore();
      await reference.open();
      await reference.write(ops);
      await store.write(ops);
      const legs = [textLeg("cat dog"), vectorLeg(vectorOf(5))];
      for (const [limit, around, aroundBest] of [
        [4, 1, 2],
        [9, 2, 9],
        [3, 0, 3],
      ] as const) {
        const request = { within: [[]], reach: "below", limit, around, aroundBest } as const;
        const hits = describe(await searchHits(store, legs, request));
        const expected = describe(await searchHits(reference, legs, request));
        assert.ok(nearlyEqual(hits, expected, 1e-6), `limit ${limit}, around ${around}`);
      }
      await reference.close();
    },
  }),
];

/** Returns what every store has to answer alike. */
function describe(hits: readonly SearchHit[]): unknown {
  return hits.map(({ record: _record, ...hit }) => hit);
}
