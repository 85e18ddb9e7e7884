import { expect, test } from "vitest";

import { call, setUp, skill, woken } from "./matcher-setup.js";

const KITES = skill("kites", { when: ["zebra kite flying", "zebra kite string"] });
const TEXT = "zebra kite flying";

test("a skill that woke sleeps for its cooldown, in that memory only", async () => {
  const { matcher, time } = setUp({ limits: { cooldownMs: 5_000 } });
  await matcher.add([KITES]);
  const [match] = await matcher.match(TEXT, call());
  if (match) matcher.woke(match, "user");
  expect((await matcher.match(TEXT, call()))[0]).toMatchObject({
    wakes: false,
    reason: "cooling-down",
  });
  expect(woken(await matcher.match(TEXT, call({ memoryKey: "other" })))).toEqual(["kites"]);
  expect(woken(await matcher.match(TEXT, call({ memoryKey: "us/er" })))).toEqual(["kites"]);
  time.ms += 5_000;
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
});

test("the cooldown of a trigger comes before that of the runtime", async () => {
  const { matcher, time } = setUp({ limits: { cooldownMs: 5_000 } });
  await matcher.add([skill("kites", { when: [TEXT], cooldownMs: 100 })]);
  const [match] = await matcher.match(TEXT, call());
  if (match) matcher.woke(match, "user");
  time.ms += 100;
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
});

test("a skill that cools down takes no place of the others", async () => {
  const { matcher } = setUp({ limits: { cooldownMs: 5_000, maxMatches: 1, threshold: 0.01 } });
  await matcher.add([KITES, skill("sails", { when: ["walrus sail canvas", "walrus sail rope"] })]);
  const both = "zebra kite flying, zebra walrus sail";
  const [match] = await matcher.match(both, call());
  if (match) matcher.woke(match, "user");
  expect(woken(await matcher.match(both, call()))).toEqual(["sails"]);
});

test("a skill that was awake just now needs a little less, for as long as it counts as awake", async () => {
  const { matcher, time } = setUp();
  await matcher.add([KITES]);
  const [match] = await matcher.match(TEXT, call());
  const score = match?.score ?? 0;
  const above = call({ threshold: score + 0.03 });
  expect((await matcher.match(TEXT, above))[0]).toMatchObject({ reason: "below-threshold" });
  if (match) matcher.woke(match, "user");
  expect((await matcher.match(TEXT, above))[0]).toMatchObject({
    reason: "stays-awake",
    wakes: true,
  });
  const elsewhere = { ...above, memoryKey: "other" };
  expect((await matcher.match(TEXT, elsewhere))[0]).toMatchObject({ wakes: false });
  const farAbove = call({ threshold: score + 0.06 });
  expect((await matcher.match(TEXT, farAbove))[0]).toMatchObject({ wakes: false });
  time.ms += 60_000;
  expect((await matcher.match(TEXT, above))[0]).toMatchObject({ wakes: false });
});

test("matching alone changes nothing", async () => {
  const { matcher } = setUp({ limits: { cooldownMs: 5_000 } });
  await matcher.add([KITES]);
  const first = await matcher.match(TEXT, call());
  expect(await matcher.match(TEXT, call())).toEqual(first);
  expect(woken(first)).toEqual(["kites"]);
});

test("a skill that was removed and added again remembers nothing of its waking", async () => {
  const { matcher } = setUp({ limits: { cooldownMs: 5_000 } });
  await matcher.add([KITES]);
  const [match] = await matcher.match(TEXT, call());
  if (match) matcher.woke(match, "user");
  matcher.remove("kites");
  await matcher.add([KITES]);
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
});

test("the times of more memories than are kept are forgotten, the oldest first", async () => {
  const { matcher } = setUp({ limits: { cooldownMs: 5_000 } });
  await matcher.add([KITES]);
  const [match] = await matcher.match(TEXT, call());
  for (let user = 0; user <= 10_000; user += 1) if (match) matcher.woke(match, `user-${user}`);
  expect(woken(await matcher.match(TEXT, call({ memoryKey: "user-0" })))).toEqual(["kites"]);
  expect(woken(await matcher.match(TEXT, call({ memoryKey: "user-1" })))).toEqual([]);
});

test("a clock that is set back does not put a skill to sleep for long", async () => {
  const { matcher, time } = setUp({ limits: { cooldownMs: 5_000 } });
  await matcher.add([KITES]);
  const [match] = await matcher.match(TEXT, call());
  if (match) matcher.woke(match, "user");
  time.ms -= 86_400_000;
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
});

test("a skill is noted as awake once within its cooldown, and a waking that is taken back did not happen", async () => {
  const { matcher, time } = setUp();
  await matcher.add([
    skill("kites", { when: [TEXT], cooldownMs: 5_000 }),
    skill("sails", { when: ["walrus sail canvas"] }),
  ]);
  const [match] = await matcher.match(TEXT, call());
  if (!match) throw new Error("no match");
  const first = matcher.woke(match, "user");
  expect(first).toBeTypeOf("function");
  expect(matcher.woke(match, "user")).toBeUndefined();
  first?.();
  const second = matcher.woke(match, "user");
  time.ms += 5_000;
  const third = matcher.woke(match, "user");
  // Undoing it keeps the later waking.
  second?.();
  expect(matcher.woke(match, "user")).toBeUndefined();
  // Undoing that restores the one before.
  third?.();
  time.ms -= 1;
  expect(matcher.woke(match, "user")).toBeUndefined();
});

test("who is not meant takes no place, even where only one may wake", async () => {
  const { matcher } = setUp({ limits: { maxMatches: 1, threshold: 0.01 } });
  await matcher.add([KITES, skill("sails", { when: ["walrus sail canvas", "walrus sail rope"] })]);
  const both = "zebra kite flying, zebra walrus sail";
  expect(woken(await matcher.match(both, call()))).toEqual(["kites"]);
  expect(woken(await matcher.match(both, call({ except: ["kites"] })))).toEqual(["sails"]);
});
