import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { createAgent, createMiddleware, toolStrategy } from "langchain";
import { expect, test } from "vitest";
import { z } from "zod";

import { memoryMiddleware } from "../../src/agent/index.js";
import { agentMemory, callsThenSays, ENGINES, heldBy, scriptedModel } from "../support/agents.js";
import { talker, THREAD } from "../support/capturing.js";
import { clock } from "../support/recalling.js";

test.each(ENGINES)(
  "what was said and answered is remembered %s as messages of the thread",
  async (_, create) => {
    const memory = create();
    const model = callsThenSays([{ name: "clock", args: {} }], "It is noon.");
    const agent = createAgent({
      model,
      tools: [clock],
      middleware: [memoryMiddleware({ memory, name: "notes" })],
    });
    await agent.invoke({ messages: [new HumanMessage("What time is it?")] }, THREAD);
    const { items } = await memory.list();
    expect(items).toMatchObject([
      { content: "What time is it?", origin: "user", kind: "message", thread: "t1" },
      { content: "It is noon.", origin: "assistant", kind: "message", thread: "t1" },
    ]);
    expect(await memory.history(items[0]?.id ?? "")).toMatchObject([{ actor: "middleware:notes" }]);
    await memory.close();
  },
);

test.each([
  ["user", ["user: I like tea"]],
  ["off", []],
] as const)("with capture %s that is remembered: %j", async (capture, held) => {
  const memory = agentMemory();
  await talker(memory, { capture }).invoke({ messages: [new HumanMessage("I like tea")] }, THREAD);
  expect(await heldBy(memory)).toEqual(held);
});

test("all that the user said since the answer before belongs to the turn", async () => {
  const memory = agentMemory();
  await talker(memory).invoke({
    messages: [
      new HumanMessage("long ago"),
      new AIMessage("Indeed."),
      new HumanMessage("I like tea"),
      new HumanMessage("green, that is"),
    ],
  });
  expect(await heldBy(memory)).toEqual([
    "user: I like tea",
    "user: green, that is",
    "assistant: Noted.",
  ]);
});

test("of several parts the text is remembered, and what has none is not", async () => {
  const memory = agentMemory();
  const agent = talker(memory);
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
  const parts = [{ type: "text", text: "Look:" }, image, { type: "text", text: "my cat" }];
  await agent.invoke({ messages: [new HumanMessage({ content: parts })] });
  expect(await heldBy(memory)).toEqual(["user: Look:\nmy cat", "assistant: Noted."]);
  const empty = agentMemory();
  const silent = talker(empty, { answers: [" "] });
  await silent.invoke({ messages: [new HumanMessage({ content: [image] })] });
  await silent.invoke({ messages: [] });
  expect(await heldBy(empty)).toEqual([]);
});

test("an agent that ends with the result of a tool has no answer to remember", async () => {
  const memory = agentMemory();
  const direct = tool(() => "noon", {
    name: "direct",
    description: "Says what time it is.",
    schema: { type: "object", properties: {} },
    returnDirect: true,
  });
  const model = callsThenSays([{ name: "direct", args: {} }], "never said");
  const agent = createAgent({ model, tools: [direct], middleware: [memoryMiddleware({ memory })] });
  await agent.invoke({ messages: [new HumanMessage("When?")] }, THREAD);
  expect(await heldBy(memory)).toEqual(["user: When?"]);
});

test("of a structured answer the last words of the assistant are remembered", async () => {
  const memory = agentMemory();
  const model = callsThenSays([{ name: "extract-1", args: { city: "Kyoto" } }], "never said");
  const schema = { title: "extract-1", type: "object", properties: { city: { type: "string" } } };
  const agent = createAgent({
    model,
    tools: [],
    middleware: [memoryMiddleware({ memory })],
    responseFormat: toolStrategy(schema as never, { toolMessageContent: "The city is Kyoto." }),
  });
  const state: unknown = await agent.invoke({ messages: [new HumanMessage("Where?")] });
  expect(state).toMatchObject({ structuredResponse: { city: "Kyoto" } });
  expect(await heldBy(memory)).toEqual(["user: Where?", "assistant: The city is Kyoto."]);
});

test("a run that fails remembers nothing, and neither does one that is aborted", async () => {
  const memory = agentMemory();
  const messages = [new HumanMessage("I like tea")];
  const model = scriptedModel(() => new Error("the model is down"));
  const failing = createAgent({ model, tools: [], middleware: [memoryMiddleware({ memory })] });
  await expect(failing.invoke({ messages }, THREAD)).rejects.toThrow("the model is down");
  const controller = new AbortController();
  const aborting = createMiddleware({
    name: "aborting",
    afterAgent: () => {
      controller.abort(new Error("the user left"));
    },
  });
  const answering = scriptedModel(() => new AIMessage("Noted."));
  const middleware = [memoryMiddleware({ memory }), aborting] as const;
  const agent = createAgent({ model: answering, tools: [], middleware });
  await expect(
    agent.invoke({ messages }, { ...THREAD, signal: controller.signal }),
  ).rejects.toThrow("the user left");
  expect(await heldBy(memory)).toEqual([]);
});

test("a turn is remembered whole or not at all", async () => {
  const memory = agentMemory();
  const refused: string[] = [];
  const logger = { warn: (message: string) => refused.push(message), error: () => undefined };
  const agent = talker(memory, { logger, answers: ["x".repeat(4_194_305)] });
  await agent.invoke({ messages: [new HumanMessage("I like tea")] }, THREAD);
  expect(await heldBy(memory)).toEqual([]);
  expect(refused).toEqual(["the turn was not remembered"]);
});

test("an agent that streams its events remembers the turn, too", async () => {
  const memory = agentMemory();
  const messages = [new HumanMessage("I like tea")];
  const events = talker(memory).streamEvents({ messages }, { version: "v2", ...THREAD });
  for await (const _ of events);
  expect(await heldBy(memory)).toEqual(["user: I like tea", "assistant: Noted."]);
});

test("a schema of another middleware does not change what is remembered", async () => {
  const memory = agentMemory();
  const counting = createMiddleware({
    name: "counting",
    stateSchema: z.object({ count: z.number().default(0) }),
    afterModel: (state) => ({ count: state.count + 1 }),
  });
  const model = scriptedModel(() => new AIMessage("Noted."));
  const middleware = [memoryMiddleware({ memory }), counting] as const;
  const agent = createAgent({ model, tools: [], middleware });
  const state = await agent.invoke({ messages: [new HumanMessage("I like tea")] }, THREAD);
  expect(state.count).toBe(1);
  expect(Object.keys(state).toSorted()).toEqual(["count", "messages"]);
  expect(await heldBy(memory)).toHaveLength(2);
});

test("a name of a message says who said it", async () => {
  const memory = agentMemory();
  const named = new HumanMessage({ content: "I like tea", name: "Ana" });
  await talker(memory).invoke({ messages: [named] }, THREAD);
  const { items } = await memory.list();
  expect(items[0]).toMatchObject({ content: "I like tea", speaker: "Ana", origin: "user" });
  // An agent without a name names its answers `model`, which is nobody.
  expect(items[1]).toMatchObject({ origin: "assistant" });
  expect(items[1]).not.toHaveProperty("speaker");
});
