import type { SkillContext } from "@kioku/core";
import { expect, test } from "vitest";

import { Deadline } from "../../src/runtime/deadline.js";
import { TaskScope } from "../../src/runtime/task-scope.js";
import { failureOf, reasonOf } from "../support/failure-of.js";
import { never } from "../support/never.js";
import { quiet, TestTime } from "../support/test-time.js";
import { testWorld } from "../support/test-world.js";

const what = { description: "Does what the test wants" };
const hello = { text: "hello" };

test("what is aborted in the tick it is asked for in never begins, and leaves its slot to others", async () => {
  const began: string[] = [];
  const { runtime, time, reports } = await testWorld(
    [
      {
        name: "deaf",
        ...what,
        on: {
          message: () => {
            began.push("message");
            return never();
          },
        },
        run: (_: unknown, context: SkillContext) => {
          began.push(context.skill);
          return never();
        },
      },
      { name: "quick", ...what, run: () => 1 },
    ],
    { concurrency: 1 },
  );
  const caller = new AbortController();
  const { signal } = caller;
  const emitted = reasonOf(() => runtime.emit("message", hello, { signal }));
  const called = reasonOf(() => runtime.run("deaf", null, { signal }));
  const reason = new Error("changed my mind");
  caller.abort(reason);
  expect(await emitted).toBe(reason);
  expect(await called).toBe(reason);
  expect(await runtime.run("quick", null)).toBe(1);
  await quiet();
  expect(began).toEqual([]);
  expect(reports).toMatchObject([{ outcomes: [{ status: "skipped", error: reason }] }]);
  expect(time.pending).toBe(0);
});

test("a runtime closes in the tick it was asked for something in", async () => {
  const { runtime, time, reports } = await testWorld([
    { name: "deaf", ...what, on: { message: () => never() } },
  ]);
  const emitted = runtime.emit("message", hello);
  await runtime.close();
  expect((await emitted).outcomes).toMatchObject([
    { status: "skipped", error: { code: "closed" } },
  ]);
  expect(reports).toHaveLength(1);
  expect(time.pending).toBe(0);
});

test("work that was aborted before has its time to stop, too", async () => {
  const time = new TestTime();
  const work = new TaskScope();
  work.abort(new Error("early"));
  const limits = { timeoutMs: 100, graceMs: 10, schedule: time.schedule };
  const deadline = new Deadline(work, "late", limits);
  let isOver = false;
  void deadline.over.then(() => (isOver = true));
  await time.pass(9);
  expect(isOver).toBe(false);
  await time.pass(1);
  expect(isOver).toBe(true);
  expect(deadline.timeout).toBeUndefined();
  expect(time.pending).toBe(0);
});

test.each(["close", "unregister"] as const)(
  "a skill that heeds nothing is abandoned by %s, which is the error, and no time that was over",
  async (verb) => {
    const { runtime, time, reports } = await testWorld(
      [{ name: "deaf", ...what, on: { message: () => never() }, run: () => never() }],
      { graceMs: 50 },
    );
    const called = failureOf(() => runtime.run("deaf", null));
    const emitted = runtime.emit("message", hello);
    await quiet();
    const ended = verb === "close" ? runtime.close() : runtime.unregister("deaf");
    await time.pass(50);
    await ended;
    expect(await called).toMatchObject({ code: "closed", retryable: false });
    await emitted;
    expect(reports).toMatchObject([
      { outcomes: [{ status: "abandoned", error: { code: "closed" } }] },
    ]);
  },
);
