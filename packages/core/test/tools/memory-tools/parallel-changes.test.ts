import { expect, test } from "vitest";

import type { Memory } from "../../../src/index.js";
import { defineMemoryTools } from "../../../src/tools/memory-tools/define-memory-tools.js";
import { calledTools, contentsOf, idOf } from "../../support/called-tools.js";
import { testMemory } from "../../support/test-memory.js";

test("of changes of one memory at the same time the second sees the first", async () => {
  const { memory } = testMemory();
  const id = await idOf(memory, "Ada likes tea");
  const other = await idOf(memory, "Bob likes milk");
  const { update, forget } = calledTools(memory);
  const changes = [
    ...["coffee", "juice"].map((drink) => update({ id, content: `Ada likes ${drink}` })),
    forget({ id }),
    update({ id: other, content: "Bob likes water" }),
  ];
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([
    "changed",
    "unknown",
    "unknown",
    "changed",
  ]);
  expect(await contentsOf(memory)).toEqual([
    "assistant: Ada likes coffee",
    "assistant: Bob likes water",
  ]);
});

test("a change that hangs holds up no abort, and one that fails not the next", async () => {
  const { memory } = testMemory();
  const id = await idOf(memory, "Ada likes tea");
  const gate = Promise.withResolvers<never>();
  const stuck = { ...memory, read: () => gate.promise } as unknown as Memory;
  const [tool] = defineMemoryTools({ only: ["forget"] });
  const forget = async (of: Memory, signal?: AbortSignal): Promise<unknown> =>
    tool?.run({ id }, { memory: of, signal, trust: () => 1 });
  const first = forget(stuck);
  const controller = new AbortController();
  const second = forget(memory, controller.signal);
  const third = forget(memory);
  controller.abort(new Error("the user left"));
  await expect(second).rejects.toThrow("the user left");
  expect(await contentsOf(memory)).toEqual(["user: Ada likes tea"]);
  gate.reject(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  expect(await third).toMatchObject({ status: "forgotten" });
});
