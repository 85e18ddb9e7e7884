import { createMemory, inMemoryStore } from "@kioku/core";
import type { SkillOutcome } from "@kioku/core";
import { compareText, type AnySkill } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { failureOf } from "../support/failure-of.js";
import { testWorld, type TestWorld, type WorldOptions } from "../support/test-world.js";
import { wordEmbedder } from "../trigger/matcher-setup.js";

function acting(name: string, when: readonly string[], more: Partial<AnySkill> = {}): AnySkill {
  return { name, description: `Does ${name}`, triggers: [{ when }], run: () => name, ...more };
}

async function world(
  skills: readonly AnySkill[],
  options: WorldOptions = {},
): Promise<TestWorld<readonly AnySkill[]>> {
  const memory = createMemory({ store: inMemoryStore(), embedder: wordEmbedder() });
  return testWorld(skills, { memory, ...options });
}

type Told = readonly [skill: string, status: string, reason: string | undefined];

function told(outcomes: readonly SkillOutcome[]): readonly Told[] {
  return outcomes
    .toSorted((a, b) => compareText(a.skill, b.skill))
    .map(({ skill, status, why }) => [
      skill,
      status,
      "match" in why ? why.match.reason : undefined,
    ]);
}

const DOOR = ["zebra kite open", "zebra kite wide"];
const LAMP = ["walrus sail bright", "walrus sail lamp"];
const BOTH = "zebra kite open, walrus sail bright";

test("skills that fit alike are ambiguous: none runs, and the report names each and its rivals", async () => {
  const { runtime } = await world([acting("front", DOOR), acting("back", DOOR)]);
  const { outcomes } = await runtime.emit("message", { text: "zebra kite open" });
  expect(outcomes).toMatchObject([
    { skill: "back", status: "ambiguous", why: { match: { wakes: false, rivals: ["front"] } } },
    { skill: "front", status: "ambiguous", why: { match: { wakes: false, rivals: ["back"] } } },
  ]);
  expect(outcomes.every((one) => one.output === undefined && one.durationMs === 0)).toBe(true);
  expect(await runtime.match("zebra kite open")).toEqual([]);
});

test("of skills that fit alike, the one of the highest priority wakes", async () => {
  const { runtime } = await world([
    acting("front", DOOR, { priority: -1 }),
    acting("back", DOOR),
    acting("cellar", DOOR, { priority: -2 }),
  ]);
  const { outcomes } = await runtime.emit("message", { text: "zebra kite open" });
  expect(told(outcomes)).toEqual([["back", "done", "fits"]]);
});

test("each part of a text wakes one skill, and one that is ambiguous in a part keeps no other one asleep", async () => {
  const { runtime } = await world([
    acting("front", DOOR),
    acting("back", DOOR),
    acting("lamp", LAMP),
  ]);
  const { outcomes } = await runtime.emit("message", { text: BOTH });
  expect(told(outcomes)).toEqual([
    ["back", "ambiguous", "ambiguous"],
    ["front", "ambiguous", "ambiguous"],
    ["lamp", "done", "fits"],
  ]);
});

test("a skill that a part of a text wakes is no rival in another part, and is told the part only if it is not alone", async () => {
  const front = acting("front", [...DOOR, "badger tunnel dark", "badger tunnel deep"]);
  const skills = [front, acting("back", [...DOOR, ...LAMP])];
  const { runtime } = await world(skills);
  const { outcomes } = await runtime.emit("message", { text: BOTH });
  expect(told(outcomes)).toEqual([["back", "done", "fits"]]);
  expect(outcomes[0]?.why).not.toHaveProperty("match.part");
  const two = await world([acting("door", DOOR), acting("lamp", LAMP)]);
  const parts = (await two.runtime.match(BOTH)).map(({ part }) => part);
  expect(new Set(parts)).toEqual(new Set(["walrus sail bright", "zebra kite open"]));
});

test("a text wakes one skill of an exclusive group at most, over all of its parts", async () => {
  const skills = [acting("door", DOOR), acting("lamp", LAMP)];
  const text = BOTH;
  const free = await world(skills);
  expect(await free.runtime.match(text)).toHaveLength(2);
  const held = await world(skills.map((skill) => ({ ...skill, exclusive: "house" })));
  expect((await held.runtime.match(text)).length).toBeLessThan(2);
});

test("of skills that fit alike, the one whose example the text is wakes", async () => {
  const { runtime } = await world([
    acting("front", ["zebra kite open", "zebra kite wide"], { priority: 1 }),
    acting("back", ["open zebra kite", "zebra kite wide"]),
  ]);
  const { outcomes } = await runtime.emit("message", { text: "Open zebra kite!" });
  expect(told(outcomes)).toEqual([["back", "done", "fits"]]);
});

test("the skill that its user chose wakes alone, by its best trigger, whatever its score and cooldown", async () => {
  const { runtime } = await world([
    acting("front", DOOR),
    acting("back", DOOR, {
      triggers: [{ when: LAMP }, { when: DOOR, input: () => "made", cooldownMs: 60_000 }],
      run: (input: unknown) => input,
    }),
    acting("lamp", LAMP),
  ]);
  const emit = async (text: string): Promise<readonly SkillOutcome[]> =>
    (await runtime.emit("message", { text }, { choose: "back" })).outcomes;
  expect(await emit("zebra kite open")).toMatchObject([
    { skill: "back", status: "done", output: "made", why: { match: { reason: "chosen" } } },
  ]);
  expect(await emit("zebra kite open")).toMatchObject([{ skill: "back", status: "done" }]);
  expect(await emit("nothing like it at all")).toMatchObject([{ skill: "back", status: "done" }]);
});

test("a skill that is not there, or has no trigger for the event, cannot be chosen", async () => {
  const { runtime } = await world([
    acting("front", DOOR),
    acting("mute", DOOR, { triggers: [] }),
    acting("off", DOOR, { disableModelInvocation: true }),
  ]);
  const message = { text: "zebra kite open" };
  const failure = async (choose: string, data = message): Promise<unknown> =>
    (await failureOf(() => runtime.emit("message", data, { choose }))).code;
  expect(await failure("none")).toBe("not-found");
  expect(await failure("mute")).toBe("invalid-input");
  expect(await failure("off")).toBe("invalid-input");
  expect(await failure("front", { text: " " })).toBe("invalid-input");
  expect(await failure("")).toBe("invalid-input");
});

test("a skill that cools down takes no work from itself to the next best", async () => {
  const { runtime } = await world([
    acting("door", DOOR, { triggers: [{ when: DOOR, cooldownMs: 60_000 }], priority: 1 }),
    acting("gate", ["zebra kite open gate", ...DOOR]),
  ]);
  const once = await runtime.emit("message", { text: "zebra kite open" });
  expect(told(once.outcomes)).toEqual([["door", "done", "fits"]]);
  const again = await runtime.emit("message", { text: "zebra kite open" });
  expect(again.outcomes).toEqual([]);
});
