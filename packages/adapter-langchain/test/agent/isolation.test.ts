import type { Memory } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { expect, test } from "vitest";
import { z } from "zod";

import { memoryMiddleware } from "../../src/agent/index.js";
import type { MemorySource } from "../../src/agent/index.js";
import {
  agentMemory,
  ENGINES,
  heldBy,
  noting,
  promptsOf,
  say,
  scriptedModel,
  textsOf,
} from "../support/agents.js";

test.each(ENGINES)("200 turns of 20 users at once %s cross nowhere", async (_, create) => {
  const memory = create();
  const users = Array.from({ length: 20 }, (__, index) => `user${index}x`);
  const of = (userId: string): Memory => memory.scope("users", userId);
  for (const userId of users) await of(userId).remember(`the password hint of ${userId}`);
  const leaks: string[] = [];
  const model = scriptedModel((messages) => {
    const text = textsOf(messages).at(-1) ?? "";
    const [named = ""] = text.match(/I am (user\d+x)/)?.slice(1) ?? [];
    if (!text.includes(`the password hint of ${named}`)) leaks.push(`${named} got nothing`);
    leaks.push(...users.filter((userId) => userId !== named && text.includes(userId)));
    return new AIMessage(`Hello ${named}.`);
  }, 200);
  const agent = createAgent({
    model,
    tools: [],
    contextSchema: z.object({ userId: z.string() }),
    middleware: [
      memoryMiddleware<{ readonly userId: string }>({
        memory: ({ context }) => of(context.userId),
      }),
    ],
  });
  await Promise.all(
    users.flatMap((userId) =>
      Array.from({ length: 10 }, (__, turn) =>
        agent.invoke(say(`I am ${userId}, turn ${turn}, the password hint?`), {
          context: { userId },
          configurable: { thread_id: `${userId}-${turn}` },
        }),
      ),
    ),
  );
  expect(leaks).toEqual([]);
  for (const userId of users) {
    const { items } = await of(userId).list({ kinds: ["message"] });
    expect(items).toHaveLength(20);
    for (const { content, thread } of items) {
      expect(content).toContain(userId);
      expect(thread).toContain(userId);
    }
  }
  await memory.close();
});

test("the same message in runs of two users at once is recalled for each", async () => {
  const memory = agentMemory();
  for (const userId of ["ada", "bob"]) {
    await memory.scope(userId).remember(`green tea is for ${userId}`);
  }
  const model = noting();
  const agent = createAgent({
    model,
    tools: [],
    middleware: [
      memoryMiddleware<{ readonly userId: string }>({
        memory: ({ context }) => memory.scope(context.userId),
      }),
    ],
  });
  const messages = [new HumanMessage({ content: "green tea", id: "h1" })];
  await Promise.all(
    ["ada", "bob", "ada"].map((userId) => agent.invoke({ messages }, { context: { userId } })),
  );
  const seen = promptsOf(model).map((text) => text.match(/is for (\w+)/)?.[1] ?? "nobody");
  expect(seen.toSorted(compareText)).toEqual(["ada", "ada", "bob"]);
});

test("a source is asked with the context and the thread of the run, for recalling and for remembering", async () => {
  const memory = agentMemory();
  const runs: unknown[] = [];
  const source: MemorySource<{ readonly userId: string }> = ({ context, threadId }) => {
    runs.push({ context, threadId });
    return memory.scope(context.userId);
  };
  const agent = createAgent({
    model: noting(),
    tools: [],
    middleware: [memoryMiddleware({ memory: source })],
    checkpointer: new MemorySaver(),
  });
  const config = { context: { userId: "ada" }, configurable: { thread_id: "t1" } };
  await agent.invoke(say("green tea"), config);
  expect(runs).toEqual(
    Array.from({ length: 2 }, () => ({ context: { userId: "ada" }, threadId: "t1" })),
  );
  expect(await heldBy(memory.scope("ada"))).toEqual(["user: green tea", "assistant: Noted."]);
});
