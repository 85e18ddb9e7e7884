import type { Embedder } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { embedderConformance } from "../../src/index.js";
import type { ConformanceCase, EmbedderConformanceOptions } from "../../src/index.js";
import { failuresOf, outcomeOf, titleOf } from "../support/broken-model.js";
import { turnSchedule } from "../support/turns.js";
import type { EmbedderDefect } from "./break-embedder.js";
import { BROKEN_ANSWERS } from "./broken-answers.js";
import { BROKEN_CALLS } from "./broken-calls.js";
import { BROKEN_LIVES } from "./broken-lives.js";
import { BROKEN_REPEATS } from "./broken-repeats.js";
import { BROKEN_TEXTS } from "./broken-texts.js";
import { goodEmbedder } from "./good-embedder.js";
import {
  bareEmbedder,
  pickyEmbedder,
  strictEmbedder,
  unsteadyEmbedder,
} from "./more-good-embedders.js";

const DEFECTS: readonly EmbedderDefect[] = [
  ...BROKEN_ANSWERS,
  ...BROKEN_REPEATS,
  ...BROKEN_TEXTS,
  ...BROKEN_CALLS,
  ...BROKEN_LIVES,
];

const CLAIMS: EmbedderConformanceOptions = {
  tolerance: 0,
  purposes: "different",
  stopsUnderWay: true,
  schedule: turnSchedule,
};

/** The cases for an embedder of which all is claimed. */
function casesFor(create: () => Embedder): readonly ConformanceCase[] {
  return embedderConformance(create, CLAIMS);
}

test("no two cases have the same title", () => {
  const titles = casesFor(goodEmbedder).map((one) => titleOf(one));
  expect(titles).toEqual([...new Set(titles)]);
});

describe("an embedder that does everything right", () => {
  test.for(casesFor(goodEmbedder))("passes $group: $name", async (one) => {
    expect(await outcomeOf(one)).toBe("passed");
  });
});

test.each([1, 2, 5])("an embedder that takes %i texts and refuses more passes", async (size) => {
  expect(await failuresOf(casesFor(() => strictEmbedder(size)))).toEqual([]);
});

test("an embedder with `id` and `embed` alone passes, and is not asked for more", async () => {
  const cases = embedderConformance(bareEmbedder, { schedule: turnSchedule });
  expect(await failuresOf(cases)).toEqual([]);
  const optional = cases.filter(({ requires }) => requires.length > 0);
  expect(optional).toHaveLength(11);
  for (const { run, requires } of optional) {
    expect(await run()).toEqual({ status: "skipped", missing: requires[0] });
  }
});

test("an embedder that refuses every odd text by its place passes", async () => {
  expect(await failuresOf(casesFor(pickyEmbedder))).toEqual([]);
});

test("an embedder whose last bits vary passes within the tolerance, and not where bits count", async () => {
  const tolerant = embedderConformance(unsteadyEmbedder, { schedule: turnSchedule });
  expect(await failuresOf(tolerant)).toEqual([]);
  const failures = await failuresOf(casesFor(unsteadyEmbedder));
  expect(failures.length).toBeGreaterThan(10);
});

describe("an embedder that", () => {
  test.for(DEFECTS)("$name fails at $failsAt", async ({ failsAt, breakModel }) => {
    const cases = casesFor(() => breakModel(goodEmbedder()));
    const meant = cases.filter((one) => titleOf(one).startsWith(failsAt));
    expect(meant).toHaveLength(1);
    for (const one of meant) expect(await outcomeOf(one)).toMatch(/^failed: /u);
  });
});

test("every case has a broken embedder that fails it", () => {
  const untried = casesFor(goodEmbedder)
    .map((one) => titleOf(one))
    .filter((title) => !DEFECTS.some(({ failsAt }) => title.startsWith(failsAt)));
  expect(untried).toEqual([]);
});

test("every embedder that a case made is closed, whether it passes or fails", async () => {
  const made: Embedder[] = [];
  const cases = casesFor(() => {
    const good = goodEmbedder();
    const broken = { ...good, embed: () => Promise.reject(new Error("broken")) };
    made.push(good);
    return made.length % 2 === 0 ? good : broken;
  });
  await Promise.all(cases.map((one) => outcomeOf(one)));
  expect(made.length).toBeGreaterThan(cases.length);
  for (const good of made) {
    await expect(good.embed(["a"])).rejects.toMatchObject({ code: "closed" });
  }
});

test.each([
  ["tolerance", { tolerance: -1 }],
  ["hugeBatch", { hugeBatch: 1 }],
  ["purposes", { purposes: "both" }],
  ["longText", { longText: 10 }],
  ["concurrency", { concurrency: 1 }],
  ["stopsUnderWay", { stopsUnderWay: 1 }],
  ["patienceMs", { patienceMs: 0 }],
  ["schedule", { schedule: 5 }],
  ["no option", { tollerance: 0 }],
])("a wrong option is refused: %s", (name, options) => {
  const given = options as EmbedderConformanceOptions;
  expect(() => embedderConformance(goodEmbedder, given)).toThrow(
    expect.objectContaining({
      code: "invalid-input",
      message: expect.stringContaining(name) as string,
    }),
  );
});
