import type { CompleteStore, SpaceVector, WriteOp } from "@kioku/core/toolkit";

import { deleteOp, spaceVector } from "../../test-ops.js";
import { testRecord } from "../../test-record.js";
import { dot, expectHits, putFound } from "../leg-records.js";
import type { ExpectedHit } from "../leg-records.js";
import { seededRandom } from "../random.js";
import { searchHits, textLeg, vectorLeg } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";
import { scoreTerms } from "../text-oracle.js";

const SIZE = 1_500;
const WORDS = ["cat", "dog", "bird", "fish", "ant", "bee", "cow", "owl"];
const space = { id: "space", dimensions: 16 };

/** Terms and vectors of a record. */
interface Found {
  readonly terms: readonly string[];
  readonly vectors: readonly SpaceVector[];
}

function randomVector(random: () => number): SpaceVector {
  return spaceVector(
    space,
    Array.from({ length: space.dimensions }, () => random() - 0.5),
  );
}

function randomFound(random: () => number): Found {
  const length = Math.floor(random() * 12);
  const terms = Array.from({ length }, () => WORDS[Math.floor(random() * 8)] ?? "");
  return { terms, vectors: random() < 0.8 ? [randomVector(random)] : [] };
}

/** The hits that comparing everything with everything finds. */
function expectedHits(
  model: ReadonlyMap<number, Found>,
  legs: { readonly terms: readonly string[]; readonly vector: SpaceVector },
  limit: number,
): readonly ExpectedHit[] {
  const numbers = [...model.keys()];
  const documents = numbers.map((n) => model.get(n)?.terms ?? []);
  const byText = scoreTerms(documents, legs.terms);
  const all = numbers.map((n, index): readonly [number, number | undefined, number | undefined] => {
    const [own] = model.get(n)?.vectors ?? [];
    return [n, own && dot(own.values, legs.vector.values), byText.get(index)];
  });
  const found = new Set<number>();
  for (const leg of [1, 2] as const) {
    const matches = all.filter((hit) => hit[leg] !== undefined);
    const best = matches.toSorted((a, b) => (b[leg] ?? 0) - (a[leg] ?? 0) || a[0] - b[0]);
    for (const [n] of best.slice(0, limit)) found.add(n);
  }
  return all
    .filter(([n]) => found.has(n))
    .map(([n, vector, text]): ExpectedHit => [n, vector, text])
    .toSorted((a, b) => (b[1] ?? -2) - (a[1] ?? -2) || a[0] - b[0]);
}

/**
 * Searches three times each: a store may answer the second and the third from what it remembers.
 */
async function checkSearches(
  store: CompleteStore,
  model: ReadonlyMap<number, Found>,
  random: () => number,
): Promise<void> {
  for (const limit of [1, 20, 400]) {
    const terms = [...new Set(randomFound(random).terms), "owl", "nobody"].slice(0, 3);
    const vector = randomVector(random);
    const expected = expectedHits(model, { terms, vector }, limit);
    for (const time of ["first", "second", "third"]) {
      const hits = await searchHits(store, [vectorLeg(vector), textLeg(terms)], { limit });
      expectHits(hits, expected, `the ${time} search for ${limit}`);
    }
  }
}

export const searchLegScaleCases: readonly StoreCase[] = storeCases(
  "search legs",
  ["text", "exact vector"],
  {
    async "1,500 records are searched exactly by two legs, again and again, before and after changes"({
      store,
    }) {
      const random = seededRandom(7);
      const model = new Map<number, Found>();
      for (let n = 0; n < SIZE; n += 1) model.set(n, randomFound(random));
      await store.write([...model].map(([n, found]) => putFound(n, { ...found })));
      await checkSearches(store, model, random);
      const ops: WriteOp[] = [];
      for (let n = 0; n < SIZE; n += 7) {
        const found = randomFound(random);
        if (n % 2 === 0) ops.push(putFound(n, { ...found, version: 2 }));
        else ops.push(deleteOp(testRecord(n)));
        if (n % 2 === 0) model.set(n, found);
        else model.delete(n);
      }
      await store.write(ops);
      await checkSearches(store, model, random);
    },
  },
);
