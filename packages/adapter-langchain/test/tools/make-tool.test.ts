import { MemoryError } from "@kioku/core";
import { ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { createAgent } from "langchain";
import { expect, test } from "vitest";

import { memoryTools } from "../../src/index.js";
import type { MemorySource } from "../../src/index.js";
import { agentMemory, callsThenSays, heldBy, say } from "../support/agents.js";
import { ALL_TOOLS, toolsByName } from "../support/tools.js";

/** Calls a tool as a host does that checks no arguments. */
async function callUnchecked(tool: StructuredToolInterface, args: unknown): Promise<unknown> {
  const { func } = tool as unknown as {
    func: (given: unknown, manager: undefined, config: object) => unknown;
  };
  return func(args, undefined, {});
}

test("no tool takes an argument but its own, and none a scope", () => {
  const shapes = memoryTools(agentMemory(), { only: ALL_TOOLS }).map(({ name, schema }) => {
    const { properties, additionalProperties } = schema as {
      readonly properties: object;
      readonly additionalProperties: unknown;
    };
    return [name, Object.keys(properties), additionalProperties];
  });
  expect(shapes).toEqual([
    ["remember", ["content", "importance"], false],
    ["recall", ["query", "limit"], false],
    ["update", ["id", "content"], false],
    ["forget", ["id"], false],
  ]);
});

test("arguments are checked by the tools themselves too, where a host does not", async () => {
  const memory = agentMemory();
  const { remember, recall } = toolsByName(memory);
  for (const args of [
    { content: "x", scope: "bob" },
    { content: " " },
    { content: "x".repeat(4_001) },
    { content: "x", importance: 2 },
    {},
    "x",
  ]) {
    const failure: unknown = await callUnchecked(remember, args).catch((error: unknown) => error);
    expect(MemoryError.is(failure, "invalid-input")).toBe(true);
  }
  await expect(callUnchecked(recall, { query: "x", limit: 1.5 })).rejects.toThrow("whole number");
  expect(await heldBy(memory)).toEqual([]);
});

test("the memory comes from the context and the thread that the app gave, run by run", async () => {
  const memory = agentMemory();
  const seen: unknown[] = [];
  const { remember } = toolsByName<{ readonly userId: string }>((run) => {
    seen.push(run);
    return memory.scope("users", run.context.userId);
  });
  const users = Array.from({ length: 20 }, (_, index) => `user-${index}`);
  await Promise.all(
    users.map((userId) =>
      remember.invoke(
        { content: `I am ${userId}` },
        { context: { userId }, configurable: { thread_id: `thread-${userId}` } },
      ),
    ),
  );
  for (const userId of users) {
    const { items } = await memory.scope("users", userId).list();
    expect(items).toMatchObject([{ content: `I am ${userId}` }]);
  }
  expect(seen[0]).toEqual({ context: { userId: "user-0" }, threadId: "thread-user-0" });
});

test("a function that gives no memory is an error that says so", async () => {
  const source = (() => Promise.resolve(agentMemory())) as unknown as MemorySource;
  await expect(toolsByName(source).recall.invoke({ query: "tea" })).rejects.toMatchObject({
    cause: { message: expect.stringContaining("no promise") as string },
  });
  const nothing = (() => undefined) as unknown as MemorySource;
  await expect(toolsByName(nothing).recall.invoke({ query: "tea" })).rejects.toMatchObject({
    code: "invalid-input",
  });
});

test("what the function for the memory throws is a cause, which no model reads", async () => {
  const failure = new Error("no session for token sk-live-123");
  const { recall } = toolsByName(() => {
    throw failure;
  });
  const error: unknown = await recall.invoke({ query: "tea" }).catch((one: unknown) => one);
  expect(MemoryError.is(error, "invalid-input")).toBe(true);
  expect(String(error)).not.toContain("sk-live");
  expect((error as Error).cause).toBe(failure);
});

test("a model that writes null for what it leaves out is understood", async () => {
  const memory = agentMemory();
  const { remember, recall } = toolsByName(memory);
  await remember.invoke({ content: "Ada likes green tea", importance: null });
  expect((await memory.list()).items).toMatchObject([{ importance: 0.5 }]);
  const call = { type: "tool_call", id: "c1", name: "recall" } as const;
  const answer: unknown = await recall.invoke({ ...call, args: { query: "tea", limit: null } });
  expect((answer as ToolMessage).content).toContain("Ada likes green tea");
  await expect(remember.invoke({ content: null })).rejects.toThrow("needs the argument content");
});

test("an agent tells its model of a wrong argument in short words, and goes on", async () => {
  const model = callsThenSays([{ name: "recall", args: { query: "tea", limit: 99 } }], "Sorry.");
  const agent = createAgent({ model, tools: memoryTools(agentMemory()) });
  const { messages } = await agent.invoke(say("tea?"));
  const told = messages.find((message) => ToolMessage.isInstance(message));
  expect(told?.status).toBe("error");
  expect(told?.text).toContain("recall.limit must be a whole number at least 1 and at most 20");
  expect(told?.text).not.toContain("    at ");
  expect(messages.at(-1)?.text).toBe("Sorry.");
});

test("an abort of the run reaches the memory", async () => {
  const memory = agentMemory();
  const controller = new AbortController();
  controller.abort(new Error("the user left"));
  const { remember } = toolsByName(memory);
  await expect(
    remember.invoke({ content: "Ada likes tea" }, { signal: controller.signal }),
  ).rejects.toThrow("the user left");
  expect(await heldBy(memory)).toEqual([]);
});

test("other failures throw, and say nothing of what was to be stored", async () => {
  const memory = agentMemory();
  const { remember, forget } = toolsByName(memory);
  await memory.close();
  const failure: unknown = await remember
    .invoke({ content: "Ada likes tea" })
    .catch((error: unknown) => error);
  expect(MemoryError.is(failure, "closed")).toBe(true);
  expect(String(failure)).not.toContain("Ada");
  await expect(forget.invoke({ id: "x" })).rejects.toMatchObject({ code: "closed" });
});
