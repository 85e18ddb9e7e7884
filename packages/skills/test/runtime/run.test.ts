import { getEventListeners } from "node:events";

import { createMemory, inMemoryStore, MemoryError } from "@kioku/core";
import type { SkillContext } from "@kioku/core";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import { defineSkill } from "../../src/index.js";
import { failureOf, reasonOf } from "../support/failure-of.js";
import { untilAborted } from "../support/never.js";
import { rejectWith } from "../support/reject-with.js";
import { quiet } from "../support/test-time.js";
import { testWorld } from "../support/test-world.js";

const SECRET = "hunter2-hunter2";
const what = { description: "Does what the test wants" };

test("input that does not fit is told by where, never by what it is, and the skill does not run", async () => {
  let runs = 0;
  const { runtime } = await testWorld([
    { name: "nav", ...what, input: z.object({ to: z.number() }), run: () => (runs += 1) },
  ]);
  const error = await failureOf(() => runtime.run("nav", { to: SECRET as never }));
  expect(error).toMatchObject({ code: "invalid-input", retryable: false });
  expect(error.message).toBe('the input of skill "nav" does not fit its schema at .to');
  expect(runs).toBe(0);
});

test("what a schema makes of input and output is what is given and returned", async () => {
  const { runtime } = await testWorld([
    {
      name: "nav",
      ...what,
      input: z.object({ to: z.string().trim() }),
      output: z.string().transform((text) => text.length),
      run: (input: { to: string }) => input.to,
    },
  ]);
  expect(await runtime.run("nav", { to: " home " })).toBe(4);
});

test("output that does not fit its schema is a failure of the skill", async () => {
  const { runtime } = await testWorld([
    { name: "nav", ...what, output: z.object({ at: z.number() }), run: () => ({ at: SECRET }) },
  ]);
  const error = await failureOf(() => runtime.run("nav", null));
  expect(error.code).toBe("skill-failed");
  expect(error.message).toBe('the output of skill "nav" does not fit its schema at .at');
});

test("a schema that throws is named, with what it threw as the cause", async () => {
  const thrown = new Error("broken");
  const schema: StandardSchemaV1<unknown, never> = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: () => {
        throw thrown;
      },
    },
  };
  const { runtime } = await testWorld([{ name: "nav", ...what, input: schema, run: () => 1 }]);
  const error = await failureOf(() => runtime.run("nav", null));
  expect(error.message).toBe('schema of the input of skill "nav" threw');
  expect(error.cause).toBe(thrown);
});

test.each<[string, () => unknown, unknown]>([
  [
    "an Error at once",
    () => {
      throw new RangeError(SECRET);
    },
    expect.any(RangeError),
  ],
  ["an Error later", async () => Promise.reject(new RangeError(SECRET)), expect.any(RangeError)],
  ["text", () => rejectWith(SECRET), SECRET],
  ["nothing", () => rejectWith(undefined), undefined],
  [
    "from a thenable",
    () => ({
      // oxlint-disable-next-line unicorn/no-thenable -- that is what is tried
      then: () => {
        throw new RangeError(SECRET);
      },
    }),
    expect.any(RangeError),
  ],
])(
  "what a skill throws is the cause of skill-failed, and not told in words: %s",
  async (_, run, cause) => {
    const { runtime, lines } = await testWorld([{ name: "nav", ...what, run }]);
    const error = await failureOf(() => runtime.run("nav", null));
    expect(error).toMatchObject({ code: "skill-failed", message: 'skill "nav" threw' });
    expect(error.cause).toEqual(cause);
    expect(lines.join()).not.toContain(SECRET);
  },
);

test("a MemoryError that a skill throws is the cause, too: its code and what it says are in the message, and whether to try again is kept", async () => {
  const thrown = new MemoryError("store-unavailable", "down", { retryable: true });
  const { runtime } = await testWorld([
    { name: "nav", ...what, run: () => Promise.reject(thrown) },
  ]);
  const error = await failureOf(() => runtime.run("nav", null));
  expect(error).toMatchObject({
    code: "skill-failed",
    message: 'skill "nav" failed with store-unavailable: down',
    retryable: true,
    cause: thrown,
  });
});

test("a skill that is not there, and one that has no run, are told apart", async () => {
  const { runtime } = await testWorld([{ name: "pdf", ...what, instructions: "# PDF" }]);
  expect(await failureOf(() => runtime.run("pd" as "pdf", null))).toMatchObject({
    code: "not-found",
  });
  const error = await failureOf(() => runtime.run("pdf", null));
  expect(error).toMatchObject({ code: "invalid-input" });
  expect(error.message).toContain("has no run");
});

test("a skill that heeds its signal is aborted when its time is over", async () => {
  const reasons: unknown[] = [];
  const { runtime, time } = await testWorld([
    defineSkill({
      name: "slow",
      ...what,
      timeoutMs: 250,
      run: (_, { signal }) => {
        signal.addEventListener("abort", () => reasons.push(signal.reason));
        return untilAborted(signal);
      },
    }),
  ]);
  const failing = failureOf(() => runtime.run("slow", null));
  await time.pass(249);
  expect(reasons).toEqual([]);
  await time.pass(1);
  const error = await failing;
  expect(error).toMatchObject({
    code: "skill-timed-out",
    message: 'skill "slow" did not end within 250 ms',
    retryable: true,
  });
  expect(reasons).toEqual([error]);
  expect(time.pending).toBe(0);
});

test("a skill that heeds nothing is abandoned, its context refuses everything, and what it does later harms nothing", async () => {
  const gate = Promise.withResolvers<never>();
  const contexts: SkillContext[] = [];
  const { runtime, time, lines } = await testWorld(
    [
      {
        name: "deaf",
        ...what,
        run: (_: unknown, context: SkillContext) => {
          contexts.push(context);
          return gate.promise;
        },
      },
    ],
    { timeoutMs: 100, graceMs: 50, concurrency: 1 },
  );
  const failing = failureOf(() => runtime.run("deaf", null));
  await time.pass(149);
  const [context] = contexts;
  expect(context?.signal.aborted).toBe(true);
  // While it may still stop, it may tidy up.
  await context?.memorySet("place", "hall");
  await time.pass(1);
  expect(await failing).toMatchObject({
    code: "skill-timed-out",
    message: 'skill "deaf" did not stop within 50 ms after it was aborted',
  });
  const questions: (() => unknown)[] = [
    () => context?.memoryGet("place"),
    () => context?.memorySet("place", 1),
    () => context?.memorySearch("place"),
    () => context?.memorySetWithEmbedding("place", 1),
    () => context?.memory.recall("place"),
    () => context?.state.set("place", 1),
    () => context?.emit("message", { text: "hello" }),
    () => context?.call("deaf", null),
  ];
  for (const question of questions) {
    expect(await failureOf(question)).toMatchObject({ code: "closed" });
  }
  gate.reject(new Error("late"));
  await quiet();
  expect(lines).toContain("warn deaf: ended after it was abandoned");
  // Its slot is free again.
  const again = failureOf(() => runtime.run("deaf", null));
  expect((await again).code).toBe("skill-failed");
  expect(contexts).toHaveLength(2);
});

test("a caller who aborts is told at once with the reason, and the skill is aborted", async () => {
  const signals: AbortSignal[] = [];
  const { runtime, time } = await testWorld([
    {
      name: "slow",
      ...what,
      run: (_: unknown, { signal }: SkillContext) => {
        signals.push(signal);
        return untilAborted(signal);
      },
    },
  ]);
  const caller = new AbortController();
  const failing = reasonOf(() => runtime.run("slow", null, { signal: caller.signal }));
  await quiet();
  const reason = new Error("changed my mind");
  caller.abort(reason);
  expect(await failing).toBe(reason);
  expect(signals[0]?.reason).toBe(reason);
  await quiet();
  expect(time.pending).toBe(0);
  expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  expect(await reasonOf(() => runtime.run("slow", null, { signal: caller.signal }))).toBe(reason);
  expect(signals).toHaveLength(1);
});

test("a signal that is not aborted keeps no listener", async () => {
  const { runtime } = await testWorld([{ name: "quick", ...what, run: () => 1 }]);
  const { signal } = new AbortController();
  await runtime.run("quick", null, { signal });
  await runtime.emit("message", { text: "hello" }, { signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("each call has the memory that it names", async () => {
  const { runtime, memory } = await testWorld([
    {
      name: "note",
      ...what,
      run: (text: string, context: SkillContext) => context.memorySet("note", text),
    },
    {
      name: "keep",
      ...what,
      run: (text: string, context: SkillContext) => context.state.set("kept", text),
    },
  ]);
  const [ann, bob] = [memory.scope("acme", "ann"), memory.scope("acme", "bob")];
  await runtime.run("note", "tea", { memory: ann });
  await runtime.run("keep", "cup", { memory: ann });
  await runtime.run("note", "coffee");
  expect(await ann.get("note")).toBe("tea");
  expect(await ann.scope("skills", "keep").get("kept")).toBe("cup");
  expect(await bob.get("note")).toBeUndefined();
  expect(await memory.get("note")).toBe("coffee");
});

test("what a skill did not wait for is finished within its time, and fails quietly", async () => {
  const { runtime, memory, time } = await testWorld([
    defineSkill({
      name: "hasty",
      ...what,
      run: (_, context) => {
        void context.memorySet("first", 1);
        void context.memory.set("second", 2);
        void context.memory.set("", "refused");
        void context.state.scope("deep").set("third", 3);
        void context.call("missing", null);
        void context.emit("" as never, {} as never);
        return "done";
      },
    }),
  ]);
  expect(await runtime.run("hasty", null)).toBe("done");
  await quiet();
  expect(await memory.get("first")).toBe(1);
  expect(await memory.get("second")).toBe(2);
  expect(await memory.scope("skills", "hasty", "deep").get("third")).toBe(3);
  expect(time.pending).toBe(0);
});

test("a context is of no use when its call is over", async () => {
  let kept: SkillContext | undefined;
  const { runtime } = await testWorld([
    defineSkill({ name: "leaky", ...what, run: (_, context) => void (kept = context) }),
  ]);
  await runtime.run("leaky", null);
  const error = await failureOf(() => kept?.memorySet("late", 1));
  expect(error).toMatchObject({ code: "closed", message: 'this call of skill "leaky" is over' });
});

test("an instance of a class is a skill, and called as its own", async () => {
  class Counter {
    readonly name = "counter";
    readonly description = "Counts its calls";
    #count = 0;
    run(): number {
      return (this.#count += 1);
    }
  }
  const { runtime } = await testWorld([new Counter()]);
  await runtime.run("counter", null);
  expect(await runtime.run("counter", null)).toBe(2);
});

test("options are checked: unknown ones, a signal and a memory that are none", async () => {
  const { runtime } = await testWorld([{ name: "quick", ...what, run: () => 1 }]);
  for (const options of [{ sginal: 1 }, { signal: 1 }, { memory: {} }]) {
    const error = await failureOf(() => runtime.run("quick", null, options as never));
    expect(error.code).toBe("invalid-input");
  }
});

test("a quota is counted for each database by itself, and asked and granted alike it is one", async () => {
  const quota = { records: 10, perMs: 60_000 };
  const writer = {
    name: "writer",
    ...what,
    permissions: { quota },
    async run(_: unknown, { memory }: SkillContext) {
      let written = 0;
      try {
        for (; written < 20; written += 1) await memory.remember(`number ${written}`);
      } catch (error) {
        return [written, MemoryError.is(error) && error.code];
      }
      return [written];
    },
  };
  const { runtime } = await testWorld([writer], {
    permissions: { writer: { quota: { ...quota } } },
  });
  const tenants = [1, 2].map(() => createMemory({ store: inMemoryStore() }));
  onTestFinished(async () => {
    for (const tenant of tenants) await tenant.close();
  });
  const used: unknown[] = [];
  for (const tenant of [...tenants, ...tenants]) {
    used.push(await runtime.run("writer", null, { memory: tenant.scope("ann") }));
  }
  expect(used).toEqual([
    [10, "limit-exceeded"],
    [10, "limit-exceeded"],
    [0, "limit-exceeded"],
    [0, "limit-exceeded"],
  ]);
});

test("skills of two users run side by side on one memory", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  const { runtime } = await testWorld(
    [
      {
        name: "wait",
        ...what,
        run: (_: unknown, { signal }: SkillContext) => untilAborted(signal),
      },
    ],
    { memory },
  );
  const all = ["ann", "bob"].map((user) =>
    runtime.run("wait", null, { memory: memory.scope(user) }).catch((error: unknown) => error),
  );
  await quiet();
  await runtime.unregister("wait");
  expect(await Promise.all(all)).toEqual([
    expect.objectContaining({ code: "closed" }),
    expect.objectContaining({ code: "closed" }),
  ]);
});
