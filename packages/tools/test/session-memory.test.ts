import { talkingMemory, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { memoryOfThread } from "../src/index.js";

test("a memory with views of talks gives that of the thread, and any other one itself", async () => {
  const { memory } = testMemory();
  const talking = talkingMemory(memory);
  expect(memoryOfThread(memory, "t", {})).toBe(memory);
  expect(memoryOfThread(talking, undefined, {})).toBe(talking);
  const view = memoryOfThread(talking, "t", { keepsContext: false });
  await view.remember("green tea");
  expect(talking.calls).toEqual([{ thread: "t", keepsContext: false, verb: "remember" }]);
  expect((await memory.list()).items).toHaveLength(1);
});
