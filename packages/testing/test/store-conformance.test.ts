import { inMemoryStore } from "@kioku/core";
import { STORE_METHODS } from "@kioku/core/toolkit";
import type { CompleteStore, StoreCapabilities, StoreGroup } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { memoryConformance, storeConformance, type ConformanceCase } from "../src/index.js";
import { replace } from "../src/support/replace.js";

const NOTHING: StoreCapabilities = { vector: "none", text: false };

const APPROXIMATE: StoreCapabilities = { vector: "approximate", text: true };

const GROUPS = Object.keys(STORE_METHODS) as StoreGroup[];

/** Makes a store without these groups of methods. */
function storeWithout(...groups: readonly StoreGroup[]): CompleteStore {
  const names = groups.flatMap((group) => STORE_METHODS[group]);
  return replace(inMemoryStore(), {
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    ...(groups.includes("vectors") ? { capabilities: { vector: "none", text: true } } : {}),
  });
}

/** Makes a store that has the six methods that every store has, and claims nothing else. */
function bareStore(): CompleteStore {
  return replace(storeWithout(...GROUPS), { capabilities: NOTHING, queue: undefined });
}

/** Runs cases of both suites and returns those that fail, and what was missing for the others. */
async function runAll(
  create: () => CompleteStore,
  isChosen: (one: ConformanceCase, index: number) => boolean = () => true,
): Promise<{ readonly failures: string[]; readonly missing: string[] }> {
  const failures: string[] = [];
  const missing: string[] = [];
  const cases = [...storeConformance(create), ...memoryConformance(create)];
  for (const { group, name, run } of cases.filter(isChosen)) {
    try {
      const outcome = await run();
      if (outcome.status === "skipped") missing.push(outcome.missing);
    } catch (error) {
      failures.push(`${group}: ${name}: ${String(error)}`);
    }
  }
  return { failures, missing };
}

test("no two cases of a group have the same name", () => {
  const names = storeConformance(inMemoryStore).map(({ group, name }) => `${group}: ${name}`);
  expect(names).toEqual([...new Set(names)]);
});

test("a case whose requirement the store does not meet is skipped and names it", async () => {
  const all = [...storeConformance(bareStore), ...memoryConformance(bareStore)];
  const cases = all.filter(({ requires }) => requires.length > 0);
  const outcomes = await Promise.all(cases.map(({ run }) => run()));
  expect(outcomes).toEqual(
    cases.map(({ requires: [missing] }) => ({ status: "skipped", missing })),
  );
});

test("an approximate store is not asked for the exact nearest", async () => {
  const cases = storeConformance(() => replace(inMemoryStore(), { capabilities: APPROXIMATE }));
  const exact = cases.filter(({ requires }) => requires.includes("exact vector"));
  const outcomes = await Promise.all(exact.map(({ run }) => run()));
  expect(outcomes).toEqual(exact.map(() => ({ status: "skipped", missing: "exact vector" })));
});

test("a store that only keeps records passes every case that requires nothing more", async () => {
  const { failures, missing } = await runAll(bareStore);
  expect(failures).toEqual([]);
  expect(missing.length).toBeGreaterThan(200);
});

const IS_FULL = process.env["KIOKU_TEST_SIZE"] === "full";

test.each(GROUPS)(
  `a store without %s fails no case${IS_FULL ? "" : " of a ninth"}, and what it skips names that`,
  async (group) => {
    const named: readonly string[] = group === "vectors" ? ["vector", "exact vector"] : [group];
    const turn = GROUPS.indexOf(group) % 9;
    const { failures, missing } = await runAll(
      () => storeWithout(group),
      ({ requires }, index) =>
        IS_FULL || index % 9 === turn || requires.some((one) => named.includes(one)),
    );
    expect(failures).toEqual([]);
    expect(missing.filter((one) => !named.includes(one))).toEqual([]);
    expect(missing.length).toBeGreaterThan(0);
  },
);

test("every store that a case made is closed, whether it passes or fails", async () => {
  const made: CompleteStore[] = [];
  const cases = storeConformance(() => {
    const store = replace(inMemoryStore(), { list: () => Promise.reject(new Error("broken")) });
    made.push(store);
    return store;
  });
  const some = cases.filter(({ group }) => ["paging", "lifecycle", "history"].includes(group));
  await Promise.allSettled(some.map(({ run }) => run()));
  expect(made.length).toBeGreaterThan(some.length);
  for (const store of made) {
    await expect(store.spaces()).rejects.toMatchObject({ code: "closed" });
  }
});
