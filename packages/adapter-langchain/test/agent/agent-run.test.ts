import { HumanMessage } from "@langchain/core/messages";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { expect, test, vi } from "vitest";
import { z } from "zod";

import { memoryMiddleware } from "../../src/agent/index.js";
import type { MemorySource } from "../../src/agent/index.js";
import { agentMemory, heldBy } from "../support/agents.js";
import { callModel, end } from "../support/hooks.js";

interface User {
  readonly userId: string;
}

test("where the context is out of reach, no memory is chosen by a guess", async () => {
  const memory = agentMemory();
  const source: MemorySource<User> = ({ context }) => memory.scope(context.userId);
  const middleware = memoryMiddleware({ memory: source });
  await expect(end(middleware, { context: {} })).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringContaining("options.contextSchema") as string,
  });
  const ofSomebodyElse = { context: { userId: "bob" }, signal: new AbortController().signal };
  await AsyncLocalStorageProviderSingleton.runWithConfig(ofSomebodyElse, async () => {
    const runtime = { context: {}, signal: new AbortController().signal };
    await expect(end(middleware, runtime)).rejects.toMatchObject({ code: "invalid-input" });
  });
  expect((await memory.scopes()).items).toEqual([]);
});

test("with a schema of the context, or one memory for all, that is enough", async () => {
  const memory = agentMemory();
  const configurable = { thread_id: 7 };
  const typed = memoryMiddleware({
    contextSchema: z.object({ userId: z.string() }),
    memory: ({ context }) => memory.scope(context.userId),
  });
  await end(typed, { context: { userId: "ada" }, configurable });
  await end(memoryMiddleware({ memory: memory.scope("all"), capture: "user" }), { context: {} });
  expect(await heldBy(memory.scope("ada"))).toEqual(["user: I like tea", "assistant: Noted."]);
  expect((await memory.scope("ada").list()).items[0]?.thread).toBe("7");
  expect(await heldBy(memory.scope("all"))).toEqual(["user: I like tea"]);
});

test("messages without ids are remembered as often as they are said", async () => {
  const memory = agentMemory();
  const middleware = memoryMiddleware({ memory });
  const runtime = { context: {}, configurable: { thread_id: "t1" } };
  await end(middleware, runtime);
  await end(middleware, runtime);
  expect(await heldBy(memory)).toHaveLength(4);
});

test("runs of two users that an app gives one writer and one message do not share what is recalled", async () => {
  const memory = agentMemory();
  const users = ["ada", "bob"];
  for (const userId of users) await memory.scope(userId).remember(`green tea is for ${userId}`);
  const middleware = memoryMiddleware<User>({
    memory: ({ context }) => memory.scope(context.userId),
  });
  const writer = vi.fn<() => void>();
  const messages = [new HumanMessage({ content: "green tea", id: "h1" })];
  for (const userId of users) {
    const [sent] = await callModel(middleware, { context: { userId }, writer }, messages);
    expect(sent).toContain(`green tea is for ${userId}`);
  }
});
