import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { expect, test } from "vitest";

import { memoryMiddleware } from "../../src/agent/index.js";
import { agentMemory, ENGINES, heldBy, scriptedModel } from "../support/agents.js";
import { talker, THREAD } from "../support/capturing.js";

test.each(ENGINES)(
  "the same turn again writes once %s, with and without a thread",
  async (_, create) => {
    for (const config of [THREAD, {}]) {
      const memory = create();
      const agent = talker(memory);
      const messages = [new HumanMessage({ content: "I like tea", id: "h1" })];
      await agent.invoke({ messages }, config);
      await agent.invoke({ messages }, config);
      await Promise.all([1, 2, 3].map(() => agent.invoke({ messages }, config)));
      expect(await heldBy(memory)).toEqual(["user: I like tea", "assistant: Noted."]);
      await memory.close();
    }
  },
);

test("another answer to the same message is another memory", async () => {
  const memory = agentMemory();
  const agent = talker(memory, { answers: ["Green or black?", "How nice."] });
  const messages = [new HumanMessage({ content: "I like tea", id: "h1" })];
  await agent.invoke({ messages }, THREAD);
  await agent.invoke({ messages }, THREAD);
  expect(await heldBy(memory)).toEqual([
    "user: I like tea",
    "assistant: Green or black?",
    "assistant: How nice.",
  ]);
});

test("what is said again in a thread is remembered again, and threads do not share", async () => {
  const memory = agentMemory();
  const agent = talker(memory);
  const say = (id: string, thread: string): Promise<unknown> =>
    agent.invoke(
      { messages: [new HumanMessage({ content: "yes", id })] },
      { configurable: { thread_id: thread } },
    );
  await say("1", "t1");
  await say("2", "t1");
  await say("1", "t2");
  const { items } = await memory.list();
  expect(items.map(({ thread, content }) => `${thread}: ${content}`)).toEqual([
    "t1: yes",
    "t1: Noted.",
    "t1: yes",
    "t1: Noted.",
    "t2: yes",
    "t2: Noted.",
  ]);
});

test("two runs without thread and with the same ids both are remembered", async () => {
  const memory = agentMemory();
  const agent = talker(memory, { answers: ["Fine tea.", "Fine coffee."] });
  await agent.invoke({ messages: [new HumanMessage({ content: "I like tea", id: "1" })] });
  await agent.invoke({ messages: [new HumanMessage({ content: "I like coffee", id: "1" })] });
  expect(await heldBy(memory)).toEqual([
    "user: I like tea",
    "assistant: Fine tea.",
    "user: I like coffee",
    "assistant: Fine coffee.",
  ]);
});

test("each turn of a thread is remembered once, not what was said before", async () => {
  const memory = agentMemory();
  const model = scriptedModel((_, call) => new AIMessage(`answer ${call}`));
  const agent = createAgent({
    model,
    tools: [],
    middleware: [memoryMiddleware({ memory })],
    checkpointer: new MemorySaver(),
  });
  await agent.invoke({ messages: [{ role: "user", content: "first" }] }, THREAD);
  await agent.invoke({ messages: [{ role: "user", content: "second" }] }, THREAD);
  expect(await heldBy(memory)).toEqual([
    "user: first",
    "assistant: answer 0",
    "user: second",
    "assistant: answer 1",
  ]);
});

test("two middlewares on one memory remember a turn once", async () => {
  const memory = agentMemory();
  const model = scriptedModel(() => new AIMessage("Noted."));
  const middleware = [
    memoryMiddleware({ memory }),
    memoryMiddleware({ memory, name: "again" }),
  ] as const;
  const agent = createAgent({ model, tools: [], middleware });
  await agent.invoke({ messages: [new HumanMessage("I like tea")] }, THREAD);
  expect(await heldBy(memory)).toEqual(["user: I like tea", "assistant: Noted."]);
});
