import assert from "node:assert/strict";

import type { CompleteStore } from "@kioku/core/toolkit";

import { pluck } from "../../lists.js";
import { rejectsWith } from "../../rejects-with.js";
import { instant, numberOf, putOp, searchEntry, testRecord } from "../../test-records.js";
import { expectNumbers } from "../expect.js";
import { at, cosine, expectHits, putFound, type ExpectedHit } from "../leg-records.js";
import { condition, metadata } from "../predicates.js";
import { searchHits, textLeg, vectorLeg } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";
import { DOCUMENTS, scoreTerms, writeTerms } from "../text-oracle.js";

/** Where the vector of each of `DOCUMENTS` points, in degrees; two have none. */
const ANGLES: readonly (number | undefined)[] = [undefined, 40, 20, 0, undefined, 60];
const cat = textLeg(["cat"]);
const east = vectorLeg(at(0));

async function writeBoth(store: CompleteStore): Promise<void> {
  const ops = DOCUMENTS.map((terms, n) => {
    const degrees = ANGLES[n];
    return putFound(n, { terms, vectors: degrees === undefined ? [] : [at(degrees)] });
  });
  await store.write(ops);
}

/** Returns the scores of `cat` and `east` for these records. */
function scored(...numbers: readonly number[]): readonly ExpectedHit[] {
  const byText = scoreTerms(DOCUMENTS, ["cat"]);
  return numbers.map((n) => {
    const degrees = ANGLES[n];
    return [n, byText.get(n), degrees === undefined ? undefined : cosine(degrees)];
  });
}

function swapped(hits: readonly ExpectedHit[]): readonly ExpectedHit[] {
  return hits.map(([n, ...scores]) => [n, ...scores.toReversed()]);
}

/** In the order of `scopeToPath`. */
const SCOPES = [["a"], ["b"], ["b!"], ["b", "c"]];

export const searchLegsCases: readonly StoreCase[] = [
  ...storeCases("search legs", ["text", "vector"], {
    async "the matches of all legs come once each: those of the first leg, best first, then the others by id"({
      store,
    }) {
      await writeBoth(store);
      expectHits(await searchHits(store, [cat, east]), scored(2, 0, 1, 3, 5));
      expectHits(await searchHits(store, [east, cat]), swapped(scored(3, 2, 1, 5, 0)));
    },
    async "the limit is that of each leg, and what one leg found has the scores of the others as well"({
      store,
    }) {
      await writeBoth(store);
      expectHits(await searchHits(store, [cat, east], { limit: 1 }), scored(2, 3));
      expectHits(await searchHits(store, [east, cat], { limit: 1 }), swapped(scored(3, 2)));
      expectHits(await searchHits(store, [cat, east], { limit: 2 }), scored(2, 0, 3));
      expectHits(await searchHits(store, [cat, east], { limit: 3 }), scored(2, 0, 1, 3));
      expectHits(await searchHits(store, [cat, vectorLeg(at(20))], { limit: 1 }), [
        [2, scoreTerms(DOCUMENTS, ["cat"]).get(2), 1],
      ]);
    },
    async "a leg that nothing matches brings nothing and has no scores"({ store }) {
      await writeBoth(store);
      const byText = scoreTerms(DOCUMENTS, ["cat"]);
      const expected: ExpectedHit[] = [2, 0, 1].map((n) => [n, byText.get(n), undefined]);
      for (const nobody of [textLeg(["nobody"]), textLeg([]), vectorLeg(at(0, "nowhere"))]) {
        expectHits(await searchHits(store, [cat, nobody]), expected);
        const others = expected.toSorted(([a], [b]) => a - b);
        expectHits(await searchHits(store, [nobody, cat]), swapped(others));
        expectHits(await searchHits(store, [nobody, nobody]), []);
      }
    },
    async "a vector that does not fit its space is refused, whichever leg it is"({ store }) {
      await writeBoth(store);
      const wide = { type: "vector", space: "space", values: Float32Array.of(1, 0, 0) } as const;
      for (const legs of [
        [cat, wide],
        [wide, cat],
        [east, wide],
      ]) {
        await rejectsWith("vector-space-mismatch", () => searchHits(store, legs));
      }
      expectNumbers(await searchHits(store, [east], { limit: 1 }), [3]);
    },
  }),
  ...storeCases("search legs", ["vector"], {
    async "vectors of two spaces are two legs, and each compares those of its own"({ store }) {
      await store.write([
        putFound(1, { vectors: [at(0, "old"), at(90, "new")] }),
        putFound(2, { vectors: [at(60, "old")] }),
        putFound(3, { vectors: [at(30, "new")] }),
        putFound(4, {}),
      ]);
      const legs = [vectorLeg(at(0, "old")), vectorLeg(at(0, "new"))];
      const expected: readonly ExpectedHit[] = [
        [1, 1, 0],
        [2, cosine(60), undefined],
        [3, undefined, cosine(30)],
      ];
      expectHits(await searchHits(store, legs), expected);
      expectHits(await searchHits(store, legs, { limit: 1 }), [
        [1, 1, 0],
        [3, undefined, cosine(30)],
      ]);
    },
  }),
  ...storeCases("search legs", ["text", "exact vector"], {
    async "every condition of a selection is applied before the limit of each leg"({ store }) {
      const hidden = [
        { kind: "other" },
        { metadata: { hide: true } },
        { archivedAt: instant(1) },
        { expiresAt: instant(50) },
        { validTo: instant(50) },
        { scope: ["elsewhere"] },
      ];
      const best = Array.from({ length: 30 }, (_, n) => {
        const vectors = [at(n / 100)];
        return putFound(n, { terms: ["cat", "cat"], vectors, ...hidden[n % hidden.length] });
      });
      const rest = [91, 92, 93].flatMap((n) => [
        putFound(n, { terms: ["cat", "dog", "bird"] }),
        putFound(n + 3, { vectors: [at(n)] }),
      ]);
      await store.write([...best, ...rest]);
      const where = condition(metadata("hide"), "eq", null);
      const selection = { kinds: ["note"], where, now: instant(50), validAt: instant(50) };
      const hits = await searchHits(store, [cat, east], { ...selection, limit: 2 });
      expectNumbers(hits, [91, 92, 94, 95]);
    },
  }),
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
        [...twice],
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
      const byText = scoreTerms([["cat"], ["dog"]], ["cat"]).get(0);
      expectHits(hits, [
        [1, cosine(30), undefined],
        [1, cosine(90), byText],
      ]);
      assert.deepEqual(pluck(hits, "scope"), [["b"], ["a"]]);
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
