import { describe, expect, test } from "vitest";
import { z } from "zod";

import { defineSkill } from "../../src/index.js";
import type { AnySkill } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";

const good = { name: "navigator", description: "Guides the robot to a place" };

function define(members: object): unknown {
  return defineSkill<string>({ ...good, ...members });
}

function oneTrigger(trigger: object): object {
  return { run: () => 1, triggers: [trigger] };
}

async function messageOf(members: object): Promise<string> {
  const error = await failureOf(() => define(members));
  expect(error.code).toBe("invalid-input");
  return error.message;
}

test("a skill comes back frozen, as a copy with all its members", () => {
  const when = ["take me there"];
  const given = {
    ...good,
    license: "MIT",
    compatibility: "needs legs",
    metadata: { author: "kioku" },
    allowedTools: ["Bash"],
    instructions: "# Go",
    files: { list: async () => [], read: async () => new Uint8Array() },
    input: z.object({ place: z.string() }),
    output: z.string(),
    triggers: [{ when, not: "stay", threshold: 0.7, events: ["message"], cooldownMs: 5 }],
    permissions: {
      read: [{ path: [] }],
      write: [],
      call: "any",
      emit: ["message"],
      quota: { records: 1, perMs: 2 },
    },
    timeoutMs: 10,
    on: { message: () => undefined },
    run: async () => "there",
    start: () => undefined,
    stop: () => undefined,
  } as const;
  const skill = defineSkill(given);
  expect(Object.keys(skill).toSorted()).toEqual(Object.keys(given).toSorted());
  expect(skill.triggers).toEqual([{ ...given.triggers[0], not: ["stay"] }]);
  when.push("changed later");
  expect(skill.triggers?.[0]?.when).toEqual(["take me there"]);
  for (const part of [skill, skill.on, skill.metadata, skill.triggers, skill.permissions?.read]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
});

test("a skill of an instance of a class is refused by defineSkill, which could not copy it", async () => {
  class Counter {
    readonly name = "counter";
    readonly description = "Counts";
    readonly #count = 0;
    run(): number {
      return this.#count;
    }
  }
  const error = await failureOf(() => defineSkill(new Counter() as never));
  expect(error.message).toContain("a plain object");
});

describe("names", () => {
  test.each(["a", "a1", "pdf-tools", "a-b-c", "a".repeat(64), "导航"])("%s is one", (name) => {
    expect(define({ name })).toMatchObject({ name });
  });
  test.each(["", "A", "-a", "a-", "a--b", "a_b", "a b", "a".repeat(65), "a\n", 5, null, undefined])(
    "%s is none",
    async (name) => {
      expect(await messageOf({ name })).toContain("skill.name must be 1 to 64 lower-case");
    },
  );
});

describe("what a member must not be", () => {
  test.each<[string, object]>([
    ["skill.description must be", { description: "" }],
    ["skill.description must be at most 1024", { description: "x".repeat(1_025) }],
    ["skill.description must be a string", { description: undefined }],
    ['no option "runs"', { runs: () => 1 }],
    ["skill.run must be a function", { run: "now" }],
    ["skill.start must be a function", { start: 1 }],
    ["skill.stop must be a function", { stop: {} }],
    ["skill.timeoutMs must be a finite number more than 0", { timeoutMs: 0 }],
    ["skill.input must be a Standard Schema", { input: { parse: () => 1 } }],
    ["skill.output must be a Standard Schema", { output: "string" }],
    ["skill.on.message must be a function", { on: { message: "hello" } }],
    ["skill.on must be an object", { on: [] }],
    ["skill.metadata.level must be a string", { metadata: { level: 1 } }],
    ["skill.allowedTools must be a list", { allowedTools: "Bash" }],
    ["skill.instructions must be a string, or a function", { instructions: 1 }],
    ["skill.files.read must be a function", { files: { list: () => [] } }],
    ["skill.triggers must be a list", { triggers: { when: "a" }, run: () => 1 }],
    ["skill.triggers must be absent", { triggers: [{ when: "a" }] }],
    ["skill.triggers[0].when must be 1 to 100 examples", oneTrigger({ when: [] })],
    [
      "skill.triggers[0].when must be 1 to 100 examples",
      oneTrigger({ when: Array.from({ length: 101 }, () => "a") }),
    ],
    ["skill.triggers[0].when[0] must be at most 2000", oneTrigger({ when: "a".repeat(2_001) })],
    ["skill.triggers[0].when[1] must be text that is not blank", oneTrigger({ when: ["a", " "] })],
    ["skill.triggers[0].threshold must be", oneTrigger({ when: "a", threshold: 1.1 })],
    ["skill.triggers[0].cooldownMs must be", oneTrigger({ when: "a", cooldownMs: -1 })],
    ["skill.triggers[0].events must be at least one", oneTrigger({ when: "a", events: [] })],
    ["skill.triggers[0].input must be a function", oneTrigger({ when: "a", input: "text" })],
    ['no option "while"', oneTrigger({ when: "a", while: "b" })],
    ["skill.permissions.read must be a list", { permissions: { read: "all" } }],
    ["skill.permissions.read[0].path element 0", { permissions: { read: [{ path: [""] }] } }],
    ["skill.permissions.write[0].reach", { permissions: { write: [{ path: [], reach: "up" }] } }],
    ["skill.permissions.call must be", { permissions: { call: "some" } }],
    ["skill.permissions.quota.records", { permissions: { quota: { records: -1, perMs: 1 } } }],
    ["skill.permissions.quota.perMs", { permissions: { quota: { records: 1, perMs: 0 } } }],
    ['no option "delete"', { permissions: { delete: [] } }],
  ])("%s", async (expected, members) => {
    expect(await messageOf(members)).toContain(expected);
  });
});

test("a skill that only has instructions may have triggers", () => {
  const skill: AnySkill = defineSkill({
    ...good,
    instructions: "# Go",
    triggers: [{ when: "go" }],
  });
  expect(skill.triggers).toHaveLength(1);
});
