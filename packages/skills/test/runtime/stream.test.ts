import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

import { defineSkill } from "../../src/index.js";
import { failureOf, reasonOf } from "../support/failure-of.js";
import { quiet } from "../support/test-time.js";
import { testWorld } from "../support/test-world.js";

const what = { description: "Does what the test wants" };

const count = defineSkill({
  name: "count",
  ...what,
  async *run(_, { memoryGet, memorySet }) {
    for (const n of [1, 2, 3]) {
      await memorySet("count", n);
      yield await memoryGet("count");
    }
  },
});

const total = defineSkill({
  name: "total",
  ...what,
  output: z.object({ sum: z.number() }),
  async *run() {
    yield { at: 1 };
    yield { at: 2 };
    return { sum: 3 };
  },
});

async function listOf(parts: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const part of parts) list.push(part);
  return list;
}

test("a generator yields its parts with a context that lasts, and its last value is the output", async () => {
  const { runtime } = await testWorld([count, total]);
  expect(await listOf(runtime.stream("count", null))).toEqual([1, 2, 3]);
  expect(await runtime.run("count", null)).toBe(3);
  expect(await listOf(runtime.stream("total", null))).toEqual([{ at: 1 }, { at: 2 }, { sum: 3 }]);
  const output = await runtime.run("total", null);
  expectTypeOf(output).toEqualTypeOf<{ sum: number }>();
  expect(output).toEqual({ sum: 3 });
});

test("a skill without parts streams its output, and lists are values", async () => {
  const { runtime } = await testWorld([
    { name: "plain", ...what, run: () => [1, 2] },
    { name: "none", ...what, *run() {} },
    {
      name: "plain-generator",
      ...what,
      *run() {
        yield 1;
        yield Promise.resolve(2);
      },
    },
  ]);
  expect(await listOf(runtime.stream("plain", null))).toEqual([[1, 2]]);
  expect(await listOf(runtime.stream("none", null))).toEqual([undefined]);
  expect(await listOf(runtime.stream("plain-generator", null))).toEqual([1, 2]);
});

test("a skill that an event wakes is drained, and the last value is its output", async () => {
  const { runtime } = await testWorld([
    defineSkill({
      name: "asks",
      ...what,
      on: { message: (_, { call }) => call("count", null) },
    }),
    count,
  ]);
  const { outcomes } = await runtime.emit("message", { text: "go" });
  expect(outcomes).toMatchObject([{ skill: "asks", status: "done", output: 3 }]);
});

test("the output of a generator is checked, its parts are not", async () => {
  const { runtime } = await testWorld([
    {
      name: "wrong",
      ...what,
      output: z.number(),
      async *run() {
        yield 1;
        yield "two";
      },
    },
  ]);
  const parts = runtime.stream("wrong", null)[Symbol.asyncIterator]();
  expect(await parts.next()).toEqual({ done: false, value: 1 });
  expect(await parts.next()).toEqual({ done: false, value: "two" });
  expect(await failureOf(() => parts.next())).toMatchObject({ code: "skill-failed" });
  expect(await parts.next()).toEqual({ done: true, value: undefined });
});

test("a part is asked for when the one before it was taken, and the time goes on meanwhile", async () => {
  const made: number[] = [];
  const { runtime, time } = await testWorld([
    {
      name: "eager",
      ...what,
      timeoutMs: 500,
      async *run() {
        for (let n = 1; n < 10; n += 1) {
          made.push(n);
          yield n;
        }
      },
    },
  ]);
  const parts = runtime.stream("eager", null)[Symbol.asyncIterator]();
  await quiet();
  expect(made).toEqual([]);
  await parts.next();
  await quiet();
  expect(made).toEqual([1, 2]);
  await time.pass(500);
  expect(await parts.next()).toEqual({ done: false, value: 2 });
  expect(await failureOf(() => parts.next())).toMatchObject({ code: "skill-timed-out" });
});

test.each(["break", "return while a part is awaited", "signal"])(
  "who ends the iteration aborts the skill: %s",
  async (how) => {
    const seen: unknown[] = [];
    const { runtime } = await testWorld([
      {
        name: "endless",
        ...what,
        async *run(_: unknown, { signal }: { signal: AbortSignal }) {
          try {
            yield 1;
            await new Promise((resolve) => {
              signal.addEventListener("abort", resolve);
            });
            yield 2;
          } finally {
            seen.push(signal.aborted);
          }
        },
      },
    ]);
    const controller = new AbortController();
    const { signal } = controller;
    const parts = runtime.stream("endless", null, { signal })[Symbol.asyncIterator]();
    expect(await parts.next()).toEqual({ done: false, value: 1 });
    const ends: Readonly<Record<string, () => Promise<unknown>>> = {
      break: async () => parts.return?.(),
      "return while a part is awaited": async () => {
        const next = parts.next();
        await parts.return?.();
        return next;
      },
      signal: async () => {
        const next = reasonOf(() => parts.next());
        controller.abort("enough");
        return next;
      },
    };
    expect(await ends[how]?.()).toEqual(
      how === "signal" ? "enough" : { done: true, value: undefined },
    );
    await quiet();
    expect(seen).toEqual([true]);
    expect(await parts.next()).toEqual({ done: true, value: undefined });
  },
);

test("a stream fails as a run does", async () => {
  const { runtime } = await testWorld([count]);
  const unknown = listOf(runtime.stream("nobody", null));
  expect(await failureOf(() => unknown)).toMatchObject({ code: "not-found" });
  expect(() => runtime.stream("count", null, { top: 1 } as object)).toThrow("top");
  const signal = AbortSignal.abort("before");
  expect(await reasonOf(() => listOf(runtime.stream("count", null, { signal })))).toBe("before");
  await runtime.close();
  const closed = listOf(runtime.stream("count", null));
  expect(await failureOf(() => closed)).toMatchObject({ code: "closed" });
});
