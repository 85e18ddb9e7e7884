import assert from "node:assert/strict";

import type { CompleteStore, SpaceVector } from "@kioku/core/toolkit";

import { pluck } from "../../lists.js";
import {
  embedOp,
  instant,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { expectNumbers } from "../expect.js";
import { EVERYWHERE, listAll, listNumbers, select, textHits, vectorHits } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

/** More than a store may want to look at one by one. */
const MANY = 150;

function vectorIn(id: string, ...values: readonly number[]): SpaceVector {
  return spaceVector({ id, dimensions: values.length }, values);
}

/** Records 0 to `MANY` - 1, each with a vector of its own in this space and in "other". */
async function writeMany(store: CompleteStore, id: string): Promise<void> {
  const ops = Array.from({ length: MANY }, (_, n) => {
    const vectors = [vectorIn(id, 1, n), vectorIn("other", 1, n)];
    return putOp(testRecord(n), { search: searchEntry(`memory number ${n}`, vectors) });
  });
  await store.write(ops);
}

/** Asks three times: what a store remembers of a space must go with it. */
async function searchThrice(store: CompleteStore, vector: SpaceVector): Promise<number> {
  const counts: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    counts.push((await vectorHits(store, vector, { limit: 1_000 })).length);
  }
  assert.equal(new Set(counts).size, 1, `found ${counts.join()} in three searches`);
  return counts[0] ?? 0;
}

export const spaceDropCases: readonly StoreCase[] = storeCases("space drops", ["exact vector"], {
  async "dropping a space removes it with all its vectors and says how many those were"({ store }) {
    await writeMany(store, "space");
    assert.equal(await searchThrice(store, vectorIn("space", 1, 0)), MANY);
    assert.equal(await store.dropSpace("space"), MANY);
    assert.equal(await searchThrice(store, vectorIn("space", 1, 0)), 0);
    assert.equal(await searchThrice(store, vectorIn("space", 1, 0, 0)), 0);
    const records = await listAll(store);
    const vectors = await store.vectors("space", records);
    assert.ok(vectors.every((vector) => vector === undefined));
    assert.deepEqual(pluck(await store.spaces(), "id"), ["other"]);
  },
  async "it removes vectors of all scopes, and of archived, expired and retired records"({
    store,
  }) {
    const vector = vectorIn("space", 1, 0);
    const records = [
      testRecord(1),
      testRecord(2, { scope: ["elsewhere"] }),
      testRecord(3, { archivedAt: instant(1) }),
      testRecord(4, { expiresAt: instant(1) }),
      testRecord(5, { validTo: instant(1), scope: [] }),
    ];
    await store.write(
      records.map((record) => putOp(record, { search: searchEntry("", [vector]) })),
    );
    assert.equal(await store.dropSpace("space"), 5);
    assert.deepEqual(await vectorHits(store, vector, EVERYWHERE), []);
    assert.equal(await store.countMissingVectors("space"), 5);
    expectNumbers(await listAll(store, EVERYWHERE), [1, 2, 3, 4, 5]);
  },
  async "a space that is not known is dropped as 0 vectors, and so is one that was dropped or is empty"({
    store,
  }) {
    await store.write([putOp(testRecord(1), { search: searchEntry("", [vectorIn("space", 1)]) })]);
    await store.write([{ op: "space", space: { id: "empty", dimensions: 2 }, state: "building" }]);
    const dropped: number[] = [];
    for (const id of ["unknown", "empty", "space", "space", "Space"]) {
      dropped.push(await store.dropSpace(id));
    }
    assert.deepEqual(dropped, [0, 0, 1, 0, 0]);
    assert.deepEqual(await store.spaces(), []);
  },
  async "other spaces, also of names that look alike, keep their vectors, states and hits"({
    store,
  }) {
    const ids = ["a", "A", "a ", "a%", "é", "e\u0301"];
    const vectors = ids.map((id) => vectorIn(id, 1, 0));
    await store.write([putOp(testRecord(1), { search: searchEntry("", vectors) })]);
    await store.write([{ op: "space", space: { id: "A", dimensions: 2 }, state: "retired" }]);
    const left = new Set(ids);
    // Of two that look alike once the first goes first, once the second.
    for (const id of ["A", "a", "a%", "a ", "é", "e\u0301"]) {
      assert.equal(await store.dropSpace(id), 1, `dropping ${JSON.stringify(id)}`);
      left.delete(id);
      const spaces = (await store.spaces()).map((space) => space.id);
      assert.deepEqual(spaces.toSorted(), [...left].toSorted());
      for (const other of vectors) {
        const expected = left.has(other.space.id) ? 1 : 0;
        assert.equal((await vectorHits(store, other)).length, expected);
      }
      const retired = (await store.spaces()).filter(({ state }) => state === "retired");
      assert.equal(retired.length, left.has("A") ? 1 : 0);
    }
  },
  async "records stay: they are found by words, list what they miss, and make no version"({
    store,
  }) {
    await writeMany(store, "space");
    const before = await listAll(store);
    await store.dropSpace("space");
    assert.deepEqual(await listAll(store), before);
    assert.equal((await listNumbers(store, { missingVectorIn: "space" })).length, MANY);
    assert.deepEqual(await listNumbers(store, { missingVectorIn: "other" }), []);
    assert.equal(await store.countMissingVectors("other"), 0);
    assert.equal(await searchThrice(store, vectorIn("other", 1, 0)), MANY);
    if (store.capabilities.text) expectNumbers(await textHits(store, ["149"]), [149]);
  },
  async "a name is free after the drop: for vectors of another width, which meet none of the old ones"({
    store,
  }) {
    for (const [round, width] of [2, 40, 3, 2].entries()) {
      const values = (n: number): number[] =>
        Array.from({ length: width }, (_, index) => (index === 0 ? 1 : n));
      const space = { id: "space", dimensions: width };
      if (round === 0) await writeMany(store, "other");
      await store.write([{ op: "space", space, state: "building" }]);
      const records = await listAll(store);
      // Other ones in each round: who still had those of the round before would find too many.
      const some = records.filter((_, n) => n % 2 === round % 2);
      const ops = some.map((record, n) => embedOp(record, spaceVector(space, values(n))));
      for (const half of [ops.slice(0, 40), ops.slice(40)]) {
        await store.write(half);
        await searchThrice(store, spaceVector(space, values(1)));
      }
      const query = spaceVector(space, values(0));
      assert.equal(await searchThrice(store, query), some.length);
      const [best] = await vectorHits(store, query, { limit: 1 });
      assert.ok(best && best.score > 0.999_99, `best at width ${width} is ${best?.score}`);
      expectNumbers([best], [round % 2]);
      assert.equal(await store.dropSpace("space"), some.length);
      assert.equal(await searchThrice(store, query), 0);
    }
  },
  async "a space that is used again after its drop is ready, whatever it was"({ store }) {
    const vector = vectorIn("space", 1, 0);
    const record = testRecord(1);
    await store.write([putOp(record), embedOp(record, vector)]);
    await store.write([{ op: "space", space: vector.space, state: "retired" }]);
    await store.dropSpace("space");
    await store.write([embedOp(record, vector)]);
    assert.deepEqual(await store.spaces(), [{ ...vector.space, state: "ready" }]);
    expectNumbers(await vectorHits(store, vector, select()), [1]);
  },
});
