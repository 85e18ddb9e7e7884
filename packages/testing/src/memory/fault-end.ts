import { equal, ok } from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";

import { allPages } from "../lists.js";
import { isVectorOf } from "../support/faulty-embedder.js";
import type { FaultWorld } from "./fault-world.js";

/** More turns of the background than any schedule needs. */
const MAX_TURNS = 500;

/**
 * Heals the embedders, lets the background and `reindex` finish, and checks that nothing is lost,
 * doubled, pending or mixed up.
 */
export async function checkEnd(world: FaultWorld): Promise<void> {
  world.setFaultiness(0);
  await finishBackground(world);
  const records = await readAll(world);
  const before = await countWithoutVector(world, records);
  if (!world.wasReopened) equal(before, 0, "the background left records without a vector");
  world.counts.reindexed += await world.memory.reindex();
  const [first] = world.embedders;
  ok(first);
  equal(await world.store.countMissingVectors(first.id), 0, "vectors are pending after reindex");
  equal(await world.memory.reindex(), 0, "a second reindex finds nothing to do");
  await checkVectors(world, await readAll(world));
  for (const scope of world.scopes) {
    world.known(scope).check(records.filter((record) => record.scope[0] === scope));
  }
}

async function finishBackground(world: FaultWorld): Promise<void> {
  const { timers } = world;
  await world.settle();
  for (let turn = 0; timers.waiting > 0; turn += 1) {
    ok(turn < MAX_TURNS, "the background does not come to an end");
    timers.runNext();
    await world.settle();
  }
}

async function readAll({ memory }: FaultWorld): Promise<readonly MemoryRecord[]> {
  const query = { reach: "below", includeArchived: true, limit: 200 } as const;
  return allPages((cursor) => memory.list({ ...query, cursor }));
}

/** Of those that are to be found by meaning. */
async function countWithoutVector(
  world: FaultWorld,
  records: readonly MemoryRecord[],
): Promise<number> {
  let missing = records.filter(({ scope: [scope = ""], id }) => {
    return world.known(scope).records.get(id)?.searchable;
  });
  for (const { id } of world.embedders) {
    const vectors = await world.store.vectors(id, missing);
    missing = missing.filter((_, index) => !vectors[index]);
  }
  return missing.length;
}

async function checkVectors(world: FaultWorld, records: readonly MemoryRecord[]): Promise<void> {
  for (const { id } of world.embedders) {
    const vectors = await world.store.vectors(id, records);
    for (const [index, record] of records.entries()) {
      const vector = vectors[index];
      if (vector) ok(isVectorOf(vector, id, record.content), "a vector is on the wrong text");
    }
  }
}
