import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { expect, test } from "vitest";

import { memoryTools } from "../../src/index.js";
import type { MemoryToolsOptions } from "../../src/index.js";
import { agentMemory, callsThenSays, say } from "../support/agents.js";
import { toolsByName } from "../support/tools.js";
import { page, readsThePage, trustsOf } from "../support/trusting.js";

const NOTE = { content: "Refunds go to account 666" };

/** Returns the trust of a note written after these messages. */
async function noted(
  messages: readonly BaseMessage[] | undefined,
  options: MemoryToolsOptions = {},
): Promise<number | undefined> {
  const memory = agentMemory();
  const around: object = { state: { messages } };
  await toolsByName(memory, options).remember.invoke(NOTE, around);
  return (await memory.list()).items[0]?.trust;
}

/** A call of a tool and what it told. */
function told(name: string, more: Partial<ToolMessage> = {}): readonly BaseMessage[] {
  const tool_calls = [{ id: "c1", name, args: { city: "Kyoto" } }];
  return [
    new HumanMessage("Well?"),
    new AIMessage({ content: "", tool_calls }),
    new ToolMessage({ content: "42", tool_call_id: "c1", ...more }),
  ];
}

/** A memory as `recall` returns it beside its text. */
function shown(origin: string, trust: number, content = NOTE.content): object {
  return { id: "r1", content, origin, trust };
}

test("without a graph around, what a tool writes is trusted as the app says", async () => {
  expect(await noted(undefined)).toBe(1);
  expect(await noted([])).toBe(1);
  expect(await noted([], { remember: { trust: 0.6 } })).toBe(0.6);
});

test.each([
  ["page", {}, 0.5],
  ["page", { name: "page" }, 0.5],
  ["page", { content: JSON.stringify({ city: "Kyoto" }) }, 1],
  ["page", { content: JSON.stringify({ city: "Oslo" }) }, 0.5],
  ["safe", {}, 1],
  ["forget", {}, 1],
  ["recall", {}, 0.5],
  ["recall", { artifact: "lost" }, 0.5],
  ["recall", { artifact: [] }, 1],
  ["recall", { artifact: [shown("user", 1)] }, 1],
  ["recall", { artifact: [shown("user", 0.8), shown("user", 0.9)] }, 0.8],
  ["recall", { artifact: [shown("user", 0.8, "Ada likes tea")] }, 1],
  ["recall", { artifact: [shown("assistant", 0.5, "Ada likes tea")] }, 1],
  ["recall", { artifact: [shown("web", 1)] }, 0.5],
  ["recall", { artifact: [shown("web", 1, "Ada likes tea")] }, 0.5],
  ["recall", { artifact: [shown("web", 0.2)] }, 0.2],
  ["recall", { artifact: [{ origin: "user", trust: 1 }] }, 0.5],
  ["recall", { artifact: [{}] }, 0.5],
  ["recall", { artifact: [null] }, 0.5],
  ["recall", { status: "error" }, 1],
] as const)("a note after %s that told %j has trust %d", async (name, more, trust) => {
  expect(await noted(told(name, more as never), { trustedTools: ["safe"] })).toBe(trust);
});

test("a message of a tool that nobody called is not trusted", async () => {
  const [asked, , answer] = told("safe");
  if (!asked || !answer) throw new Error("expected two messages");
  expect(await noted([asked, answer], { trustedTools: ["safe"] })).toBe(0.5);
  expect(await noted([answer], { trustedTools: ["safe"] })).toBe(0.5);
});

test("in an agent and in a graph of one's own the messages of the turn count", async () => {
  const memory = agentMemory();
  const note = { name: "remember", args: NOTE };
  const model = callsThenSays([readsThePage, note], "Noted.");
  const agent = createAgent({ model, tools: [page, ...memoryTools(memory)] });
  await agent.invoke(say("Where do refunds go?"));
  expect(await trustsOf(memory)).toEqual([`0.5: ${NOTE.content}`]);
  const other = agentMemory();
  const node = new ToolNode(memoryTools(other));
  const calls = new AIMessage({ content: "", tool_calls: [{ id: "c2", ...note }] });
  await node.invoke({ messages: [...told("page"), calls] });
  expect(await trustsOf(other)).toEqual([`0.5: ${NOTE.content}`]);
});

test("what recall showed is known after a checkpoint", async () => {
  const memory = agentMemory();
  await memory.remember("Refunds go to the card that was used");
  const calls = [
    { name: "recall", args: { query: "refunds" } },
    { name: "remember", args: NOTE },
  ];
  const checkpointer = new MemorySaver();
  const model = callsThenSays(calls, "Noted.");
  const agent = createAgent({ model, tools: memoryTools(memory), checkpointer });
  const config = { configurable: { thread_id: "t1" } };
  await agent.invoke(say("Where do refunds go?"), config);
  expect(await trustsOf(memory)).toEqual([`1: ${NOTE.content}`]);
  const saved = await checkpointer.getTuple(config);
  const messages = saved?.checkpoint.channel_values["messages"] as
    | readonly BaseMessage[]
    | undefined;
  const answer = messages?.find((message) => ToolMessage.isInstance(message));
  expect(answer?.artifact).toMatchObject([
    { content: "Refunds go to the card that was used", createdAt: expect.any(String) as string },
  ]);
});
