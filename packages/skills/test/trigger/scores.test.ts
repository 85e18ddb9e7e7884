import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { expect, test } from "vitest";

import type { AnySkill, SkillMatch, SkillRuntime } from "../../src/index.js";
import { testWorld } from "../support/test-world.js";
import { call, setUp, skill } from "./matcher-setup.js";

function acting(name: string, when: readonly string[], description: string): AnySkill {
  return { ...skill(name, { when }, description), run: () => name };
}

const LAMPS = acting(
  "lamps",
  ["turn on the lamp in the kitchen", "switch on the lights", "打开厨房的灯"],
  "Lights the house",
);
const MUSIC = acting("music", ["play some jazz", "放一首歌"], "Plays songs");
const RAIN = acting("rain", ["will it rain tomorrow", "今天天气怎么样"], "The weather");
const BREAD = acting("bread", ["order two loaves of bread", "买面包"], "Orders bread");
const ALL = [LAMPS, MUSIC, RAIN, BREAD];

async function runtimeOf(skills: readonly AnySkill[]): Promise<SkillRuntime> {
  const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
  const { runtime } = await testWorld(skills, { memory });
  return runtime;
}

type Explains = Pick<SkillRuntime, "match">;

async function matchesOf(runtime: Explains, text: string): Promise<readonly SkillMatch[]> {
  return runtime.match(text, { explain: true, limit: 100 });
}

async function scoreOf(runtime: Explains, text: string, name: string): Promise<number> {
  const found = (await matchesOf(runtime, text)).find((one) => one.skill === name);
  return found?.score ?? Number.NaN;
}

test("an example itself wakes its skill, with a higher score than another text has", async () => {
  const runtime = await runtimeOf(ALL);
  for (const { name, triggers = [] } of ALL) {
    for (const text of triggers.flatMap(({ when }) => when)) {
      expect(await runtime.match(text)).toMatchObject([{ skill: name, trigger: text }]);
      expect(await scoreOf(runtime, text, name)).toBeGreaterThan(0.9);
    }
  }
  const near = await scoreOf(runtime, "turn on the lamp in the cellar", "lamps");
  expect(await scoreOf(runtime, "turn on the lamp in the kitchen", "lamps")).toBeGreaterThan(near);
});

test("a text with the opposite action has a lower score than one with the action of the examples", async () => {
  const runtime = await runtimeOf(ALL);
  for (const [same, opposite] of [
    ["switch on the lamp in the cellar", "switch off the lamp in the cellar"],
    ["打开客厅的灯", "关掉客厅的灯"],
  ] as const) {
    const score = await scoreOf(runtime, same, "lamps");
    expect(await scoreOf(runtime, opposite, "lamps")).toBeLessThan(score);
  }
});

test("a part of a text has a lower score than the same words alone", async () => {
  const runtime = await runtimeOf(ALL);
  const alone = await scoreOf(runtime, "switch on the lamp in the cellar", "lamps");
  const text = "switch on the lamp in the cellar, my aunt has a blue coat and an old bicycle";
  const matches = await matchesOf(runtime, text);
  const part = matches.find((one) => one.skill === "lamps")?.score;
  expect(part).toBeGreaterThan(0);
  expect(part).toBeLessThan(alone);
});

test("skills with the same texts share a score, and none of them wakes", async () => {
  const alone = await runtimeOf(ALL);
  const both = await runtimeOf([...ALL, { ...LAMPS, name: "torches" }]);
  const text = "switch on the lamp in the cellar";
  const matches = (await matchesOf(both, text)).filter(({ reason }) => reason === "ambiguous");
  expect(matches).toMatchObject([
    { skill: "lamps", wakes: false, rivals: ["torches"] },
    { skill: "torches", wakes: false, rivals: ["lamps"] },
  ]);
  const [first = Number.NaN, second = Number.NaN] = matches.map(({ score }) => score);
  expect(first).toBe(second);
  const whole = await scoreOf(alone, text, "lamps");
  expect(first + second).toBeGreaterThan(0.9 * whole);
  expect(first + second).toBeLessThanOrEqual(1);
});

test("a skill whose triggers read another event takes no part", async () => {
  const heard: AnySkill = {
    ...LAMPS,
    name: "heard",
    triggers: [{ when: ["switch on the lights"], events: ["memory.remembered"] }],
  };
  const runtime = await runtimeOf([...ALL, heard]);
  const matches = await matchesOf(runtime, "switch on the lights");
  expect(matches.map((one) => one.skill)).not.toContain("heard");
  expect(matches[0]).toMatchObject({ skill: "lamps", wakes: true });
  const event = "memory.remembered";
  const remembered = await runtime.match("switch on the lights", { event, explain: true });
  expect(remembered).toMatchObject([{ skill: "heard", wakes: true }]);
});

test("skills that were added and removed leave the scores as without them", async () => {
  const text = "switch on the lamp and play some music";
  const expected = await matchesOf(await runtimeOf(ALL), text);
  const runtime = await runtimeOf([LAMPS, RAIN, BREAD, { ...LAMPS, name: "torches" }]);
  expect(await scoreOf(runtime, text, "lamps")).toBeLessThan(0.5);
  await runtime.unregister("torches");
  await runtime.register(MUSIC);
  const found = await matchesOf(runtime, text);
  expect(found.map((one) => one.skill)).toEqual(expected.map((one) => one.skill));
  for (const [index, { score }] of found.entries()) {
    expect(score).toBeCloseTo(expected[index]?.score ?? Number.NaN, 6);
  }
});

test("of skills that fit a text badly, one that fits clearly better than the other wakes alone", async () => {
  const { matcher } = setUp();
  await matcher.add([
    skill("front", { when: ["zebra kite open", "zebra kite wide", "zebra kite high"] }, "zebra"),
    skill("back", { when: ["zebra kite open", "zebra kite wide", "zebra kite deep"] }, "zebra"),
  ]);
  const matches = await matcher.match("zebra kite high open", call({ threshold: 0.01 }));
  expect(matches).toMatchObject([
    { skill: "front", reason: "fits" },
    { skill: "back", reason: "outranked" },
  ]);
});

test("scores lie between 0 and 1 for skills that are far behind many others", async () => {
  const { matcher } = setUp();
  const near = Array.from({ length: 100 }, (_, index) =>
    skill(`near-${index}`, { when: [`zebra kite open ${index}`, `zebra kite wide ${index}`] }),
  );
  await matcher.add([...near, skill("far", { when: "walrus sail drum" }, "walrus sail")]);
  const [chosen] = await matcher.match("zebra kite open", call({ choose: "far" }));
  expect(chosen).toMatchObject({ skill: "far", reason: "chosen" });
  const matches = await matcher.match("zebra kite open 7, walrus sail drum", call());
  for (const { score } of [...matches, ...(chosen ? [chosen] : [])]) {
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1);
  }
});

test("words of politeness take nothing from a score", async () => {
  const door = acting("door", ["open the front door", "把前门打开"], "Opens the door");
  const water = acting("water", ["turn on the sprinkler", "打开洒水器"], "Waters the garden");
  const runtime = await runtimeOf([...ALL, door, water]);
  expect(await scoreOf(runtime, "可以帮我开一下门吗", "door")).toBeGreaterThan(0.8);
  expect(await scoreOf(runtime, "麻烦你打开洒水器", "water")).toBeGreaterThan(0.99);
});

test("an example of a skill whose examples have nothing in common is sure, too", async () => {
  const examples = ["purple lantern", "count my steps", "the boiler hums", "sing a lullaby"];
  const runtime = await runtimeOf([...ALL, acting("odd", examples, "Odd jobs")]);
  for (const text of examples) expect(await scoreOf(runtime, text, "odd")).toBeGreaterThan(0.99);
});

test("another action than that of the examples counts against a text by itself", async () => {
  const runtime = await runtimeOf([LAMPS, BREAD]);
  expect(await scoreOf(runtime, "关掉客厅的灯", "lamps")).toBeLessThan(0.9);
});
