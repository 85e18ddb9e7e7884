import { createMemory, inMemoryStore } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { testWorld, type TestWorld } from "../support/test-world.js";
import { wordEmbedder } from "../trigger/matcher-setup.js";

function acting(name: string, when: readonly string[], more: Partial<AnySkill> = {}): AnySkill {
  return { name, description: `Does ${name}`, triggers: [{ when }], run: () => name, ...more };
}

const LAMPS = acting("lamps", [
  "switch the lamps on",
  "switch the lamps off",
  "把灯打开",
  "把灯关掉",
]);
const MUSIC = acting("music", ["play some music", "放点音乐"]);

async function world(skills: readonly AnySkill[]): Promise<TestWorld<readonly AnySkill[]>> {
  const memory = createMemory({ store: inMemoryStore(), embedder: wordEmbedder() });
  return testWorld(skills, { memory });
}

/** Emits texts one after the other, and returns what the last one woke. */
async function woken(
  { runtime, time }: TestWorld<readonly AnySkill[]>,
  ...texts: readonly string[]
): Promise<readonly string[]> {
  let last: readonly string[] = [];
  for (const text of texts) {
    await time.pass(2_000);
    const { outcomes } = await runtime.emit("message", { text });
    last = outcomes
      .map(({ skill, status, why }) =>
        [skill, status, "match" in why ? why.match.reason : ""].join(" "),
      )
      .toSorted();
  }
  return last;
}

/** Texts that wake the skill that woke last. */
const FOLLOW_UPS = [
  "turn it off again",
  "Turn it off again, please.",
  "again please",
  "do that once more",
  "brighter",
  "a bit brighter please",
  "make it 10 percent brighter",
  "再来一次",
  "把它关掉",
  "那再把它打开吧",
  "再亮一点",
  "重复一遍",
];

test("a request that names no thing wakes the skill that woke last", async () => {
  const lamps = await world([MUSIC, LAMPS]);
  expect(await woken(lamps, "play some music")).toEqual(["music done fits"]);
  for (const text of FOLLOW_UPS) {
    const [only = "", ...more] = await woken(lamps, "switch the lamps on", text);
    // Some fit it by themselves.
    expect([text, only.replace(/ (?:fits|follow-up)$/u, ""), ...more]).toEqual([
      text,
      "lamps done",
    ]);
  }
});

/** Texts that refer to no skill. */
const OTHERS = [
  "it is off again",
  "is it off?",
  "don't turn it off again",
  "she said turn it off",
  "that was great",
  "turn the heating off again",
  "again and again I lose my keys",
  "what is that",
  "love it",
  "它关了吗",
  "别再开了",
  "他又来了",
  "再见",
  "那个很好",
];

test("a question, a report, a prohibition or a request of its own is no follow-up", async () => {
  const quiet = await world([acting("lamps", ["zebra kite"])]);
  for (const text of OTHERS) {
    expect([text, ...(await woken(quiet, "zebra kite", text))]).toEqual([text]);
  }
});

test("a skill is not woken by an act that none of its texts names, nor by a doubt", async () => {
  const lamps = await world([acting("taxi", ["call me a taxi", "叫出租车"])]);
  const others = [
    "cancel that",
    "undo that",
    "turn it off again",
    "send it again",
    "把它关掉",
    "again?",
  ];
  for (const text of others) {
    expect([text, ...(await woken(lamps, "call me a taxi", text))]).toEqual([text]);
  }
  expect(await woken(lamps, "call me a taxi", "can you do that again?")).toEqual([
    "taxi done follow-up",
  ]);
});

test("a follow-up counts in its memory only, and for as long as the skill is awake", async () => {
  const { runtime, memory, time } = await world([LAMPS]);
  const said = async (text: string, user = "ann"): Promise<number> =>
    (await runtime.emit("message", { text }, { memory: memory.scope(user) })).outcomes.length;
  expect(await said("again please")).toBe(0);
  expect(await said("switch the lamps on")).toBe(1);
  expect(await said("again please", "bob")).toBe(0);
  expect(await said("again please")).toBe(1);
  await time.pass(59_999);
  expect(await said("again please")).toBe(1);
  await time.pass(60_000);
  expect(await said("again please")).toBe(0);
});

test("without a direction, the skill that woke last is meant and no other one of its group", async () => {
  const lamps = await world([
    acting("lamps", ["zebra kite"], { exclusive: "house" }),
    acting("doors", ["once more the walrus at sea"], { exclusive: "house" }),
  ]);
  expect(await woken(lamps, "zebra kite", "do that once more")).toEqual(["lamps done follow-up"]);
  const dims = await world([acting("dims", ["dim the lamp"])]);
  expect(await woken(dims, "dim the lamp", "once more")).toEqual(["dims done follow-up"]);
  expect(await woken(dims, "dim the lamp", "more")).toEqual([]);
});

test("with a direction, no other skill is meant than those of the group, of which that which woke last goes first", async () => {
  const off = (name: string, more: Partial<AnySkill> = {}): AnySkill =>
    acting(name, [`${name} zebra kite`, `${name} walrus sail off`], more);
  const alike = await world([
    off("doors", { exclusive: "house" }),
    off("lamps", { exclusive: "house" }),
    acting("songs", ["off to the badger in a deep dark tunnel it digs"]),
  ]);
  expect(await woken(alike, "lamps zebra kite", "turn it off again")).toEqual([
    "lamps done follow-up",
  ]);
  const free = await world([
    off("lamps"),
    acting("songs", ["off to the badger in a deep dark tunnel it digs"]),
  ]);
  expect(await woken(free, "lamps zebra kite", "turn it off again")).toEqual([
    "lamps done follow-up",
  ]);
});

test("where another skill fits a text by itself, no skill is woken by what was said before", async () => {
  const lamps = await world([LAMPS, acting("doors", ["turn it off again"])]);
  expect(await woken(lamps, "switch the lamps on", "turn it off again")).toEqual([
    "doors done fits",
  ]);
});

test("a skill that knows the opposite only is not meant, but the one of its group that does it", async () => {
  const on = acting("lamps-on", ["switch the lamps on", "light the room"]);
  const off = acting("lamps-off", ["make the room dark", "all lamps off for the night"]);
  const alone = await world([on, MUSIC]);
  expect(await woken(alone, "switch the lamps on", "turn it off again")).toEqual([]);
  expect(await woken(alone, "switch the lamps on", "do it again")).toEqual([
    "lamps-on done follow-up",
  ]);
  const apart = await world([on, off, MUSIC]);
  expect(await woken(apart, "switch the lamps on", "turn it down")).toEqual([
    "lamps-on done follow-up",
  ]);
  const grouped = await world([
    { ...on, exclusive: "lamps" },
    { ...off, exclusive: "lamps" },
    MUSIC,
  ]);
  expect(await woken(grouped, "switch the lamps on", "turn it off again")).toEqual([
    "lamps-off done follow-up",
  ]);
  expect(await woken(grouped, "do it again")).toEqual(["lamps-off done follow-up"]);
});

test("after a text that woke two skills, a follow-up is ambiguous", async () => {
  const both = await world([LAMPS, MUSIC]);
  expect(await woken(both, "play some music, and switch the lamps on", "do it again")).toEqual([
    "lamps ambiguous ambiguous",
    "music ambiguous ambiguous",
  ]);
});

test("of skills that fit a text alike, the one that woke last wakes if the text refers back", async () => {
  const alike = await world([
    acting("lamps", [], { triggers: [{ when: ["turn it off", "zebra kite"], threshold: 0.05 }] }),
    acting("stove", [], { triggers: [{ when: ["turn it off", "walrus sail"], threshold: 0.05 }] }),
  ]);
  expect(await woken(alike, "turn it off")).toEqual([
    "lamps ambiguous ambiguous",
    "stove ambiguous ambiguous",
  ]);
  expect(await woken(alike, "walrus sail", "turn it off")).toEqual(["stove done follow-up"]);
});

test("a skill that cools down is woken by no follow-up, and match tells of one without a change", async () => {
  const { runtime } = await world([
    { ...LAMPS, triggers: [{ when: "switch the lamps on", cooldownMs: 1_000 }] },
    MUSIC,
  ]);
  await runtime.emit("message", { text: "switch the lamps on" });
  expect(await runtime.match("again please")).toEqual([]);
  await runtime.emit("message", { text: "play some music" });
  const found = await runtime.match("again please", { explain: true, limit: 1 });
  expect(found).toMatchObject([{ skill: "music", wakes: true, reason: "follow-up" }]);
});
