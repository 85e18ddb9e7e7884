import assert from "node:assert/strict";

import type { SpaceOp, SpaceState, VectorSpace } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { embedOp, putOp, searchEntry, spaceVector, testRecord } from "../../test-records.js";
import { storeCases, type StoreCase } from "../store-case.js";

const space: VectorSpace = { id: "space", dimensions: 2 };
const vector = spaceVector(space, [1, 0]);
const start: SpaceOp = { op: "space", space, state: "building", unlessKnown: true };
const STATES: readonly SpaceState[] = ["ready", "building", "retired", "separate"];

export const startingSpaceCases: readonly StoreCase[] = storeCases("starting spaces", ["vector"], {
  async "a space that starts in the batch of its first vector is what that batch says"({ store }) {
    const put = putOp(testRecord(1), { search: searchEntry("", [vector]) });
    const [started] = await store.write([start, put]);
    assert.deepEqual(started, { applied: true });
    assert.deepEqual(await store.spaces(), [{ ...space, state: "building" }]);
    const other = { ...space, id: "other" };
    const { textHash } = searchEntry("");
    const embed = embedOp(testRecord(1), spaceVector(other, [0, 1]), { textHash });
    await store.write([{ ...start, space: other }, embed]);
    const found = (await store.spaces()).find(({ id }) => id === "other");
    assert.deepEqual(found, { ...other, state: "building" });
  },
  async "with unlessKnown a space that is known stays what it is"({ store }) {
    for (const state of STATES) {
      await store.write([{ op: "space", space, state }]);
      assert.deepEqual(await store.write([start]), [{ applied: false }], state);
      assert.deepEqual(await store.spaces(), [{ ...space, state }]);
    }
  },
  async "with unlessKnown another width than the space has is refused all the same"({ store }) {
    await store.write([start]);
    const wide: SpaceOp = { ...start, space: { ...space, dimensions: 3 } };
    await rejectsWith("vector-space-mismatch", () => store.write([wide]));
  },
  async "a space that was dropped can start again"({ store }) {
    await store.write([{ op: "space", space, state: "ready" }]);
    await store.dropSpace(space.id);
    assert.deepEqual(await store.write([start]), [{ applied: true }]);
    assert.deepEqual(await store.spaces(), [{ ...space, state: "building" }]);
  },
});
