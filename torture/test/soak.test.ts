import { createMemory, inMemoryStore } from "@kioku/core";
import { expect, test } from "vitest";

import { Caller } from "../soak/caller.ts";
import { growthIn } from "../soak/growth.ts";
import type { Sample } from "../soak/growth.ts";
import { emptyReport } from "../soak/soak-report.ts";
import { soak } from "../soak/soak.ts";
import { bySize, temporaryDirectory, testSeed } from "./support.ts";

const ROUNDS = bySize(20, 2);
const ROUND = { roundMs: Number.POSITIVE_INFINITY, roundCalls: bySize(1_000, 60), share: 2 };
const seed = testSeed();

test(`a memory that several callers use, close and open again answers as it has to (seed ${seed})`, async () => {
  const directory = temporaryDirectory();
  const report = await soak({ ...ROUND, rounds: ROUNDS, seed, directory });
  expect(report.defects.slice(0, report.wrong)).toEqual([]);
  expect(report).toMatchObject({ rounds: ROUNDS, backups: Math.ceil(ROUNDS / 5), wrong: 0 });
  expect(report.talks).toBeGreaterThanOrEqual(ROUNDS);
  expect(report.compared).toBeGreaterThan(ROUNDS);
  expect(Object.keys(report.byVerb)).toContain("recall");
});

test("a record that goes is found out", async () => {
  const report = emptyReport();
  const caller = new Caller({ number: 1, seed, control: "loss", report });
  const memory = createMemory({ store: inMemoryStore() });
  const view = memory.scope(...caller.scope);
  // Calls of what is gone may fail, too.
  for (let call = 0; call < 60; call += 1) await caller.call(view).catch(() => undefined);
  await caller.compare(view);
  expect(report.wrong).toBeGreaterThan(0);
  expect(report.defects).toContainEqual(expect.stringContaining("is not listed"));
  await memory.close();
});

test("what grows more than it may is found out, figure by figure", () => {
  const still: Sample = {
    heapMegabytes: 40,
    residentMegabytes: 200,
    handles: 20,
    bytesOfARecord: 1_800,
    cpuMsOfACall: 4,
    recallMs: 10,
    rememberMs: 10,
  };
  const samples = (grow: (index: number) => Partial<Sample>): readonly Sample[] =>
    Array.from({ length: 20 }, (_, index) => ({ ...still, ...grow(index) }));
  expect(growthIn(samples(() => ({})))).toEqual([]);
  // It fills caches at first, and a machine is busy for a moment.
  expect(growthIn(samples((index) => ({ heapMegabytes: Math.min(40, 20 + index * 6) })))).toEqual(
    [],
  );
  expect(growthIn(samples((index) => ({ cpuMsOfACall: index % 7 === 0 ? 20 : 4 })))).toEqual([]);
  expect(growthIn(samples((index) => ({ heapMegabytes: 40 + index })))).toEqual([
    "heapMegabytes has grown from 48 to 56",
  ]);
  expect(growthIn(samples((index) => ({ residentMegabytes: 200 + index * 10 })))).toHaveLength(1);
  expect(growthIn(samples((index) => ({ handles: 20 + Math.floor(index / 5) })))).toHaveLength(1);
  expect(growthIn(samples((index) => ({ bytesOfARecord: 1_800 + index * 50 })))).toHaveLength(1);
  expect(growthIn(samples((index) => ({ cpuMsOfACall: 4 + index })))).toHaveLength(1);
});
