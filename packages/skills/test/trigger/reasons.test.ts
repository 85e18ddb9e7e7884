import { expect, test } from "vitest";

import { call, setUp, skill, woken } from "./matcher-setup.js";
import type { Setup } from "./matcher-setup.js";

const KITES = skill("kites", {
  when: ["zebra kite flying manual", "zebra kite string repair"],
  not: "zebra kite museum closed",
});
const SAILS = skill("sails", { when: ["walrus sail canvas mending", "walrus sail rope"] });

async function withSkills(limits = {}): Promise<Setup> {
  const setup = setUp({ limits });
  await setup.matcher.add([KITES, SAILS]);
  return setup;
}

test("a text that says what an example says wakes its skill, and names the example", async () => {
  const { matcher } = await withSkills();
  const [first, second] = await matcher.match("zebra kite flying manual", call());
  expect(first).toMatchObject({
    skill: "kites",
    trigger: "zebra kite flying manual",
    wakes: true,
    reason: "fits",
    threshold: 0.5,
  });
  expect(first?.score).toBeGreaterThan(0.5);
  expect(first?.score).toBeLessThanOrEqual(1);
  expect(second).toMatchObject({ skill: "sails", wakes: false });
  expect(second?.score).toBeLessThan(0.3);
});

test("what would not wake is told only when asked for", async () => {
  const { matcher } = await withSkills();
  const matches = await matcher.match("zebra kite flying manual", call({ explain: false }));
  expect(matches.map(({ skill: name }) => name)).toEqual(["kites"]);
  expect(await matcher.match("the weather in spring", call({ explain: false }))).toEqual([]);
});

test("a text that says what a counterexample says does not wake its skill, and names the counterexample", async () => {
  const { matcher } = await withSkills();
  const [first] = await matcher.match("zebra kite museum closed", call({ threshold: 0 }));
  expect(first).toMatchObject({
    skill: "kites",
    wakes: false,
    reason: "negated",
    counterexample: "zebra kite museum closed",
  });
});

test("what the whole text negates stays negated, whatever its parts say", async () => {
  const { matcher } = await withSkills();
  for (const text of [
    "the zebra kite museum is closed, and zebra kite flying manual",
    "zebra kite flying manual, and the zebra kite museum closed",
  ]) {
    const [first] = await matcher.match(text, call({ threshold: 0.05 }));
    expect(first).toMatchObject({
      skill: "kites",
      wakes: false,
      reason: "negated",
      counterexample: "zebra kite museum closed",
    });
  }
});

test("what one trigger is not says nothing of another trigger of the skill", async () => {
  const { matcher } = setUp();
  await matcher.add([
    skill("outdoors", [
      { when: ["zebra kite flying", "zebra kite string"], not: "walrus sail rope" },
      { when: ["walrus sail rope", "walrus sail canvas"] },
    ]),
  ]);
  const matches = await matcher.match("walrus sail rope", call({ threshold: 0.3 }));
  expect(matches[0]).toMatchObject({ trigger: "walrus sail rope", reason: "fits" });
});

test("a text that fits no better than any other is near chance, however low the threshold", async () => {
  const { matcher } = await withSkills();
  const matches = await matcher.match("hm", call({ threshold: 0 }));
  expect(matches.map(({ reason }) => reason)).toEqual(["near-chance", "near-chance"]);
});

test("the threshold of the call comes before that of the trigger, and that before the runtime's", async () => {
  const { matcher } = setUp({ limits: { threshold: 0.99 } });
  await matcher.add([
    skill("own", { when: ["zebra kite"], threshold: 0.3 }),
    skill("default", { when: ["walrus sail"] }),
  ]);
  expect((await matcher.match("zebra kite", call()))[0]).toMatchObject({ threshold: 0.3 });
  const [plain] = await matcher.match("walrus sail", call());
  expect(plain).toMatchObject({ skill: "default", threshold: 0.99 });
  const [called] = await matcher.match("zebra kite", call({ threshold: 1 }));
  expect(called).toMatchObject({ threshold: 1, wakes: false, reason: "below-threshold" });
});

test("no more skills wake than may, the best ones first; the others are outranked", async () => {
  const { matcher } = setUp({ limits: { maxMatches: 1, threshold: 0.01 } });
  await matcher.add([
    skill("kites", { when: ["zebra kite flying", "zebra kite string"] }),
    skill("sails", { when: ["walrus sail canvas", "walrus sail rope"] }),
  ]);
  const matches = await matcher.match("zebra kite flying, zebra walrus sail", call());
  expect(matches.map(({ skill: name, reason }) => [name, reason])).toEqual([
    ["kites", "fits"],
    ["sails", "outranked"],
  ]);
  expect(
    await matcher.match("zebra kite flying, zebra walrus sail", call({ limit: 1 })),
  ).toHaveLength(1);
});

test("of two skills that both fit, the one that fits clearly worse is outranked", async () => {
  const { matcher } = setUp();
  await matcher.add([
    skill("kites", { when: ["zebra kite flying", "zebra kite string"] }),
    skill("zoos", { when: ["zebra kite", "zebra stable"], threshold: 0 }),
  ]);
  const matches = await matcher.match("zebra kite flying string", call());
  expect(matches.map(({ skill: name, reason }) => [name, reason])).toEqual([
    ["kites", "fits"],
    ["zoos", "outranked"],
  ]);
});

test("of skills that fit equally well none wakes, whatever the order they were added in", async () => {
  for (const names of [
    ["a", "b"],
    ["b", "a"],
  ]) {
    const { matcher } = setUp({ limits: { threshold: 0.05 } });
    await matcher.add(names.map((name) => skill(name, { when: ["zebra kite"] }, "the same")));
    expect(await matcher.match("zebra kite", call())).toMatchObject([
      { skill: "a", wakes: false, reason: "ambiguous", rivals: ["b"] },
      { skill: "b", wakes: false, reason: "ambiguous", rivals: ["a"] },
    ]);
  }
});

test("a trigger looks only at the events that it names", async () => {
  const { matcher } = setUp();
  await matcher.add([
    skill("kites", [
      { when: ["zebra kite flying"] },
      { when: ["walrus sail rope"], events: ["memory.remembered"] },
    ]),
    skill("none", []),
  ]);
  expect(woken(await matcher.match("zebra kite flying", call()))).toEqual(["kites"]);
  expect(woken(await matcher.match("walrus sail rope", call()))).toEqual([]);
  const remembered = call({ event: "memory.remembered" });
  expect(woken(await matcher.match("walrus sail rope", remembered))).toEqual(["kites"]);
  expect(await matcher.match("walrus sail rope", call({ event: "memory.forgotten" }))).toEqual([]);
});

test("a skill that is removed or replaced is no longer matched by what it said", async () => {
  const { matcher } = await withSkills();
  matcher.remove("kites");
  expect(woken(await matcher.match("zebra kite flying manual", call()))).toEqual([]);
  await matcher.add([skill("sails", { when: ["zebra kite flying manual"] })]);
  expect(woken(await matcher.match("zebra kite flying manual", call()))).toEqual(["sails"]);
  expect(woken(await matcher.match("walrus sail rope", call()))).toEqual([]);
});
