import assert from "node:assert/strict";

import { putOp, searchEntry } from "../../test-ops.js";
import { numberOf, testRecord } from "../../test-record.js";
import { at, cosine, expectHits, putFound } from "../leg-records.js";
import { searchHits, textLeg, vectorLeg } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";
import { DOCUMENTS, scoreTerms, writeTerms } from "../text-oracle.js";

/** In the order of `scopeToPath`. */
const SCOPES = [["a"], ["b"], ["b!"], ["b", "c"]];

export const searchLegOrderCases: readonly StoreCase[] = [
  ...storeCases("search legs", ["text"], {
    async "two text legs score each for itself"({ store }) {
      await writeTerms(store, DOCUMENTS);
      const queries = [["cat"], ["dog", "bird"], ["fish", "nobody"]];
      const scores = queries.map((terms) => scoreTerms(DOCUMENTS, terms));
      const hits = await searchHits(
        store,
        queries.map((terms) => textLeg(terms)),
      );
      expectHits(
        hits,
        [2, 0, 1, 3, 4].map((n) => [n, ...scores.map((one) => one.get(n))]),
      );
    },
    async "the same leg twice changes nothing but the number of scores"({ store }) {
      await writeTerms(store, DOCUMENTS);
      const dog = textLeg(["dog"]);
      const [once, twice] = [
        await searchHits(store, [dog], { limit: 2 }),
        await searchHits(store, [dog, dog], { limit: 2 }),
      ];
      assert.equal(once.length, 2);
      assert.deepEqual(
        twice,
        once.map((hit) => ({ ...hit, scores: [...hit.scores, ...hit.scores] })),
      );
    },
    async "equal scores of the first leg, and none at all, come by id, then by scope"({ store }) {
      const ops = SCOPES.toReversed().flatMap((scope) =>
        [4, 2, 3, 1].map((n) => putFound(n, { scope, terms: [n % 2 === 0 ? "even" : "odd"] })),
      );
      await store.write(ops);
      const fields = { within: [[]], reach: "below" } as const;
      const hits = await searchHits(store, [textLeg(["even"]), textLeg(["odd"])], fields);
      const expected = [2, 4, 1, 3].flatMap((n) => SCOPES.map((scope) => [n, scope]));
      assert.deepEqual(
        hits.map((hit) => [numberOf(hit), hit.scope]),
        expected,
      );
    },
    async "among equals, each leg keeps the first by id, then by scope"({ store }) {
      const ops = SCOPES.toReversed().flatMap((scope) =>
        [4, 2, 3, 1].map((n) => putFound(n, { scope, terms: [n % 2 === 0 ? "even" : "odd"] })),
      );
      await store.write(ops);
      const fields = { within: [[]], reach: "below", limit: 5 } as const;
      const hits = await searchHits(store, [textLeg(["even"]), textLeg(["odd"])], fields);
      const first = (n: number): unknown[] => SCOPES.map((scope) => [n, scope]);
      assert.deepEqual(
        hits.map((hit) => [numberOf(hit), hit.scope]),
        [...first(2), [4, ["a"]], ...first(1), [3, ["a"]]],
      );
    },
  }),
  ...storeCases("search legs", ["text", "vector"], {
    async "records of two scopes with the same id have each their own scores"({ store }) {
      await store.write([
        putFound(1, { scope: ["a"], terms: ["cat"], vectors: [at(90)] }),
        putFound(1, { scope: ["b"], terms: ["dog"], vectors: [at(30)] }),
      ]);
      const fields = { within: [["b"], ["a"]], limit: 1 };
      const legs = [vectorLeg(at(0)), textLeg(["cat"])];
      const hits = await searchHits(store, legs, fields);
      const cat = scoreTerms([["cat"], ["dog"]], ["cat"]).get(0);
      expectHits(hits, [
        [1, cosine(30), undefined],
        [1, cosine(90), cat],
      ]);
      assert.deepEqual(
        hits.map(({ scope }) => scope),
        [["b"], ["a"]],
      );
    },
    async "the scores of every leg follow what is written"({ store }) {
      const legs = [textLeg(["cat"]), vectorLeg(at(0))];
      const fields = { terms: ["cat"], vectors: [at(60)] };
      await store.write([putFound(1, fields), putFound(2, fields), putFound(3, fields)]);
      const before = scoreTerms([["cat"], ["cat"], ["cat"]], ["cat"]).get(0);
      const expected = [1, 2, 3].map((n) => [n, before, cosine(60)] as const);
      expectHits(await searchHits(store, legs), expected);
      await store.write([
        putFound(1, { terms: ["dog"], vectors: [at(0)], version: 2 }),
        putOp(testRecord(2, { version: 2 }), { search: "keep" }),
        putOp(testRecord(3, { version: 2 }), { search: searchEntry("dog") }),
      ]);
      const after = scoreTerms([["dog"], ["cat"], ["dog"]], ["cat"]).get(1);
      expectHits(await searchHits(store, legs), [
        [2, after, cosine(60)],
        [1, undefined, 1],
      ]);
    },
  }),
];
