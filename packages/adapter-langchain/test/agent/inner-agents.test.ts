import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { createAgent, createMiddleware } from "langchain";
import { expect, test } from "vitest";

import { memoryMiddleware } from "../../src/agent/index.js";
import {
  agentMemory,
  callsThenSays,
  heldBy,
  promptsOf,
  scriptedModel,
  textsOf,
} from "../support/agents.js";
import { clock, FACT, looksAtTheClock, recallOnly, watchedMemory } from "../support/recalling.js";

/** A tool that asks others, with the configuration of its own call. */
function expertTool(ask: (config: object) => Promise<string>) {
  return tool(async (_: unknown, config: object) => ask(config), {
    name: "expert",
    description: "Knows tea.",
    schema: { type: "object", properties: {} },
  });
}

/**
 * Puts a summary in the place of all messages once there are three, as the middleware of LangChain
 * does.
 */
const summarise = createMiddleware({
  name: "summarise",
  beforeModel: ({ messages }) => {
    const [first] = messages;
    if (messages.length < 3 || !first) return undefined;
    const summary = new HumanMessage({
      content: "Summary: tea was asked for.",
      id: first.id ?? "",
      additional_kwargs: { lc_source: "summarization" },
    });
    return { messages: [summary] };
  },
});

const asksTheExpert = { name: "expert", args: {} };

test("an agent within a tool of an agent recalls for its own message, and the outer one keeps its text", async () => {
  const { memory, queries } = await watchedMemory();
  const shared = recallOnly(memory);
  const innerModel = scriptedModel(() => new AIMessage("sencha"));
  const inner = createAgent({ model: innerModel, tools: [], middleware: [shared] });
  const expert = expertTool(async (config) => {
    const question = new HumanMessage("Which green tea?");
    const { messages } = await inner.invoke({ messages: [question] }, config);
    return messages.at(-1)?.text ?? "";
  });
  const model = callsThenSays([asksTheExpert, asksTheExpert], "Sencha.");
  const outer = createAgent({ model, tools: [expert], middleware: [shared] });
  await outer.invoke({ messages: [new HumanMessage("green tea?")] });
  expect(queries).toEqual(["green tea?", "Which green tea?", "Which green tea?"]);
  const first = model.calls.map(({ messages }) => textsOf(messages)[0]);
  expect(new Set(first).size).toBe(1);
  expect(promptsOf(innerModel)[0]).toContain(FACT);
});

test("however many agents run within a tool, the outer one keeps its text", async () => {
  const { memory, queries } = await watchedMemory();
  const shared = recallOnly(memory);
  const innerModel = scriptedModel(() => new AIMessage("sencha"), 70);
  const inner = createAgent({ model: innerModel, tools: [], middleware: [shared] });
  const expert = expertTool(async (config) => {
    for (let index = 0; index < 70; index += 1) {
      await inner.invoke({ messages: [new HumanMessage(`tea ${index}?`)] }, config);
    }
    return "sencha";
  });
  const model = callsThenSays([asksTheExpert], "Sencha.");
  const outer = createAgent({ model, tools: [expert], middleware: [shared] });
  await outer.invoke({ messages: [new HumanMessage("green tea?")] });
  expect(queries).toHaveLength(71);
  const [first, second] = model.calls.map(({ messages }) => textsOf(messages)[0]);
  expect(second).toBe(first);
});

test("agents that share a run and a message, but not a user, do not share what is recalled", async () => {
  interface User {
    readonly userId: string;
  }
  const memory = agentMemory();
  for (const userId of ["ada", "bob"]) {
    await memory.scope(userId).remember(`green tea is for ${userId}`);
  }
  const innerModel = scriptedModel(() => new AIMessage("sencha"));
  const shared = memoryMiddleware<User>({
    memory: ({ context }) => memory.scope(context.userId),
    capture: "off",
  });
  const inner = createAgent({ model: innerModel, tools: [], middleware: [shared] });
  const messages = [new HumanMessage({ content: "green tea", id: "h1" })];
  const expert = expertTool(async (config) => {
    for (const userId of ["ada", "bob"]) {
      await inner.invoke({ messages }, { ...config, context: { userId } });
    }
    return "done";
  });
  const model = callsThenSays([asksTheExpert], "Sencha.");
  const outer = createAgent({ model, tools: [expert], middleware: [] });
  await outer.invoke({ messages: [new HumanMessage("Who drinks tea?")] });
  const seen = promptsOf(innerModel).map((text) => /is for (\w+)/.exec(text)?.[1]);
  expect(seen).toEqual(["ada", "bob"]);
});

test("a message that is summarised away in the middle of a turn takes nothing with it", async () => {
  const { memory, queries } = await watchedMemory();
  const model = callsThenSays([looksAtTheClock], "At noon.");
  const middleware = [memoryMiddleware({ memory }), summarise] as const;
  const agent = createAgent({ model, tools: [clock], middleware });
  await agent.invoke({ messages: [new HumanMessage("green tea")] });
  expect(queries).toEqual(["green tea"]);
  expect(promptsOf(model)[1]).toMatch(/Ada likes green tea[^]*Summary: tea was asked for/);
  expect((await heldBy(memory)).join()).not.toContain("Summary");
});

test("and it does not get the text of an agent within", async () => {
  const memory = agentMemory();
  await memory.remember(FACT);
  await memory.remember("Bob drinks coffee only");
  const shared = recallOnly(memory, { recall: { mode: "keyword" } });
  const innerModel = scriptedModel(() => new AIMessage("No."));
  const inner = createAgent({ model: innerModel, tools: [], middleware: [shared] });
  const expert = expertTool(async (config) => {
    await inner.invoke({ messages: [new HumanMessage("coffee")] }, config);
    return "done";
  });
  const model = callsThenSays([asksTheExpert], "Green.");
  const outer = createAgent({ model, tools: [expert], middleware: [shared, summarise] });
  await outer.invoke({ messages: [new HumanMessage("green tea")] });
  expect(promptsOf(innerModel)[0]).toContain("Bob drinks coffee only");
  expect(promptsOf(model)[1]).toMatch(/Ada likes green tea[^]*Summary: tea was asked for/);
  expect(promptsOf(model)[1]).not.toContain("coffee");
});
