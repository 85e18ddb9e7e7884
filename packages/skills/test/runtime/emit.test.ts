import { getEventListeners } from "node:events";

import { createMemory, inMemoryStore } from "@kioku/core";
import type { DispatchReport, SkillContext, SkillOutcome } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import { expect, onTestFinished, test } from "vitest";

import { createSkillRuntime, defineSkill } from "../../src/index.js";
import { failureOf, reasonOf } from "../support/failure-of.js";
import { never, untilAborted } from "../support/never.js";
import { quiet } from "../support/test-time.js";
import { testWorld } from "../support/test-world.js";

const what = { description: "Does what the test wants" };
const hello = { text: "hello" };

declare module "@kioku/core" {
  interface SkillEventMap {
    ping: { readonly depth?: number };
  }
}

function codesOf(outcomes: readonly SkillOutcome[]): unknown[] {
  return outcomes.map(({ error }) => (error as { readonly code?: string } | undefined)?.code);
}

test("an event reaches its handlers in the order of registration, and the report says what became of it", async () => {
  const { runtime, reports, time } = await testWorld([
    { name: "one", ...what, on: { message: (event) => event.data.text } },
    { name: "deaf", ...what, on: { "memory.forgotten": () => "never" } },
    {
      name: "two",
      ...what,
      on: {
        message: async () => {
          await quiet();
          await time.pass(30);
          return 2;
        },
      },
    },
  ]);
  const report = await runtime.emit("message", hello);
  expect(report).toEqual({
    event: { id: "event-1", name: "message", data: hello, at: expect.any(Date) as Date, trail: [] },
    outcomes: [
      { skill: "one", why: { event: "message" }, status: "done", output: "hello", durationMs: 0 },
      { skill: "two", why: { event: "message" }, status: "done", output: 2, durationMs: 30 },
    ],
  });
  expect(report.event.at.toISOString()).toBe("2026-11-22T09:00:00.000Z");
  expect(reports).toEqual([report]);
});

test("a skill that fails harms no other and is not thrown at the one who emits", async () => {
  const thrown = new Error("broken");
  const { runtime } = await testWorld([
    {
      name: "throws",
      ...what,
      on: {
        message: () => {
          throw thrown;
        },
      },
    },
    { name: "works", ...what, on: { message: () => "fine" } },
  ]);
  const { outcomes } = await runtime.emit("message", hello);
  expect(outcomes).toMatchObject([
    { status: "failed", error: { code: "skill-failed", cause: thrown } },
    { status: "done", output: "fine" },
  ]);
});

test("emit rejects for what is no event and for an abort of the caller, whose skills are aborted", async () => {
  const reasons: unknown[] = [];
  const { runtime, reports, time } = await testWorld([
    defineSkill({
      name: "slow",
      ...what,
      on: {
        message: (_, { signal }) => {
          signal.addEventListener("abort", () => reasons.push(signal.reason));
          return untilAborted(signal);
        },
      },
    }),
  ]);
  for (const [name, data] of [
    ["", hello],
    [" ", hello],
    [5, hello],
    ["message", "hello"],
    ["message", null],
    ["message", []],
  ]) {
    const error = await failureOf(() => runtime.emit(name as never, data as never));
    expect(error.code).toBe("invalid-input");
  }
  const caller = new AbortController();
  const failing = reasonOf(() => runtime.emit("message", hello, { signal: caller.signal }));
  await quiet();
  const reason = new Error("changed my mind");
  caller.abort(reason);
  expect(await failing).toBe(reason);
  await quiet();
  expect(reasons).toEqual([reason]);
  expect(reports).toMatchObject([{ outcomes: [{ status: "failed", error: reason }] }]);
  expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  expect(time.pending).toBe(0);
});

test("an event that a skill emits carries the trail that led there, and its report goes to onReport, too", async () => {
  const { runtime, reports } = await testWorld([
    defineSkill({
      name: "first",
      ...what,
      on: { message: (_, context) => context.call("second", { depth: 1 }) },
    }),
    defineSkill({
      name: "second",
      ...what,
      run: async (_, context) => {
        const { event } = await context.emit("ping", {});
        return event.trail;
      },
    }),
    defineSkill({ name: "third", ...what, on: { ping: ({ trail }) => trail.length } }),
  ]);
  const report = await runtime.emit("message", hello);
  expect(report.outcomes).toMatchObject([{ output: ["first", "second"] }]);
  expect(reports.map(({ event }) => event.name)).toEqual(["ping", "message"]);
  expect(reports[0]?.outcomes).toMatchObject([{ skill: "third", output: 2 }]);
});

test("a chain of skills ends at maxTrail, in emit as in call", async () => {
  const { runtime, reports } = await testWorld(
    [
      defineSkill({
        name: "echo",
        ...what,
        on: { ping: (_, context) => context.emit("ping", {}) },
      }),
      defineSkill({ name: "self", ...what, run: (_, context) => context.call("self", null) }),
    ],
    { maxTrail: 3 },
  );
  await runtime.emit("ping", {});
  expect(reports.map(({ event, outcomes }) => [event.trail.length, outcomes[0]?.status])).toEqual([
    [3, "skipped"],
    [2, "done"],
    [1, "done"],
    [0, "done"],
  ]);
  expect(codesOf(reports[0]?.outcomes ?? [])).toEqual(["limit-exceeded"]);
  let error: unknown = await failureOf(() => runtime.run("self", null));
  const codes: unknown[] = [];
  while (error instanceof Error) {
    codes.push((error as Error & { code: string }).code);
    error = error.cause;
  }
  expect(codes).toEqual(["skill-failed", "skill-failed", "skill-failed", "limit-exceeded"]);
});

test("maxFanOut bounds all calls that one event causes, and the next event begins anew", async () => {
  const { runtime, reports } = await testWorld(
    [
      defineSkill({
        name: "both",
        ...what,
        on: {
          ping: (_, context) => Promise.all([context.emit("ping", {}), context.emit("ping", {})]),
        },
      }),
    ],
    { maxFanOut: 10, maxTrail: 100 },
  );
  for (const round of [1, 2]) {
    await runtime.emit("ping", {});
    const outcomes = reports.flatMap((report) => report.outcomes);
    expect(outcomes.filter(({ status }) => status === "done")).toHaveLength(10 * round);
    const skipped = outcomes.filter(({ status }) => status === "skipped");
    expect(new Set(codesOf(skipped))).toEqual(new Set(["limit-exceeded"]));
    expect(skipped).toHaveLength(11 * round);
  }
});

test("no more run at once than concurrency says, and the others wait their turn", async () => {
  let running = 0;
  let most = 0;
  const skills = Array.from({ length: 9 }, (_, index): AnySkill => ({
    name: `skill-${index}`,
    ...what,
    on: {
      message: async () => {
        running += 1;
        most = Math.max(most, running);
        await quiet();
        running -= 1;
        return index;
      },
    },
  }));
  const { runtime } = await testWorld(skills, { concurrency: 3 });
  const { outcomes } = await runtime.emit("message", hello);
  expect(outcomes.map(({ output }) => output)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(most).toBe(3);
});

test("where too many wait, the rest is skipped, and that may be tried again", async () => {
  const gate = Promise.withResolvers<string>();
  const skills = Array.from({ length: 4 }, (_, index): AnySkill => ({
    name: `skill-${index}`,
    ...what,
    on: { message: () => gate.promise },
  }));
  const { runtime } = await testWorld(skills, { concurrency: 1, maxWaiting: 2 });
  const report = runtime.emit("message", hello);
  gate.resolve("done");
  const { outcomes } = await report;
  expect(outcomes.map(({ status }) => status)).toEqual(["done", "done", "done", "skipped"]);
  expect(outcomes[3]?.error).toMatchObject({ code: "limit-exceeded", retryable: true });
});

test("skills that wait for each other need one slot only, and their own calls keep to concurrency, too", async () => {
  let running = 0;
  let most = 0;
  const { runtime } = await testWorld(
    [
      defineSkill({
        name: "parent",
        ...what,
        run: async (_, context) => {
          const children = [1, 2, 3, 4, 5].map((child) => context.call("child", child));
          return Promise.all(children);
        },
      }),
      defineSkill({
        name: "child",
        ...what,
        run: async (input, context) => {
          running += 1;
          most = Math.max(most, running);
          await context.emit("ping", {});
          running -= 1;
          return input;
        },
      }),
      defineSkill({ name: "leaf", ...what, on: { ping: () => quiet() } }),
    ],
    { concurrency: 2 },
  );
  const parents = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      return runtime.run("parent", null);
    }),
  );
  expect(parents).toEqual(Array.from({ length: 4 }, () => [1, 2, 3, 4, 5]));
  expect(most).toBe(4);
});

test("a parent whose time is over takes its children with it", async () => {
  const { runtime, reports, time } = await testWorld(
    [
      defineSkill({
        name: "parent",
        ...what,
        timeoutMs: 100,
        on: { message: (_, context) => context.emit("ping", {}) },
      }),
      defineSkill({
        name: "child",
        ...what,
        on: { ping: (_, { signal }) => untilAborted(signal) },
      }),
      defineSkill({ name: "deaf", ...what, on: { ping: () => never() } }),
    ],
    { graceMs: 10 },
  );
  const done = runtime.emit("message", hello);
  await time.pass(110);
  expect((await done).outcomes).toMatchObject([{ skill: "parent", status: "abandoned" }]);
  expect(reports.find(({ event }) => event.name === "ping")?.outcomes).toMatchObject([
    { skill: "child", status: "failed", error: { code: "skill-timed-out" } },
    { skill: "deaf", status: "abandoned" },
  ]);
  expect(time.pending).toBe(0);
});

test("what was aborted may tidy up, and cause nothing more", async () => {
  const calls: string[] = [];
  const { runtime, reports, time, memory } = await testWorld([
    defineSkill({
      name: "parent",
      ...what,
      timeoutMs: 100,
      on: {
        message: async (_, context) => {
          await untilAborted(context.signal).catch(() => undefined);
          await context.memorySet("note", "stopped");
          await context.emit("ping", {});
          await context.call("child", null).catch(() => calls.push("refused"));
        },
      },
    }),
    defineSkill({
      name: "child",
      ...what,
      on: { ping: () => void calls.push("ping") },
      run: () => void calls.push("run"),
    }),
  ]);
  const done = runtime.emit("message", hello);
  await time.pass(100);
  expect((await done).outcomes).toMatchObject([{ status: "timed-out" }]);
  expect(reports[0]?.outcomes).toMatchObject([
    { skill: "child", status: "skipped", error: { code: "skill-timed-out" } },
  ]);
  expect(calls).toEqual(["refused"]);
  expect(await memory.get("note")).toBe("stopped");
});

test("a parent that ends first leaves its children to their own time, in its slot", async () => {
  const gate = Promise.withResolvers<string>();
  const { runtime, reports, time } = await testWorld(
    [
      defineSkill({
        name: "parent",
        ...what,
        on: { message: (_, context) => void context.emit("ping", {}) },
      }),
      defineSkill({ name: "child", ...what, on: { ping: () => gate.promise } }),
    ],
    { concurrency: 1 },
  );
  const { outcomes } = await runtime.emit("message", hello);
  expect(outcomes).toMatchObject([{ skill: "parent", status: "done" }]);
  expect(reports.map(({ event }) => event.name)).toEqual(["message"]);
  const next = runtime.emit("message", hello);
  await quiet();
  expect(reports).toHaveLength(1);
  gate.resolve("late");
  await next;
  await quiet();
  expect(reports.map(({ event }) => event.name).toSorted()).toEqual([
    "message",
    "message",
    "ping",
    "ping",
  ]);
  expect(time.pending).toBe(0);
});

test("a skill may call and emit only what it asks for and is granted", async () => {
  const { runtime } = await testWorld(
    [
      defineSkill({
        name: "bound",
        ...what,
        permissions: { call: ["friend"], emit: ["ping"] },
        run: async (_, context) => {
          const results = await Promise.allSettled([
            context.call("friend", null),
            context.call("stranger", null),
            context.emit("ping", {}),
            context.emit("message", hello),
          ]);
          return results.map((result) =>
            result.status === "fulfilled" ? "done" : (result.reason as { code: string }).code,
          );
        },
      }),
      { name: "friend", ...what, run: () => 1 },
      { name: "stranger", ...what, run: () => 1 },
      defineSkill({ name: "curbed", ...what, run: (_, context) => context.call("friend", null) }),
    ],
    { permissions: { bound: { emit: ["message", "ping"] } }, defaultPermissions: { call: [] } },
  );
  expect(await runtime.run("bound", null)).toEqual([
    "done",
    "not-permitted",
    "done",
    "not-permitted",
  ]);
  const error = await failureOf(() => runtime.run("curbed", null));
  expect(error.cause).toMatchObject({
    code: "not-permitted",
    message: 'skill "curbed" is not granted to call "friend"',
  });
});

function broken(): never {
  throw new Error("full disk");
}

async function rejecting(): Promise<void> {
  await Promise.reject(new Error("full disk"));
}

test("a log and an onReport that throw or reject harm nothing", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  const [throws, rejects] = [broken, rejecting] as readonly unknown[] as readonly (() => void)[];
  for (const onReport of [throws, rejects]) {
    const { runtime } = await testWorld(
      [
        defineSkill({
          name: "chatty",
          ...what,
          on: {
            message: (_, { log }) => [log.debug("a"), log.info("b"), log.warn("c"), log.error("d")],
          },
        }),
        { name: "throws", ...what, on: { message: broken } },
      ],
      {
        memory,
        onReport,
        log: { debug: broken, info: rejects ?? broken, warn: broken, error: broken },
      },
    );
    const { outcomes } = await runtime.emit("message", hello);
    expect(outcomes.map(({ status }) => status)).toEqual(["done", "failed"]);
  }
});

test("a skill's log names it, and what it says is bounded", async () => {
  const said: unknown[][] = [];
  const say = (...line: unknown[]): void => void said.push(line);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const { runtime } = await testWorld(
    [
      defineSkill({
        name: "chatty",
        ...what,
        run: (_, { log }) => {
          log.info("here", { at: "hall" });
          log.debug("x".repeat(5_000));
          log.warn("much", "y".repeat(20_000));
          log.error({} as never, circle as never);
        },
      }),
    ],
    { log: { debug: say, info: say, warn: say, error: say } },
  );
  await runtime.run("chatty", null);
  expect(said[0]).toEqual(["chatty: here", { at: "hall" }]);
  expect(String(said[1]?.[0])).toHaveLength(2_009);
  expect(said[2]?.[1]).toBe("data of 20002 characters, left out");
  expect(said[3]).toEqual([
    "chatty: a message that is no text, but object",
    "data that is no JSON, left out",
  ]);
});

test("a skill is told the runtime's time, its name and its event", async () => {
  const seen: SkillContext[] = [];
  const { runtime, time } = await testWorld([
    defineSkill({
      name: "watch",
      ...what,
      on: { message: (_, context) => void seen.push(context) },
    }),
  ]);
  await time.pass(1_500);
  const { event } = await runtime.emit("message", hello);
  expect(seen[0]?.now().toISOString()).toBe("2026-11-22T09:00:01.500Z");
  expect(seen[0]?.skill).toBe("watch");
  expect(seen[0]?.event).toBe(event);
  expect(Object.isFrozen(seen[0])).toBe(true);
});

async function reportsOfTwo(): Promise<DispatchReport[]> {
  const { runtime, reports } = await testWorld([
    defineSkill({
      name: "a",
      ...what,
      on: {
        message: (_, context) => Promise.all([context.emit("ping", {}), context.emit("ping", {})]),
      },
    }),
    defineSkill({ name: "b", ...what, on: { ping: async () => quiet(), message: () => 1 } }),
  ]);
  await Promise.all([runtime.emit("message", hello), runtime.emit("message", hello)]);
  return reports;
}

test("the same skills and the same seams give the same reports", async () => {
  expect(await reportsOfTwo()).toEqual(await reportsOfTwo());
});

test("options that cannot work are refused by name", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  onTestFinished(() => memory.close());
  for (const [name, options] of [
    ["options.timeoutMs", { timeoutMs: 0 }],
    ["options.graceMs", { graceMs: -1 }],
    ["options.concurrency", { concurrency: 0 }],
    ["options.maxWaiting", { maxWaiting: 0.5 }],
    ["options.maxTrail", { maxTrail: "8" }],
    ["options.maxFanOut", { maxFanOut: Number.NaN }],
    ["options.name", { name: "" }],
    ["options.skills", { skills: {} }],
    ["options.memory", { memory: {} }],
    ["options.memory", { memory: undefined }],
    ["options.onReport", { onReport: true }],
    ["options.log.debug", { log: {} }],
    ["options.clock", { clock: new Date() }],
    ["options.schedule", { schedule: 1 }],
    ["options.generateId", { generateId: "id" }],
    ["options.embedder.embed", { embedder: {} }],
    ["options.triggers.threshold", { triggers: { threshold: 2 } }],
    ["options.triggers.maxMatches", { triggers: { maxMatches: -1 } }],
    ["options.memoryEvents.reach", { memoryEvents: { reach: "up" } }],
    ["options.memoryEvents.pollMs", { memoryEvents: { pollMs: 99 } }],
    ["options.permissions.nav.call", { permissions: { nav: { call: 1 } } }],
    ["a name in options.permissions", { permissions: { "No Name": {} } }],
    ["options.defaultPermissions.read", { defaultPermissions: { read: {} } }],
    ['no option "maxtrail"', { maxtrail: 8 }],
  ] as const) {
    const error = await failureOf(() => createSkillRuntime({ memory, ...options } as never));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain(name);
  }
});
