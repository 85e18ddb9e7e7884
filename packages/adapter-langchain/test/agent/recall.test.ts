import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { expect, test } from "vitest";

import { memoryMiddleware } from "../../src/agent/index.js";
import type { MemoryMiddlewareOptions } from "../../src/agent/index.js";
import {
  agentMemory,
  callsThenSays,
  ENGINES,
  promptsOf,
  scriptedModel,
  textsOf,
} from "../support/agents.js";
import { clock, FACT, looksAtTheClock, recallOnly, watchedMemory } from "../support/recalling.js";

test("what is remembered reaches every model call of a turn, recalled once and the same to the byte", async () => {
  const { memory, queries } = await watchedMemory();
  const model = callsThenSays([looksAtTheClock, looksAtTheClock], "Green tea at noon.");
  const agent = createAgent({ model, tools: [clock], middleware: [recallOnly(memory)] });
  await agent.invoke({ messages: [new HumanMessage("What tea, and when?")] });
  expect(queries).toEqual(["What tea, and when?"]);
  const first = model.calls.map(({ messages }) => textsOf(messages)[0]);
  expect(first).toHaveLength(3);
  expect(new Set(first).size).toBe(1);
  expect(first[0]).toMatch(
    /^<memories [^]*Ada likes green tea[^]*<\/memories>\n\nWhat tea, and when\?$/,
  );
});

test.each(ENGINES)(
  "two turns of a thread are recalled for %s, each for its own message",
  async (_, create) => {
    const memory = create();
    await memory.remember(FACT);
    await memory.remember("Ada lives in Kyoto");
    const model = scriptedModel(() => new AIMessage("Noted."));
    const checkpointer = new MemorySaver();
    const agent = createAgent({ model, tools: [], middleware: [recallOnly(memory)], checkpointer });
    const config = { configurable: { thread_id: "t1" } };
    await agent.invoke({ messages: [new HumanMessage("green tea")] }, config);
    await agent.invoke({ messages: [new HumanMessage("Where is Kyoto?")] }, config);
    const [first, second] = model.calls.map(({ messages }) => textsOf(messages));
    expect(first?.[0]).toContain("<memories");
    expect(second?.[0]).toBe("green tea");
    expect(second?.at(-1)).toContain("Ada lives in Kyoto");
    await memory.close();
  },
);

test("neither the state, nor a checkpoint, nor what is streamed holds what was recalled", async () => {
  const { memory } = await watchedMemory();
  const checkpointer = new MemorySaver();
  const model = callsThenSays([looksAtTheClock], "At noon.");
  const agent = createAgent({
    model,
    tools: [clock],
    middleware: [recallOnly(memory), memoryMiddleware({ memory, name: "second", capture: "off" })],
    checkpointer,
  });
  const config = { configurable: { thread_id: "t1" } };
  const seen: unknown[] = [];
  const stream = await agent.stream(
    { messages: [new HumanMessage("green tea?")] },
    { ...config, streamMode: ["values", "updates", "messages"] },
  );
  for await (const chunk of stream) seen.push(chunk);
  for await (const saved of checkpointer.list(config)) seen.push(saved);
  expect(promptsOf(model)[0]).toContain(FACT);
  expect(seen.length).toBeGreaterThan(5);
  expect(JSON.stringify(seen)).not.toContain("Ada likes");
});

test("the message keeps its id, its name, its parts and what it was given besides", async () => {
  const { memory } = await watchedMemory();
  const model = scriptedModel(() => new AIMessage("A cup."));
  const agent = createAgent({
    model,
    tools: [],
    systemPrompt: "Be brief.",
    middleware: [recallOnly(memory)],
  });
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
  const given = new HumanMessage({
    id: "h1",
    name: "ada",
    content: [image, { type: "text", text: "Is this green tea?" }],
    additional_kwargs: { extra: 1 },
    response_metadata: { output_version: "v0" },
  });
  const { messages } = await agent.invoke({ messages: [given] });
  const [system, sent] = model.calls[0]?.messages ?? [];
  expect(system).toBeInstanceOf(SystemMessage);
  expect(JSON.stringify(system?.content)).not.toContain("Ada likes");
  expect(sent).toMatchObject({ id: "h1", name: "ada", additional_kwargs: { extra: 1 } });
  expect(sent?.response_metadata).toEqual({ output_version: "v0" });
  expect(sent?.content).toEqual([
    { type: "text", text: expect.stringContaining(FACT) as string },
    image,
    { type: "text", text: "Is this green tea?" },
  ]);
  expect(messages[0]?.content).toHaveLength(2);
});

test("only what the user said last is asked for, and where nothing was said nothing happens", async () => {
  const { memory, queries } = await watchedMemory();
  const model = scriptedModel(() => new AIMessage("Fine."));
  const agent = createAgent({ model, tools: [], middleware: [recallOnly(memory)] });
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
  await agent.invoke({ messages: [new HumanMessage({ content: [image] })] });
  await agent.invoke({ messages: [new HumanMessage("  ")] });
  await agent.invoke({ messages: [new AIMessage("Hello, I am the agent.")] });
  expect(queries).toEqual([]);
  await agent.invoke({
    messages: [new HumanMessage("old"), new AIMessage("older"), new HumanMessage("green tea")],
  });
  expect(queries).toEqual(["green tea"]);
});

test("nothing is put into the prompt where nothing is remembered, or recalling is off", async () => {
  const model = scriptedModel(() => new AIMessage("Fine."));
  const { memory, queries } = await watchedMemory();
  const empty = createAgent({ model, tools: [], middleware: [recallOnly(agentMemory())] });
  await empty.invoke({ messages: [new HumanMessage("green tea")] });
  const off = createAgent({
    model,
    tools: [],
    middleware: [recallOnly(memory, { recall: false })],
  });
  await off.invoke({ messages: [new HumanMessage("green tea")] });
  expect(promptsOf(model)).toEqual(["green tea", "green tea"]);
  expect(queries).toEqual([]);
});

test("settings of the recall and of the prompt are used, and labels only if asked for", async () => {
  const memory = agentMemory();
  await memory.remember(FACT);
  await memory.remember({ content: "green tea is a message", kind: "message" });
  const model = scriptedModel(() => new AIMessage("Fine."));
  const ask = async (recall: MemoryMiddlewareOptions["recall"]): Promise<string> => {
    const agent = createAgent({ model, tools: [], middleware: [recallOnly(memory, { recall })] });
    await agent.invoke({ messages: [new HumanMessage("green tea")] });
    return promptsOf(model).at(-1) ?? "";
  };
  expect(await ask({ kinds: ["message"], preamble: "What was said:" })).toMatch(
    /What was said:[^]*green tea is a message/,
  );
  expect(await ask({ kinds: ["message"] })).not.toMatch(/Ada likes|id="m1"/);
  expect(await ask({ cite: true })).toContain('id="m1"');
});

test("the same message given to two runs is recalled anew in each", async () => {
  const { memory, queries } = await watchedMemory();
  const model = scriptedModel(() => new AIMessage("Fine."));
  const agent = createAgent({ model, tools: [], middleware: [recallOnly(memory)] });
  const constant = new HumanMessage("green tea");
  await agent.invoke({ messages: [constant] });
  await agent.invoke({ messages: [constant] });
  expect(queries).toHaveLength(2);
  const [first, second] = promptsOf(model);
  expect(first).not.toContain("time 1");
  expect(second).toContain("time 1");
});
