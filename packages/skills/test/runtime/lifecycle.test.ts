import { createMemory, inMemoryStore } from "@kioku/core";
import type { SkillContext } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import { expect, onTestFinished, test } from "vitest";

import { createSkillRuntime, defineSkill } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";
import { never, untilAborted } from "../support/never.js";
import { quiet, TestTime } from "../support/test-time.js";
import { testWorld } from "../support/test-world.js";

const what = { description: "Does what the test wants" };

/** A skill that notes its start and stop. */
function noted(name: string, notes: string[], members: Partial<AnySkill> = {}): AnySkill {
  return {
    name,
    ...what,
    start: () => void notes.push(`start ${name}`),
    stop: () => void notes.push(`stop ${name}`),
    ...members,
  };
}

test("skills start in order and stop in the opposite one", async () => {
  const notes: string[] = [];
  const { runtime, memory } = await testWorld([noted("a", notes), noted("b", notes)]);
  await runtime.register(noted("c", notes), noted("d", notes));
  expect([...runtime.skills.keys()]).toEqual(["a", "b", "c", "d"]);
  await runtime.close();
  expect(notes.join()).toBe("start a,start b,start c,start d,stop d,stop c,stop b,stop a");
  expect(runtime.skills.size).toBe(0);
  await memory.set("still", "open");
});

test("where one does not start, those that the call has started are stopped again, the latest first", async () => {
  const notes: string[] = [];
  const { runtime } = await testWorld([noted("a", notes)]);
  const thrown = new Error("no legs");
  const broken = noted("d", notes, { start: () => Promise.reject(thrown) });
  const error = await failureOf(() =>
    runtime.register(noted("b", notes), noted("c", notes), broken, noted("e", notes)),
  );
  expect(error).toMatchObject({ code: "skill-failed", cause: thrown });
  expect(notes.join()).toBe("start a,start b,start c,stop c,stop b");
  expect([...runtime.skills.keys()]).toEqual(["a"]);
  await runtime.register(noted("b", notes));
  expect([...runtime.skills.keys()]).toEqual(["a", "b"]);
});

test("a runtime whose skills do not start does not come to be, and stops what was started", async () => {
  const notes: string[] = [];
  const memory = createMemory({ store: inMemoryStore() });
  onTestFinished(() => memory.close());
  const broken = noted("b", notes, { start: () => Promise.reject(new Error("no legs")) });
  const error = await failureOf(() =>
    createSkillRuntime({ memory, skills: [noted("a", notes), broken] }),
  );
  expect(error.message).toBe('skill "b" threw');
  expect(notes).toEqual(["start a", "stop a"]);
});

test.each([
  ["heeds its signal", ({ signal }: SkillContext) => untilAborted(signal)],
  ["heeds nothing", () => never()],
])("a skill that does not start within its time and %s is given up", async (_, start) => {
  const time = new TestTime();
  const memory = createMemory({ store: inMemoryStore() });
  onTestFinished(() => memory.close());
  const failing = failureOf(() =>
    createSkillRuntime({
      memory,
      clock: time.clock,
      schedule: time.schedule,
      skills: [{ name: "slow", ...what, timeoutMs: 10, start }],
    }),
  );
  await time.pass(1_010);
  const error = await failing;
  expect(error).toMatchObject({ code: "skill-failed", message: 'skill "slow" did not start' });
  expect(error.cause).toMatchObject({ code: "skill-timed-out" });
  expect(time.pending).toBe(0);
});

test("names that are taken are refused before anything starts", async () => {
  const notes: string[] = [];
  const { runtime } = await testWorld([noted("a", notes)]);
  for (const names of [
    ["b", "a"],
    ["b", "b"],
  ]) {
    const skills = names.map((name) => noted(name, notes));
    expect(await failureOf(() => runtime.register(...skills))).toMatchObject({ code: "conflict" });
  }
  expect(notes).toEqual(["start a"]);
});

test("of two that register one name at the same time, one is refused", async () => {
  const notes: string[] = [];
  const { runtime } = await testWorld([]);
  const results = await Promise.allSettled([
    runtime.register(noted("a", notes)),
    runtime.register(noted("a", notes)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(notes).toEqual(["start a"]);
});

test("what is no skill is refused with its place, and a skill made by hand is checked like any other", async () => {
  const { runtime } = await testWorld([]);
  const good = { name: "good", ...what };
  for (const bad of [undefined, "nav", {}, { ...good, name: "Bad" }, { ...good, runs: 1 }]) {
    const error = await failureOf(() => runtime.register(good, bad as never));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain("skills[1]");
  }
  expect(runtime.skills.size).toBe(0);
});

test("unregister aborts what the skill does, skips what waits, stops it, and lets the others go on", async () => {
  const notes: string[] = [];
  const { runtime } = await testWorld(
    [
      noted("slow", notes, {
        on: { message: (_event, { signal }) => untilAborted(signal) },
      }),
      noted("quick", notes, { on: { message: () => "heard" } }),
    ],
    { concurrency: 1 },
  );
  const first = runtime.emit("message", { text: "one" });
  const second = runtime.emit("message", { text: "two" });
  await quiet();
  expect(await runtime.unregister("slow")).toBe(true);
  expect(await runtime.unregister("slow")).toBe(false);
  const closed = { code: "closed", message: 'skill "slow" was unregistered' };
  expect((await first).outcomes).toMatchObject([
    { skill: "slow", status: "failed", error: closed },
    { skill: "quick", status: "done", output: "heard" },
  ]);
  expect((await second).outcomes).toMatchObject([
    { skill: "slow", status: "skipped", error: closed },
    { skill: "quick", status: "done" },
  ]);
  expect(notes).toEqual(["start slow", "start quick", "stop slow"]);
  expect((await runtime.emit("message", { text: "three" })).outcomes).toHaveLength(1);
});

test("a name can be registered anew while the old skill is still stopping", async () => {
  const notes: string[] = [];
  const gate = Promise.withResolvers<void>();
  const { runtime } = await testWorld([noted("a", notes, { stop: () => gate.promise })]);
  const gone = runtime.unregister("a");
  await quiet();
  const back = runtime.register(noted("a", notes));
  gate.resolve();
  await Promise.all([gone, back]);
  expect([...runtime.skills.keys()]).toEqual(["a"]);
});

test("close ends what runs, skips what waits, gives up what heeds nothing, and refuses everything from then on", async () => {
  const notes: string[] = [];
  const { runtime, time, memory } = await testWorld(
    [
      noted("good", notes, { on: { message: (_event, { signal }) => untilAborted(signal) } }),
      noted("deaf", notes, { on: { message: () => never() } }),
      noted("late", notes, { on: { message: () => "heard" } }),
    ],
    { concurrency: 2, graceMs: 40 },
  );
  const report = runtime.emit("message", { text: "hello" });
  await quiet();
  const closed = runtime.close();
  expect(await failureOf(() => runtime.emit("message", { text: "hello" }))).toMatchObject({
    code: "closed",
  });
  await time.pass(40);
  await closed;
  await runtime.close();
  expect((await report).outcomes.map(({ status }) => status)).toEqual([
    "failed",
    "abandoned",
    "skipped",
  ]);
  expect(notes.slice(3)).toEqual(["stop late", "stop deaf", "stop good"]);
  expect(time.pending).toBe(0);
  const calls: (() => unknown)[] = [
    () => runtime.run("good", null),
    () => runtime.match("hello"),
    () => runtime.catalog(),
    () => runtime.activate("good"),
    () => runtime.readFile("good", "a.md"),
    () => runtime.register(noted("new", notes)),
    () => runtime.unregister("good"),
    () => runtime.settled(),
  ];
  for (const call of calls) expect(await failureOf(call)).toMatchObject({ code: "closed" });
  await memory.set("still", "open");
});

test("close while skills start stops those that are up", async () => {
  const notes: string[] = [];
  const { runtime } = await testWorld([]);
  const failing = failureOf(() =>
    runtime.register(
      noted("a", notes),
      noted("b", notes, { start: ({ signal }) => untilAborted(signal) }),
    ),
  );
  await quiet();
  await runtime.close();
  expect(await failing).toMatchObject({ code: "closed" });
  expect(notes).toEqual(["start a", "stop a"]);
});

test("a stop that throws or does not end is logged, and the others are stopped", async () => {
  const notes: string[] = [];
  const { runtime, time, lines } = await testWorld(
    [
      noted("a", notes),
      noted("throws", notes, { stop: () => Promise.reject(new Error("stuck")) }),
      noted("hangs", notes, { stop: () => never() }),
    ],
    { timeoutMs: 100 },
  );
  const closed = runtime.close();
  await time.pass(100);
  await closed;
  expect(notes.at(-1)).toBe("stop a");
  expect(lines).toContain("error throws: did not stop");
  expect(lines).toContain("error hangs: did not stop within its time");
  expect(time.pending).toBe(0);
});

test("the context of start lasts until the skill has stopped, and what it emits begins anew", async () => {
  const kept: SkillContext[] = [];
  const { runtime, memory } = await testWorld([
    defineSkill({
      name: "poller",
      ...what,
      start: async (context) => {
        kept.push(context);
        await context.state.set("started", true);
      },
      stop: async () => {
        await kept[0]?.state.set("stopped", true);
      },
    }),
    defineSkill({ name: "ear", ...what, on: { message: ({ trail }) => trail } }),
  ]);
  const [context] = kept;
  const report = await context?.emit("message", { text: "news" });
  expect(report?.outcomes).toMatchObject([{ skill: "ear", status: "done", output: ["poller"] }]);
  expect(context?.signal.aborted).toBe(false);
  await runtime.unregister("poller");
  expect(context?.signal.aborted).toBe(true);
  const corner = memory.scope("skills", "poller");
  expect([await corner.get("started"), await corner.get("stopped")]).toEqual([true, true]);
  expect(await failureOf(() => context?.memorySet("late", 1))).toMatchObject({ code: "closed" });
  expect(await failureOf(() => context?.emit("message", { text: "a" }))).toMatchObject({
    code: "closed",
  });
});

test("a runtime is disposed of by await using", async () => {
  const notes: string[] = [];
  const memory = createMemory({ store: inMemoryStore() });
  onTestFinished(() => memory.close());
  {
    await using runtime = await createSkillRuntime({ memory, skills: [noted("a", notes)] });
    expect(runtime.skills.size).toBe(1);
  }
  expect(notes).toEqual(["start a", "stop a"]);
});
