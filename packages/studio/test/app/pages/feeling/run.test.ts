import { createMemory, inMemoryStore } from "@kioku/core";
import { moodOf } from "@kioku/mind/feeling";
import { expect, test } from "vitest";

import {
  actionsToText,
  FIRST_RUN,
  textToActions,
  withAction,
} from "../../../../src/app/pages/feeling/simulation/address.js";
import {
  type Held,
  recalled,
  returned,
} from "../../../../src/app/pages/feeling/simulation/held.js";
import { moved, REST, rested } from "../../../../src/app/pages/feeling/simulation/mood.js";
import { type Plan, playRun } from "../../../../src/app/pages/feeling/simulation/run.js";

const HELD: Held = {
  age: 0,
  since: 0,
  uses: 0,
  joy: 0.6,
  aversion: 0,
  arousal: 0.5,
  importance: 0.5,
  stabilityDays: 8,
};
const STARTS: readonly Held[] = [
  HELD,
  { ...HELD, joy: 0, aversion: 0.8, arousal: 0.9 },
  { ...HELD, joy: 0 },
];
const RUN: Plan = {
  ...FIRST_RUN,
  seed: 7,
  chance: 0.3,
  actions: [
    { day: 0, kind: "mood", mood: { valence: -0.4, arousal: 0.8 } },
    { day: 3, kind: "joyful", memory: 0 },
    { day: 3, kind: "aversive", memory: 1 },
    { day: 50, kind: "plain", memory: 2 },
  ],
};

test.each(["published", "bounded"] as const)(
  "the same plan gives the same run, and a part of it is its beginning: %s",
  (formula) => {
    const plan = { ...RUN, formula };
    const run = playRun(STARTS, plan);
    expect(playRun(STARTS, plan)).toEqual(run);
    for (const day of [0, 1, 17, 49, 50]) {
      expect(playRun(STARTS, plan, day)).toEqual(run.slice(0, day + 1));
    }
    expect(run.filter(({ flashback }) => flashback !== undefined).length).toBeGreaterThan(8);
    expect(playRun(STARTS, { ...plan, seed: 8 })).not.toEqual(run);
  },
);

test("an action changes no day before it, and no draw of a day after it as published", () => {
  const before = playRun(STARTS, { ...RUN, formula: "published" });
  const actions = withAction(RUN.actions, { day: 30, kind: "joyful", memory: 2 });
  const after = playRun(STARTS, { ...RUN, formula: "published", actions });
  expect(after.slice(0, 30)).toEqual(before.slice(0, 30));
  expect(after.map(({ flashback }) => flashback)).toEqual(before.map(({ flashback }) => flashback));
});

test("a flashback changes no memory with the bounded formula, and is a use as published", () => {
  const plan = { ...RUN, actions: [] };
  const uses = (formula: "published" | "bounded"): number =>
    playRun(STARTS, { ...plan, formula })
      .at(-1)
      ?.memories.reduce((all, held) => all + held.uses, 0) ?? 0;
  expect(uses("bounded")).toBe(0);
  expect(uses("published")).toBeGreaterThan(8);
});

test("recalls move joy and aversion as published, and within 0 and 1", () => {
  expect(recalled(HELD, "joyful")).toMatchObject({ joy: 0.7, aversion: 0, uses: 1, since: 0 });
  const averse = recalled(HELD, "aversive");
  expect(averse.joy).toBeCloseTo(0.55, 12);
  expect(averse.aversion).toBe(0.1);
  expect(recalled(HELD, "plain")).toMatchObject({ joy: 0.6, aversion: 0, uses: 1 });
  expect(recalled({ ...HELD, joy: 0.95 }, "joyful").joy).toBe(1);
  expect(returned(HELD).joy).toBeCloseTo(0.65, 12);
  expect(returned({ ...HELD, joy: 0.2, aversion: 0.8 }).aversion).toBeCloseTo(0.85, 12);
  expect(returned({ ...HELD, joy: 0.2, aversion: 0.1 })).toMatchObject({ joy: 0.2, aversion: 0.1 });
});

test("a mood rests alike in one step and in many", () => {
  const mood = { valence: -0.7, arousal: 0.9 };
  const half = rested(rested(mood, 0.5, "days"), 0.5, "days");
  const whole = rested(mood, 1, "days");
  expect(half.valence).toBeCloseTo(whole.valence, 12);
  expect(rested(mood, 3, "days").arousal).toBeCloseTo(0.45, 12);
  expect(rested(mood, 100, "never")).toEqual(mood);
});

test("a mood moves and rests as moodOf says", async () => {
  const emotion = { valence: 0.8, arousal: 0.6 };
  const saidAt = new Date("2026-11-20T09:00:00Z");
  const memory = createMemory({ store: inMemoryStore(), clock: () => saidAt });
  await memory.remember({ content: "We saw dolphins", emotion });
  const at = new Date(saidAt.getTime() + 5 * 3_600_000);
  const mood = rested(moved(REST, emotion), 5 / 24, "talk");
  const expected = await moodOf(memory, { at });
  await memory.close();
  expect(mood.valence).toBeCloseTo(expected.valence, 12);
  expect(mood.arousal).toBeCloseTo(expected.arousal, 12);
});

test("an address holds what was done, and what makes no sense in it is left out", () => {
  expect(textToActions(actionsToText(RUN.actions))).toEqual(RUN.actions);
  expect(textToActions("..7q.m.9j1x.3m20_40.")).toEqual([
    { day: 3, kind: "mood", mood: { valence: 0.2, arousal: 0.4 } },
  ]);
  expect(textToActions("")).toEqual([]);
});

test("a mood that is set again on a day replaces the one before", () => {
  const mood = { valence: 0.2, arousal: 0.3 };
  const once = withAction(RUN.actions, { day: 0, kind: "mood", mood });
  expect(once).toHaveLength(RUN.actions.length);
  expect(once[0]).toEqual({ day: 0, kind: "mood", mood });
  expect(withAction(once, { day: 3, kind: "mood", mood })).toHaveLength(once.length + 1);
});
