import assert from "node:assert/strict";

import type { CompleteStore, PutOp, SpaceVector } from "@kioku/core/toolkit";

import { putOp, searchEntry, spaceVector, testRecord } from "../../test-records.js";
import { expectNumbers } from "../expect.js";
import { vectorHits } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

const one = { id: "one", dimensions: 2 };
const other = { id: "other", dimensions: 3 };
const east = spaceVector(one, [1, 0]);
const north = spaceVector(one, [0, 1]);
const up = spaceVector(other, [0, 0, 1]);

/** A version of record 1. */
function version(n: number, search: PutOp["search"]): PutOp {
  return putOp(testRecord(1, { version: n }), { search });
}

/** The vectors of record 1 in both spaces. */
async function bothVectors(store: CompleteStore): Promise<(Float32Array | undefined)[]> {
  const refs = [testRecord(1)];
  return [...(await store.vectors("one", refs)), ...(await store.vectors("other", refs))];
}

export const vectorUpkeepCases: readonly StoreCase[] = storeCases(
  "vectors of a record",
  ["vector"],
  {
    async "vectors come back bit by bit, in the order asked, undefined where there is none"({
      store,
    }) {
      const space = { id: "wide", dimensions: 1_024 };
      const wide = [1, 2, 3].map((n): SpaceVector =>
        spaceVector(
          space,
          Array.from({ length: 1_024 }, (_, index) => Math.sin(n * index + n) - 1e-20),
        ),
      );
      const records = wide.map((_, n) => testRecord(n));
      const ops = records.map((record, n) =>
        putOp(record, { search: searchEntry("", wide.slice(n, n + 1)) }),
      );
      await store.write([...ops, putOp(testRecord(8))]);
      const refs = [
        testRecord(2),
        testRecord(8),
        testRecord(0),
        testRecord(9),
        testRecord(1),
        testRecord(2),
      ];
      const expected = [2, 8, 0, 9, 1, 2].map((n) => wide[n]?.values);
      assert.deepEqual(await store.vectors("wide", refs), expected);
      assert.deepEqual(
        await store.vectors("nobody", refs),
        refs.map(() => undefined),
      );
      assert.deepEqual(await store.vectors("wide", []), []);
    },
    async "keep leaves the vectors as they are"({ store }) {
      await store.write([version(1, searchEntry("text", [east, up])), version(2, "keep")]);
      assert.deepEqual(await bothVectors(store), [east.values, up.values]);
      expectNumbers(await vectorHits(store, up), [1]);
    },
    async "none drops the vectors, and keep does not bring them back"({ store }) {
      await store.write([version(1, searchEntry("text", [east, up])), version(2, "none")]);
      assert.deepEqual(await bothVectors(store), [undefined, undefined]);
      expectNumbers(await vectorHits(store, east), []);
      await store.write([version(3, "keep"), version(4, searchEntry("text"))]);
      assert.deepEqual(await bothVectors(store), [undefined, undefined]);
    },
    async "another text drops the vectors of the text before, in every space"({ store }) {
      await store.write([version(1, searchEntry("text", [east, up]))]);
      await store.write([version(2, searchEntry("changed", [north]))]);
      assert.deepEqual(await bothVectors(store), [north.values, undefined]);
      expectNumbers(await vectorHits(store, up), []);
      await store.write([version(3, searchEntry("changed again"))]);
      assert.deepEqual(await bothVectors(store), [undefined, undefined]);
      expectNumbers(await vectorHits(store, north), []);
    },
    async "the same text keeps its vectors, and new ones are added or take their place"({ store }) {
      await store.write([version(1, searchEntry("text", [east]))]);
      await store.write([version(2, searchEntry("text", [up]))]);
      assert.deepEqual(await bothVectors(store), [east.values, up.values]);
      await store.write([version(3, searchEntry("text", [north]))]);
      assert.deepEqual(await bothVectors(store), [north.values, up.values]);
      const [hit] = await vectorHits(store, north);
      assert.ok(hit && hit.score > 0.999_999, "search still sees the vector before");
    },
  },
);
