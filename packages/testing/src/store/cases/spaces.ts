import assert from "node:assert/strict";

import type { SpaceVector } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { embedOp, putOp, searchEntry, spaceVector } from "../../test-ops.js";
import { testRecord } from "../../test-record.js";
import { expectNumbers, snapshot } from "../expect.js";
import { listNumbers, vectorHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

/** A vector in one of many spaces whose names a store could take for each other. */
function vectorIn(id: string, ...values: readonly number[]): SpaceVector {
  return spaceVector({ id, dimensions: values.length }, values);
}

const SPACES = [
  "openai/small@2",
  "OpenAI/small@2",
  "openai/small@2 ",
  "openai_small@2",
  "é",
  "e\u0301",
  "%",
  "'",
];

export const spaceCases: readonly StoreCase[] = storeCases("spaces", ["vector"], {
  async "an empty store has no spaces, and nothing is found in a space it does not know"({
    store,
  }) {
    assert.deepEqual(await store.spaces(), []);
    await store.write([
      putOp(testRecord(1), { search: searchEntry("", [vectorIn("known", 1, 0)]) }),
    ]);
    assert.deepEqual(await vectorHits(store, vectorIn("unknown", 1, 0)), []);
    assert.deepEqual(await vectorHits(store, vectorIn("unknown", 1, 0, 0)), []);
    assert.deepEqual(await store.spaces(), [{ id: "known", dimensions: 2, state: "ready" }]);
  },
  async "vectors of spaces whose names look alike never meet"({ store }) {
    await store.write(
      SPACES.map((id, n) =>
        putOp(testRecord(n), { search: searchEntry("", [vectorIn(id, 1, 0)]) }),
      ),
    );
    for (const [n, id] of SPACES.entries()) {
      expectNumbers(await vectorHits(store, vectorIn(id, 1, 0)), [n], `space ${id}`);
      const others = SPACES.flatMap((_, index) => (index === n ? [] : index));
      assert.deepEqual(await listNumbers(store, { missingVectorIn: id }), others);
    }
    const spaces = await store.spaces();
    assert.deepEqual(spaces.map(({ id }) => id).toSorted(), SPACES.toSorted());
  },
  async "a record may have a vector in each of several spaces of different width"({ store }) {
    const vectors = [vectorIn("two", 0, 1), vectorIn("three", 1, 0, 0), vectorIn("one", -1)];
    await store.write([putOp(testRecord(1), { search: searchEntry("", vectors) })]);
    for (const vector of vectors) {
      const [hit] = await vectorHits(store, vector);
      assert.ok(hit && hit.score > 0.999_999, vector.space.id);
      assert.deepEqual(await store.vectors(vector.space.id, [testRecord(1)]), [vector.values]);
    }
  },
  async "a put of another width than its space has is refused, and so is its whole batch"({
    store,
  }) {
    await store.write([
      putOp(testRecord(1), { search: searchEntry("", [vectorIn("space", 1, 0)]) }),
    ]);
    const before = await snapshot(store);
    const wide = putOp(testRecord(3), { search: searchEntry("", [vectorIn("space", 1, 0, 0)]) });
    await rejectsWith("vector-space-mismatch", () => store.write([putOp(testRecord(2)), wide]));
    assert.deepEqual(await snapshot(store), before);
  },
  async "an embed of another width than its space has is refused, and so is its whole batch"({
    store,
  }) {
    await store.write([
      putOp(testRecord(1), { search: searchEntry("", [vectorIn("space", 1, 0)]) }),
    ]);
    const wide = embedOp(testRecord(2), vectorIn("space", 1, 0, 0));
    await rejectsWith("vector-space-mismatch", () => store.write([putOp(testRecord(2)), wide]));
    assert.deepEqual(await listNumbers(store), [1]);
  },
  async "one batch cannot give a space two widths"({ store }) {
    const ops = [vectorIn("space", 1, 0), vectorIn("space", 1, 0, 0)].map((vector, n) =>
      putOp(testRecord(n), { search: searchEntry("", [vector]) }),
    );
    await rejectsWith("vector-space-mismatch", () => store.write(ops));
    assert.deepEqual(await store.spaces(), []);
    await store.write(ops.slice(1));
    assert.deepEqual(await store.spaces(), [{ id: "space", dimensions: 3, state: "ready" }]);
  },
  async "a search of another width than its space has is refused"({ store }) {
    await store.write([
      putOp(testRecord(1), { search: searchEntry("", [vectorIn("space", 1, 0)]) }),
    ]);
    await rejectsWith("vector-space-mismatch", () => vectorHits(store, vectorIn("space", 1, 0, 0)));
    await rejectsWith("vector-space-mismatch", () => vectorHits(store, vectorIn("space", 1)));
  },
});
