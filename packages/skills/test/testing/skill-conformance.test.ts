import { randomUUID } from "node:crypto";

import type { AnySkill } from "@kioku/core/toolkit";
import { localEmbedder } from "@kioku/embed-local";
import { defineSkill, parseSkill } from "@kioku/skills";
import { skillConformance } from "@kioku/skills/testing";
import type { CreateSkill, SkillConformanceOptions } from "@kioku/skills/testing";
import type { ConformanceCase } from "@kioku/testing";
import { beforeEach, describe, expect, test } from "vitest";

import { BROKEN_SKILLS, forgetModules } from "./broken-skills.js";
import { GOOD_OPTIONS, goodSkill } from "./good-skill.js";
import type { Said } from "./good-skill.js";

const embedder = localEmbedder();

beforeEach(forgetModules);

/** The cases for a skill that is to do what the good one does. */
function casesFor(create: CreateSkill): readonly ConformanceCase[] {
  return skillConformance(create, { ...GOOD_OPTIONS, embedder });
}

/** Answers and writes when it was called, and a text of chance. */
function diary(): AnySkill {
  return defineSkill({
    name: "diary",
    description: "Keeps what was said, and when",
    permissions: { call: [], emit: [] },
    run: async ({ text }: Said, { memory, signal }) => {
      const at = `${randomUUID()} ${performance.now()}`;
      const value = { text, at };
      await memory.remember({ content: `${text}, ${at}`, value, kind: "diary" }, { signal });
      return { text, at };
    },
  });
}

function thrower(): AnySkill {
  return {
    name: "thrower",
    description: "Always throws",
    run: () => {
      throw new Error("no");
    },
  };
}

function titleOf({ group, name }: ConformanceCase): string {
  return `${group}: ${name}`;
}

async function outcomeOf({ run }: ConformanceCase): Promise<string> {
  try {
    return (await run()).status;
  } catch (error) {
    return `failed: ${String(error)}`;
  }
}

test("no two cases have the same title", () => {
  const titles = casesFor(goodSkill).map((one) => titleOf(one));
  expect(titles).toEqual([...new Set(titles)]);
});

describe("a skill that does everything right", () => {
  test.for(casesFor(goodSkill))("passes $group: $name", async (one) => {
    expect(await outcomeOf(one)).toBe("passed");
  });
});

test("a skill without code is asked for its triggers only", async () => {
  const source = `---
name: trip-packing
description: Makes packing lists for trips
metadata:
  kioku-triggers: |
    what should I pack for the trip
---
Ask for the place and the days.
`;
  const create = (): AnySkill => parseSkill(source);
  const outcomes = await Promise.all(
    skillConformance(create, { embedder }).map(({ run }) => run()),
  );
  const passed = outcomes.filter(({ status }) => status === "passed");
  expect(passed).toHaveLength(2);
  expect(outcomes).toContainEqual({ status: "skipped", missing: "run" });
});

test("without an embedder nothing about meaning is tried", async () => {
  const cases = skillConformance(goodSkill, GOOD_OPTIONS);
  const about = cases.filter(({ group }) => group === "meaning");
  expect(about).toHaveLength(4);
  for (const { run } of about) {
    expect(await run()).toEqual({ status: "skipped", missing: "embedder" });
  }
});

describe("a skill that", () => {
  // A sixth of them, unless all is asked for.
  const tried = BROKEN_SKILLS.filter(
    (_, n) => n % 6 === 0 || process.env["KIOKU_TEST_SIZE"] === "full",
  );

  test.for(tried)("$name fails at $failsAt", async (defect) => {
    const { failsAt, breakSkill, isRepeatable: repeatable = true } = defect;
    const cases = skillConformance(() => breakSkill(goodSkill()), {
      ...GOOD_OPTIONS,
      embedder,
      repeatable,
    });
    const meant = cases.filter((one) => titleOf(one).startsWith(failsAt)).slice(0, 1);
    expect(meant).toHaveLength(1);
    for (const one of meant) expect(await outcomeOf(one)).toMatch(/^failed: /u);
  });
});

test("a skill that answers and writes the time and chance is right, if it does not claim to be repeatable", async () => {
  const { inputs = [] } = GOOD_OPTIONS;
  for (const { run } of skillConformance(diary, { inputs, repeatable: false })) {
    expect(["passed", "skipped"]).toContain((await run()).status);
  }
  const claimed = skillConformance(diary, { inputs, repeatable: true });
  const failed = await Promise.all(claimed.map((one) => outcomeOf(one)));
  expect(failed.some((outcome) => outcome.startsWith("failed: "))).toBe(true);
});

test("a skill that runs is not passed if nothing calls it", async () => {
  for (const { run } of skillConformance(thrower)) {
    await expect(run()).rejects.toMatchObject({
      code: "invalid-input",
      message: expect.stringContaining("skillConformance: inputs") as string,
    });
  }
});

test("every case has a broken skill that fails it", () => {
  const untried = casesFor(goodSkill)
    .map((one) => titleOf(one))
    .filter((title) => !BROKEN_SKILLS.some(({ failsAt }) => title.startsWith(failsAt)));
  expect(untried).toEqual([]);
});

test.each([
  ["embedder", { embedder: {} }],
  ["inputs", { inputs: "none" }],
  ["wakes", { wakes: [7] }],
  ["sleeps", { sleeps: "none" }],
  ["answers[0]", { answers: [{ question: "x" }] }],
  ["prepare", { prepare: 7 }],
  ["repeatable", { repeatable: "yes" }],
  ["graceMs", { graceMs: 0 }],
  ["schedule", { schedule: 7 }],
  ["provides", { provides: [] }],
])("a wrong option is refused: %s", (name, options) => {
  const given = options as unknown as SkillConformanceOptions;
  expect(() => skillConformance(goodSkill, given)).toThrow(
    expect.objectContaining({
      code: "invalid-input",
      message: expect.stringContaining(name) as string,
    }),
  );
});
