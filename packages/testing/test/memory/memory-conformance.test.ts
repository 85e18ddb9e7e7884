import { inMemoryStore } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { describe, expect, test } from "vitest";

import { memoryConformance } from "../../src/index.js";
import { replace } from "../../src/support/replace.js";
import { mapOps, mapSelections } from "../broken/break-store.js";
import type { Defect } from "../broken/break-store.js";
import { BROKEN_FOR_MEMORIES } from "./broken-for-memories.js";

const CASES = memoryConformance(inMemoryStore);
const GROUPS = new Set(CASES.map(({ group }) => group));

test.for(CASES)("$group: $name", async ({ run }) => {
  expect(await run()).toEqual({ status: "passed" });
});

test("no two cases of a group have the same name", () => {
  const names = CASES.map(({ group, name }) => `${group}: ${name}`);
  expect(names).toEqual([...new Set(names)]);
});

/** The first case of its group that a broken store fails. */
async function firstFailure({ group, breakStore }: Defect): Promise<string | undefined> {
  const cases = memoryConformance(() => breakStore(inMemoryStore()));
  for (const { name, run } of cases.filter((one) => one.group === group)) {
    try {
      await run();
    } catch {
      return name;
    }
  }
  return undefined;
}

describe("a broken store", () => {
  const tried = BROKEN_FOR_MEMORIES.filter(({ group }) => GROUPS.has(group));

  test.each(tried)("that $name fails a case of $group", async (defect) => {
    expect(await firstFailure(defect)).toBeDefined();
  });

  test("is there for every group", () => {
    expect(new Set(tried.map(({ group }) => group))).toEqual(GROUPS);
  });
});

function wrap(): CompleteStore {
  return mapSelections(
    mapOps(replace(inMemoryStore(), {}), (op) => op),
    (selection) => selection,
  );
}

test("a store that is wrapped and not broken fails no case", async () => {
  const failures: string[] = [];
  for (const { group, name, run } of memoryConformance(wrap)) {
    await run().catch((error: unknown) => failures.push(`${group}: ${name}: ${String(error)}`));
  }
  expect(failures).toEqual([]);
});
