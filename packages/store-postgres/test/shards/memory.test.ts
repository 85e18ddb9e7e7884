import { faultSchedules, isolationProbes, memoryConformance, queueWorkers } from "@kioku/testing";
import { expect, test } from "vitest";

import { bySize } from "../support/by-size.js";
import { shardedSchemas } from "../support/sharded-stores.js";

const { newName, make } = await shardedSchemas(3);
const isWhole = bySize(1, 0) === 1;

test.skipIf(!isWhole).for(memoryConformance(() => make(newName())))(
  "a memory over shards, $group: $name",
  async ({ run }) => {
    expect(await run()).toEqual({ status: "passed" });
  },
);

test.skipIf(!isWhole)(
  "random calls over shards see and change nothing of another scope",
  async () => {
    const probes = 100;
    const report = await isolationProbes(() => make(newName()), { probes, seed: 3 });
    expect(report).toMatchObject({ probes });
  },
);

test.skipIf(!isWhole)(
  "after failures and reopening nothing is lost or doubled over shards",
  async () => {
    let name = "";
    const create = (): ReturnType<typeof make> => make((name = newName()));
    const report = await faultSchedules(create, {
      reopenStore: () => make(name),
      schedules: 20,
      seed: 3_100_001,
    });
    expect(report.schedules).toBe(20);
    expect(report.reopened).toBeGreaterThan(0);
  },
);

test.skipIf(!isWhole)("workers of two stores give each text of all shards one vector", async () => {
  const name = newName();
  const stores = [make(name), make(name)];
  for (const store of stores) await store.open();
  const report = await queueWorkers(stores, { jobs: 400, workers: 6 });
  expect(report.completed).toBeGreaterThan(300);
  for (const store of stores) await store.close();
});
