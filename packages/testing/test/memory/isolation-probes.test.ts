import { inMemoryStore } from "@kioku/core";
import { expect, test } from "vitest";

import { isolationProbes } from "../../src/index.js";
import type { IsolationProbesReport } from "../../src/index.js";
import { MANY_LOOK_ALIKES } from "../../src/memory/many-look-alikes.js";
import { PROBED_VERBS } from "../../src/memory/probes/all-probes.js";
import { replace } from "../../src/support/replace.js";
import { testMemory } from "../../src/support/test-memory.js";
import { LEAKS } from "./leaky-stores.js";

const IS_FULL = process.env["KIOKU_TEST_SIZE"] === "full";
/** Set `KIOKU_PROBES=10000` for more. */
const PROBES = Number(process.env["KIOKU_PROBES"] ?? 700);

/** Every sixth leak, or all. */
const TRIED = LEAKS.filter((_, n) => IS_FULL || n % 6 === 0);

function verbsOf(report: IsolationProbesReport): readonly string[] {
  return Object.keys(report.byVerb).toSorted();
}

test("there are 200 look-alike scopes, all of them different", () => {
  expect(MANY_LOOK_ALIKES).toHaveLength(200);
  expect(new Set(MANY_LOOK_ALIKES.map((scope) => JSON.stringify(scope))).size).toBe(200);
});

test("every verb of a memory is probed", () => {
  const verbs = Object.getOwnPropertyNames(
    Object.getPrototypeOf(testMemory().memory.scope("x")),
  ).filter((name) => name !== "constructor");
  expect(PROBED_VERBS).toEqual(expect.arrayContaining(verbs));
});

test(
  `random calls in 200 look-alike scopes see and change nothing of another one (${PROBES} probes)`,
  async () => {
    const report = await isolationProbes(inMemoryStore, { probes: PROBES });
    expect(report).toMatchObject({ probes: PROBES, scopes: 200 });
    expect(verbsOf(report)).toEqual([...new Set(PROBED_VERBS)].toSorted());
    expect(Object.keys(report.refused)).toEqual(
      expect.arrayContaining(["conflict", "invalid-input", "not-found"]),
    );
  },
  300_000 + PROBES * 100,
);

function run(seed: number): Promise<IsolationProbesReport> {
  return isolationProbes(inMemoryStore, { probes: 30, seed });
}

test("the same seed makes the same calls", async () => {
  const [one, again, other] = await Promise.all([run(7), run(7), run(8)]);
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
});

test.each(TRIED)(
  "a store that $name is caught, with seed and number of the probe",
  async ({ breakStore }) => {
    const probing = isolationProbes(() => breakStore(inMemoryStore()), {
      probes: 1_500,
      seed: 3,
      checkEvery: 50,
    });
    await expect(probing).rejects.toThrow(/^seed 3, (?:at the start|probe \d+)/u);
  },
);

test.skipIf(!IS_FULL)("a store that is wrapped and does not leak is not caught", async () => {
  const report = await isolationProbes(() => replace(inMemoryStore(), { name: "wrapped" }), {
    probes: 50,
    seed: 3,
  });
  expect(report.probes).toBe(50);
});
