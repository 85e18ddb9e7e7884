import assert from "node:assert/strict";

import type { Scope } from "@kioku/core";
import type { CompleteStore, SpaceVector, WriteOp } from "@kioku/core/toolkit";
import { isWithin } from "@kioku/core/toolkit";

import { deleteOp, embedOp, putOp, searchEntry, spaceVector } from "../../test-ops.js";
import { numberOf, testRecord } from "../../test-record.js";
import { expectClose, expectRanked } from "../expect.js";
import { dot } from "../leg-records.js";
import { seededRandom } from "../random.js";
import { vectorHits } from "../requests.js";
import type { LegHit, SearchFields } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

const SIZE = 3_000;
const space = { id: "space", dimensions: 32 };
const TOP: Scope = ["test"];

/** Expected vector of each record that has one, by its number. */
type Model = Map<number, SpaceVector>;

function randomVector(random: () => number): SpaceVector {
  return spaceVector(
    space,
    Array.from({ length: space.dimensions }, () => random() - 0.5),
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
  for (let n = 0; n < SIZE; n += 1) model.set(n, randomVector(random));
  const ops = [...model].map(([n, vector]) =>
    putOp(record(n), { search: searchEntry(record(n).content, [vector]) }),
  );
  await store.write(ops.slice(0, SIZE / 2));
  await store.write(ops.slice(SIZE / 2));
  return model;
}

/** Deletes every fifth record, rewrites and re-embeds others, and does the same to the model. */
async function change(store: CompleteStore, model: Model, random: () => number): Promise<void> {
  const ops: WriteOp[] = [];
  for (let n = 0; n < SIZE; n += 1) {
    const vector = randomVector(random);
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

async function checkSearches(
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
    const query = randomVector(random);
    const cosines = new Map<number, number>();
    for (const [n, vector] of model) {
      const isThere = within.some((scope) => isWithin(scopeOf(n), scope));
      const isExact = reach === "below" || scopeOf(n).length === within[0]?.length;
      const isKind = kinds === undefined || kinds.includes(record(n).kind);
      if (isThere && isExact && isKind) cosines.set(n, dot(vector.values, query.values));
    }
    const limit = [10, 100, SIZE, 7][index] ?? 10;
    expectNearest(await vectorHits(store, query, { ...fields, limit }), cosines, limit);
  }
}

export const vectorScaleCases: readonly StoreCase[] = storeCases(
  "vector search",
  ["exact vector"],
  {
    async "3,000 records are searched exactly, before and after updates, deletions and re-embedding"({
      store,
    }) {
      const random = seededRandom(42);
      const model = await writeModel(store, random);
      await checkSearches(store, model, random);
      await change(store, model, random);
      await checkSearches(store, model, random);
      const refs = Array.from({ length: SIZE }, (_, n) => record(n));
      const vectors = await store.vectors(space.id, refs);
      assert.deepEqual(
        vectors,
        refs.map((_, n) => model.get(n)?.values),
      );
    },
  },
);
