import { talkingMemory, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { defineMemoryTools } from "../../src/index.js";
import type { MemoryToolCall } from "../../src/index.js";

test("recall of a talk repeats nothing, and what it told can be updated and forgotten", async () => {
  const { memory } = testMemory();
  const receipt = await memory.remember("green tea");
  const id = receipt.status === "rejected" ? "" : receipt.record.id;
  const talking = talkingMemory(memory);
  const call: MemoryToolCall = { memory: talking, thread: "t", trust: () => 1 };
  const [recall, , forget] = defineMemoryTools({ only: ["recall", "update", "forget"] });
  const recalled = async (given: MemoryToolCall): Promise<unknown> =>
    (await recall?.run({ query: "green tea" }, given))?.status;
  expect(await recalled(call)).toBe("found");
  expect(await recalled(call)).toBe("nothing");
  expect(await recalled({ ...call, thread: "other" })).toBe("found");
  expect(await recalled({ ...call, thread: undefined })).toBe("found");
  expect((await forget?.run({ id }, call))?.status).toBe("forgotten");
  expect(talking.calls.map(({ verb }) => verb)).toEqual(["recall", "recall", "recall"]);
});
