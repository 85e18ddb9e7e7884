import { expect, test } from "vitest";

import { defineSkill } from "../../src/index.js";
import type { AnySkill } from "../../src/index.js";
import { testWorld } from "../support/test-world.js";

declare module "@kioku/core" {
  interface SkillEventMap {
    "door.opened": object;
  }
}

const what = { description: "Does what the test wants" };

function recorder(heard: string[]): AnySkill {
  return defineSkill({
    name: "recorder",
    ...what,
    on: {
      "*": (event) => void heard.push(event.name),
      message: ({ data }) => void heard.push(`said ${data.text}`),
    },
  });
}

test("a handler for all events is called for those without one of their own", async () => {
  const heard: string[] = [];
  const { runtime } = await testWorld([recorder(heard)]);
  await runtime.emit("message", { text: "hello" });
  const { outcomes } = await runtime.emit("door.opened", {});
  expect(heard).toEqual(["said hello", "door.opened"]);
  expect(outcomes).toMatchObject([
    { skill: "recorder", why: { event: "door.opened" }, status: "done" },
  ]);
});

test("a handler for all events hears of changes of the memory, but not of its own", async () => {
  const heard: string[] = [];
  const { runtime, memory } = await testWorld([
    recorder(heard),
    defineSkill({
      name: "diary",
      ...what,
      on: { "*": (event, context) => context.memory.remember(`heard of ${event.name}`) },
    }),
  ]);
  const receipt = await memory.remember("tea at five");
  await runtime.settled();
  expect(heard).toEqual(["memory.remembered", "memory.remembered"]);
  if (receipt.status !== "rejected") await memory.forget(receipt.record.id);
  await runtime.settled();
  expect(heard.slice(2).toSorted()).toEqual(["memory.forgotten", "memory.remembered"]);
});

test("a handler for all events is not told of a memory that the skill may not read", async () => {
  const heard: string[] = [];
  const { runtime, memory, reports } = await testWorld([recorder(heard)], {
    permissions: { recorder: { read: [] } },
  });
  await memory.remember("tea at five");
  await runtime.emit("door.opened", {});
  await runtime.settled();
  expect(heard).toEqual(["door.opened"]);
  const remembered = reports.find(({ event }) => event.name === "memory.remembered");
  expect(remembered?.outcomes).toMatchObject([
    { status: "skipped", error: { code: "not-permitted" } },
  ]);
});
