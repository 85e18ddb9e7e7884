import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, createMiddleware, toolStrategy } from "langchain";
import { expect, test } from "vitest";
import { z } from "zod";

import { memoryMiddleware } from "../../src/agent/index.js";
import { agentMemory, callsThenSays, heldBy, say, scriptedModel } from "../support/agents.js";
import { talker, THREAD } from "../support/capturing.js";
import { trustsOf } from "../support/trusting.js";

const direct = tool(() => "42", {
  name: "direct",
  description: "Knows the answer.",
  schema: { type: "object", properties: {} },
  returnDirect: true,
});

test.each([
  [
    "a tool",
    (call: number) =>
      new AIMessage({ content: "", tool_calls: [{ id: `c${call}`, name: "direct", args: {} }] }),
  ],
  ["an answer without words", () => new AIMessage(" ")],
] as const)(
  "after turns that end with %s, what was forgotten does not come back",
  async (_, answer) => {
    const memory = agentMemory();
    const agent = createAgent({
      model: scriptedModel((__, call) => answer(call)),
      tools: [direct],
      middleware: [memoryMiddleware({ memory, onError: "throw" })],
      checkpointer: new MemorySaver(),
    });
    await agent.invoke(say("my card is 4111"), THREAD);
    await agent.invoke(say("second"), THREAD);
    const { items } = await memory.list();
    await memory.forget(items[0]?.id ?? "");
    await agent.invoke(say("third"), THREAD);
    expect(await heldBy(memory)).toEqual(["user: second", "user: third"]);
  },
);

test("what the user said before a run that failed belongs to the next turn", async () => {
  const memory = agentMemory();
  const model = scriptedModel((_, call) =>
    call === 0 ? new Error("the model is down") : new AIMessage("Noted."),
  );
  const agent = createAgent({
    model,
    tools: [],
    middleware: [memoryMiddleware({ memory })],
    checkpointer: new MemorySaver(),
  });
  await expect(agent.invoke(say("I like tea"), THREAD)).rejects.toThrow("down");
  await agent.invoke(say("green, that is"), THREAD);
  expect(await heldBy(memory)).toEqual([
    "user: I like tea",
    "user: green, that is",
    "assistant: Noted.",
  ]);
});

test("of a structured answer the JSON is remembered, and it is the model's own", async () => {
  const memory = agentMemory();
  const name = "extract-1";
  const model = callsThenSays([{ name, args: { city: "Kyoto" } }], "never said");
  const schema = { title: name, type: "object", properties: { city: { type: "string" } } };
  const agent = createAgent({
    model,
    tools: [],
    middleware: [memoryMiddleware({ memory })],
    responseFormat: toolStrategy(schema as never),
  });
  await agent.invoke(say("Where?"));
  expect(await trustsOf(memory)).toEqual(['1: {"city":"Kyoto"}']);
});

test("a run that another middleware ends before the model is not remembered", async () => {
  const memory = agentMemory();
  const guard = createMiddleware({
    name: "guard",
    beforeModel: {
      canJumpTo: ["end"],
      hook: () => ({ messages: [new AIMessage("No.")], jumpTo: "end" as const }),
    },
  });
  const model = scriptedModel(() => new AIMessage("never said"));
  const middleware = [memoryMiddleware({ memory }), guard] as const;
  await createAgent({ model, tools: [], middleware }).invoke(say("Hello"));
  expect(await heldBy(memory)).toEqual([]);
});

test("each memory of a message has the id of the message", async () => {
  const memory = agentMemory();
  const agent = talker(memory);
  const { messages } = await agent.invoke(
    { messages: [new HumanMessage({ content: "I like tea", id: "h1" })] },
    THREAD,
  );
  const { items } = await memory.list();
  expect(items.map(({ metadata }) => metadata)).toEqual([
    { langchainMessageId: "h1" },
    { langchainMessageId: messages.at(-1)?.id },
  ]);
  expect(z.string().safeParse(messages.at(-1)?.id).success).toBe(true);
});
