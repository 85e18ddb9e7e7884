import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { defineMemoryTools } from "../../src/memory-tools/define-memory-tools.js";
import { calledTools, contentsOf, idOf } from "../support/called-tools.js";

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
  const gate = Promise.withResolvers<number>();
  const [update, forget] = defineMemoryTools({ only: ["update", "forget"] });
  const first = update?.run(
    { id, content: "Ada likes coffee" },
    { memory, trust: () => gate.promise },
  );
  const controller = new AbortController();
  const run = async (signal?: AbortSignal): Promise<unknown> =>
    forget?.run({ id }, { memory, signal, trust: () => 1 });
  const [second, third] = [run(controller.signal), run()];
  controller.abort(new Error("the user left"));
  await expect(second).rejects.toThrow("the user left");
  expect(await contentsOf(memory)).toEqual(["user: Ada likes tea"]);
  gate.reject(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  expect(await third).toMatchObject({ status: "forgotten" });
});
