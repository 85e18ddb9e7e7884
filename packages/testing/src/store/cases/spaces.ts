import assert from "node:assert/strict";

import type { CompleteStore, PutOp, SpaceOp, SpaceState, SpaceVector } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import {
  deleteOp,
  embedOp,
  instant,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { expectNumbers, snapshot } from "../expect.js";
import { listNumbers, vectorHits } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

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

const space = { id: "space", dimensions: 2 };
const east = spaceVector(space, [1, 0]);

function say(state: SpaceState, dimensions = 2, id = "space"): SpaceOp {
  return { op: "space", space: { id, dimensions }, state };
}

function put(n: number, version: number, content: string): PutOp {
  return putOp(testRecord(n, { version, content }));
}

async function statesOf(store: CompleteStore): Promise<string[]> {
  return (await store.spaces())
    .map(({ id, dimensions, state }) => `${id} ${dimensions} ${state}`)
    .toSorted();
}

export const spacesCases: readonly StoreCase[] = [
  ...storeCases("spaces", ["vector"], {
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
      await rejectsWith("vector-space-mismatch", () =>
        vectorHits(store, vectorIn("space", 1, 0, 0)),
      );
      await rejectsWith("vector-space-mismatch", () => vectorHits(store, vectorIn("space", 1)));
    },
  }),
  ...storeCases("space states", ["vector"], {
    async "a space is ready until somebody says otherwise, and then what was said last"({ store }) {
      await store.write([putOp(testRecord(1), { search: searchEntry("", [east]) })]);
      assert.deepEqual(await statesOf(store), ["space 2 ready"]);
      for (const state of ["building", "retired", "separate", "ready"] as const) {
        assert.deepEqual(await store.write([say(state)]), [{ applied: true }]);
        assert.deepEqual(await statesOf(store), [`space 2 ${state}`]);
        assert.deepEqual(await store.write([say(state)]), [{ applied: false }]);
      }
    },
    async "a space that is not known becomes known, whatever is said of it"({ store }) {
      const ops = [say("ready", 3, "a"), say("building", 4, "b"), say("retired", 5, "c")];
      const applied = ops.map(() => ({ applied: true }));
      assert.deepEqual(await store.write(ops), applied);
      assert.deepEqual(await statesOf(store), ["a 3 ready", "b 4 building", "c 5 retired"]);
      const vector = spaceVector({ id: "b", dimensions: 4 }, [1, 0, 0, 0]);
      assert.deepEqual(await vectorHits(store, vector), []);
    },
    async "vectors that are written and records that go do not change the state"({ store }) {
      const second = testRecord(2);
      await store.write([say("building"), putOp(second)]);
      await store.write([putOp(testRecord(1), { search: searchEntry("", [east]) })]);
      await store.write([embedOp(second, east)]);
      assert.deepEqual(await statesOf(store), ["space 2 building"]);
      await store.write([deleteOp(second, { purge: true }), deleteOp(testRecord(1))]);
      assert.deepEqual(await statesOf(store), ["space 2 building"]);
    },
    async "vectors of a space in any state are found"({ store }) {
      await store.write([putOp(testRecord(1), { search: searchEntry("", [east]) })]);
      for (const state of ["building", "retired", "separate", "ready"] as const) {
        await store.write([say(state)]);
        assert.equal((await vectorHits(store, east)).length, 1);
        assert.deepEqual(await store.vectors("space", [testRecord(1)]), [east.values]);
      }
    },
    async "a space op of another width is refused, and so is its whole batch"({ store }) {
      await store.write([putOp(testRecord(1), { search: searchEntry("", [east]) })]);
      const before = await snapshot(store);
      for (const wide of [say("retired", 3), say("ready", 3)]) {
        const ops = [putOp(testRecord(2)), say("building"), wide];
        await rejectsWith("vector-space-mismatch", () => store.write(ops));
        assert.deepEqual(await snapshot(store), before);
      }
    },
    async "a vector of another width than a space op said is refused"({ store }) {
      await store.write([say("building", 3)]);
      const narrow = putOp(testRecord(1), { search: searchEntry("", [east]) });
      await rejectsWith("vector-space-mismatch", () => store.write([narrow]));
      await rejectsWith("vector-space-mismatch", () =>
        store.write([say("ready", 4, "new"), say("ready", 5, "new")]),
      );
      assert.deepEqual(await statesOf(store), ["space 3 building"]);
    },
    async "a batch that fails has left states as they were"({ store }) {
      await store.write([say("building")]);
      const conflict = putOp(testRecord(9, { version: 5 }));
      const ops = [say("retired"), say("ready", 3, "new"), conflict];
      await rejectsWith("conflict", () => store.write(ops));
      assert.deepEqual(await statesOf(store), ["space 2 building"]);
      assert.deepEqual(await store.write([say("retired")]), [{ applied: true }]);
    },
    async "searchable records without a vector are counted: of all scopes, archived and expired ones too"({
      store,
    }) {
      assert.equal(await store.countMissingVectors("space"), 0);
      const records = [
        testRecord(1),
        testRecord(2, { scope: ["elsewhere", "below"] }),
        testRecord(3, { archivedAt: instant(1) }),
        testRecord(4, { expiresAt: instant(1) }),
        testRecord(5, { validTo: instant(1) }),
        testRecord(6, { scope: [] }),
      ];
      const hidden = putOp(testRecord(7), { search: "none" });
      const wordless = putOp(testRecord(8, { content: "" }));
      await store.write([...records.map((record) => putOp(record)), hidden, wordless]);
      for (const id of ["space", "unknown"]) assert.equal(await store.countMissingVectors(id), 7);
      await store.write([say("building")]);
      assert.equal(await store.countMissingVectors("space"), 7);
      for (const [n, record] of records.entries()) {
        await store.write([embedOp(record, east), embedOp(record, east)]);
        assert.equal(await store.countMissingVectors("space"), 6 - n);
      }
      assert.equal(await store.countMissingVectors("unknown"), 7);
    },
    async "the count follows texts that change, are hidden and go"({ store }) {
      const counts: number[] = [];
      const steps = [
        [put(1, 1, "a"), put(2, 1, "b")],
        [
          embedOp(testRecord(1, { content: "a" }), east),
          embedOp(testRecord(2, { content: "b" }), east),
        ],
        [put(1, 2, "a")],
        [put(1, 3, "changed")],
        [putOp(testRecord(1, { version: 4 }), { search: "keep" })],
        [putOp(testRecord(1, { version: 5 }), { search: "none" })],
        [put(1, 6, "again")],
        [deleteOp(testRecord(1))],
        [deleteOp(testRecord(2), { purge: true })],
      ];
      for (const step of steps) {
        await store.write(step);
        counts.push(await store.countMissingVectors("space"));
      }
      assert.deepEqual(counts, [2, 0, 0, 1, 1, 0, 1, 0, 0]);
      assert.deepEqual(await listNumbers(store), []);
    },
  }),
];
