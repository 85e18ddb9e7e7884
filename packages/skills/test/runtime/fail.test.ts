import { expect, test } from "vitest";

import { defineSkill } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";
import { testWorld } from "../support/test-world.js";

const what = { description: "Does what the test wants" };
const REASON = "the door is locked from inside";

const door = defineSkill({
  name: "door",
  ...what,
  on: { message: (_, { fail }) => fail(REASON) },
  run: (_, { fail }) => fail(REASON),
});

test("the reason of a skill that fails is in its error and its outcome, and not in the log", async () => {
  const { runtime, lines, reports } = await testWorld([
    door,
    defineSkill({ name: "porter", ...what, run: (_, { call }) => call("door", null) }),
    defineSkill({
      name: "careful",
      ...what,
      run: (_, { call }) => call("door", null).catch((error: unknown) => String(error)),
    }),
  ]);
  const message = `skill "door" failed: ${REASON}`;
  expect(await failureOf(() => runtime.run("door", null))).toMatchObject({
    code: "skill-failed",
    message,
    retryable: false,
  });
  expect(await failureOf(() => runtime.run("porter", null))).toMatchObject({
    message: `skill "porter" failed with skill-failed: ${message}`,
  });
  expect(await runtime.run("careful", null)).toContain(REASON);
  const { outcomes } = await runtime.emit("message", { text: "open" });
  expect(outcomes).toMatchObject([{ status: "failed", error: { message } }]);
  expect(reports).toHaveLength(1);
  expect(lines.join()).not.toContain("locked");
});

test("a reason that is no text, or longer than 1,000 characters, is a failure of its own", async () => {
  const { runtime } = await testWorld([
    defineSkill({ name: "long", ...what, run: (_, { fail }) => fail("x".repeat(1_001)) }),
    defineSkill({ name: "none", ...what, run: (_, { fail }) => fail(7 as never) }),
  ]);
  for (const name of ["long", "none"] as const) {
    const error = await failureOf(() => runtime.run(name, null));
    expect(error.message).toContain(`skill "${name}" failed with invalid-input: reason`);
  }
});
