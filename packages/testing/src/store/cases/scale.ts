import assert from "node:assert/strict";

import type { Scope } from "@kioku/core";
import { isWithin, type CompleteStore, type SpaceVector, type WriteOp } from "@kioku/core/toolkit";

import { seededRandom } from "../../support/picker.js";
import {
  deleteOp,
  embedOp,
  numberOf,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { expectClose, expectRanked } from "../expect.js";
import { dot, expectHits, putFound, type ExpectedHit } from "../leg-records.js";
import { searchHits, textLeg, vectorHits, vectorLeg } from "../requests.js";
import type { LegHit, SearchFields } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";
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

const VECTORS = 3_000;
const wide = { id: "space", dimensions: 32 };
const TOP: Scope = ["test"];

/** Expected vector of each record that has one, by its number. */
type Model = Map<number, SpaceVector>;

function wideVector(random: () => number): SpaceVector {
  return spaceVector(
    wide,
    Array.from({ length: wide.dimensions }, () => random() - 0.5),
  );
}

/** Two of three records are in the scope itself, the others in scopes below it. */
function scopeOf(n: number): Scope {
  return n % 3 === 0 ? [...TOP, `below ${n % 7}`] : TOP;
}

function record(n: number, version = 1): ReturnType<typeof testRecord> {
  return testRecord(n, { scope: scopeOf(n), version, kind: n % 10 === 0 ? "rare" : "note" });
}

async function writeModel(store: CompleteStore, random: () => number): Promise<Model> {
  const model: Model = new Map();
  for (let n = 0; n < VECTORS; n += 1) model.set(n, wideVector(random));
  const ops = [...model].map(([n, vector]) =>
    putOp(record(n), { search: searchEntry(record(n).content, [vector]) }),
  );
  await store.write(ops.slice(0, VECTORS / 2));
  await store.write(ops.slice(VECTORS / 2));
  return model;
}

/** Deletes every fifth record, rewrites and re-embeds others, and does the same to the model. */
async function change(store: CompleteStore, model: Model, random: () => number): Promise<void> {
  const ops: WriteOp[] = [];
  for (let n = 0; n < VECTORS; n += 1) {
    const vector = wideVector(random);
    if (n % 5 === 0) ops.push(deleteOp(record(n)));
    else if (n % 5 === 1)
      ops.push(putOp(record(n, 2), { search: searchEntry(`new ${n}`, [vector]) }));
    else if (n % 5 === 2) ops.push(embedOp(record(n), vector));
    else if (n % 50 === 3) ops.push(putOp(record(n, 2), { search: searchEntry(`new ${n}`) }));
    else continue;
    if (n % 5 === 0 || n % 5 === 3) model.delete(n);
    else model.set(n, vector);
  }
  await store.write(ops);
}

/** Fails unless the hits are what comparing with every vector finds. */
function expectNearest(
  hits: readonly LegHit[],
  cosines: ReadonlyMap<number, number>,
  limit: number,
): void {
  expectRanked(hits);
  const best = [...cosines.values()].toSorted((a, b) => b - a).slice(0, limit);
  assert.equal(hits.length, best.length);
  for (const [index, hit] of hits.entries()) {
    expectClose(hit.score, best[index] ?? 0, 1e-6);
    expectClose(hit.score, cosines.get(numberOf(hit)) ?? Number.NaN, 1e-6);
    assert.deepEqual(hit.scope, scopeOf(numberOf(hit)));
  }
}

async function checkVectorSearches(
  store: CompleteStore,
  model: Model,
  random: () => number,
): Promise<void> {
  const selections: SearchFields[] = [
    { within: [TOP], reach: "here" },
    { within: [TOP], reach: "below" },
    { within: [TOP], reach: "below", kinds: ["rare"] },
    { within: [[...TOP, "below 3"]], reach: "here" },
  ];
  for (const [index, fields] of selections.entries()) {
    const { within = [], reach, kinds } = fields;
    const query = wideVector(random);
    const cosines = new Map<number, number>();
    for (const [n, vector] of model) {
      const isThere = within.some((scope) => isWithin(scopeOf(n), scope));
      const isExact = reach === "below" || scopeOf(n).length === within[0]?.length;
      const isKind = kinds === undefined || kinds.includes(record(n).kind);
      if (isThere && isExact && isKind) cosines.set(n, dot(vector.values, query.values));
    }
    const limit = [10, 100, VECTORS, 7][index] ?? 10;
    expectNearest(await vectorHits(store, query, { ...fields, limit }), cosines, limit);
  }
}

export const scaleCases: readonly StoreCase[] = [
  ...storeCases("search legs", ["text", "exact vector"], {
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
  }),
  ...storeCases("vector search", ["exact vector"], {
    async "3,000 records are searched exactly, before and after updates, deletions and re-embedding"({
      store,
    }) {
      const random = seededRandom(42);
      const model = await writeModel(store, random);
      await checkVectorSearches(store, model, random);
      await change(store, model, random);
      await checkVectorSearches(store, model, random);
      const refs = Array.from({ length: VECTORS }, (_, n) => record(n));
      const vectors = await store.vectors(wide.id, refs);
      assert.deepEqual(
        vectors,
        refs.map((_, n) => model.get(n)?.values),
      );
    },
  }),
];
