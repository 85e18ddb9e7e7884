import { talkingMemory } from "@kioku/testing/support";
import { HumanMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import { expect, test } from "vitest";

import { memoryMiddleware } from "../../src/agent/index.js";
import { memoryTools } from "../../src/index.js";
import { agentMemory, callsThenSays, promptsOf } from "../support/agents.js";
import { FACT } from "../support/recalling.js";
import { ask } from "../support/tools.js";

const inThread = (thread: string): object => ({ configurable: { thread_id: thread } });

test("with a thread the view of the talk recalls and remembers, and tells each turn anew", async () => {
  const plain = agentMemory();
  await plain.remember(FACT);
  const memory = talkingMemory(plain);
  const model = callsThenSays([], "Noted.");
  const agent = createAgent({ model, tools: [], middleware: [memoryMiddleware({ memory })] });
  for (const text of ["green tea?", "And which green tea?"]) {
    await agent.invoke({ messages: [new HumanMessage(text)] }, inThread("t1"));
  }
  for (const prompt of promptsOf(model)) expect(prompt).toContain(FACT);
  const view = { thread: "t1", keepsContext: false };
  expect(memory.calls).toEqual([
    { ...view, verb: "context" },
    { ...view, verb: "rememberAll" },
    { ...view, verb: "context" },
    { ...view, verb: "rememberAll" },
  ]);
  await agent.invoke({ messages: [new HumanMessage("green tea?")] });
  expect(memory.calls).toHaveLength(4);
  expect((await plain.list({ kinds: ["message"] })).items).toHaveLength(6);
});

test("the tool recall does not tell a talk what it was told, by the middleware or by itself", async () => {
  const plain = agentMemory();
  await plain.remember(FACT);
  const memory = talkingMemory(plain);
  const [, recall] = memoryTools(() => memory);
  if (!recall) throw new Error("expected a tool");
  const asked = async (thread: string): Promise<string> =>
    ask(recall, { query: "green tea" }, inThread(thread));
  expect(await asked("t1")).toContain(FACT);
  expect(await asked("t1")).not.toContain(FACT);
  expect(await asked("t2")).toContain(FACT);
  const middleware = [memoryMiddleware({ memory, capture: "off", tools: true })];
  const model = callsThenSays([{ name: "recall", args: { query: "green tea" } }], "Noted.");
  const agent = createAgent({ model, tools: [], middleware });
  await agent.invoke({ messages: [new HumanMessage("green tea?")] }, inThread("t3"));
  const prompts = promptsOf(model);
  expect(prompts).toHaveLength(2);
  expect(prompts[1]?.split(FACT)).toHaveLength(2);
});
