import { AIMessage, HumanMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import {
  createAgent,
  createMiddleware,
  humanInTheLoopMiddleware,
  modelFallbackMiddleware,
  modelRetryMiddleware,
} from "langchain";
import { expect, test } from "vitest";

import { memoryMiddleware } from "../../src/agent/index.js";
import {
  agentMemory,
  callsThenSays,
  heldBy,
  ofLangChain,
  promptsOf,
  scriptedModel,
  textsOf,
} from "../support/agents.js";
import { clock, FACT, looksAtTheClock, recallOnly, watchedMemory } from "../support/recalling.js";

test("a model that is asked again, and another in its place, get the same text from one recall", async () => {
  const { memory, queries } = await watchedMemory();
  const failing = scriptedModel((_, call) =>
    call === 0 ? new Error("busy") : new AIMessage("Green."),
  );
  const broken = scriptedModel(() => new Error("down"));
  const spare = scriptedModel(() => new AIMessage("Green."));
  const retry = ofLangChain(
    modelRetryMiddleware({ maxRetries: 2, initialDelayMs: 0, jitter: false }),
  );
  for (const [model, others] of [
    [failing, [retry, recallOnly(memory)]],
    [broken, [ofLangChain(modelFallbackMiddleware(spare)), recallOnly(memory)]],
    [
      scriptedModel((_, call) => (call === 0 ? new Error("busy") : new AIMessage("Green."))),
      [recallOnly(memory), retry],
    ],
  ] as const) {
    await createAgent({ model, tools: [], middleware: others }).invoke({
      messages: [new HumanMessage("green tea")],
    });
  }
  expect(queries).toHaveLength(3);
  const [first, second] = promptsOf(failing);
  expect(second).toBe(first);
  expect(promptsOf(spare)).toEqual(promptsOf(broken));
});

test("two memories on one agent each add what they know to the same message", async () => {
  const team = agentMemory();
  await team.remember("the team drinks green tea");
  const { memory } = await watchedMemory();
  const model = callsThenSays([looksAtTheClock], "Green.");
  const middleware = [recallOnly(memory), recallOnly(team, { name: "team" })] as const;
  const agent = createAgent({ model, tools: [clock], middleware });
  await agent.invoke({ messages: [new HumanMessage({ content: "green tea", id: "h1" })] });
  const [first, second] = model.calls.map(({ messages }) => textsOf(messages)[0]);
  expect(first).toContain(FACT);
  expect(first).toContain("the team drinks");
  expect(first?.endsWith("\n\ngreen tea")).toBe(true);
  expect(second).toBe(first);
});

test("after an interrupt the resumed run has what is remembered, and the turn is remembered once", async () => {
  const memory = agentMemory();
  await memory.remember(FACT);
  const model = callsThenSays([looksAtTheClock], "At noon.");
  const agent = createAgent({
    model,
    tools: [clock],
    middleware: [
      memoryMiddleware({ memory }),
      ofLangChain(humanInTheLoopMiddleware({ interruptOn: { clock: true } } as never)),
    ],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: "t1" } };
  await agent.invoke({ messages: [new HumanMessage("green tea, when?")] }, config);
  expect(await heldBy(memory)).toHaveLength(1);
  await agent.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), config);
  expect(promptsOf(model)).toHaveLength(2);
  for (const prompt of promptsOf(model)) expect(prompt).toContain(FACT);
  expect(await heldBy(memory)).toEqual([
    `user: ${FACT}`,
    "user: green tea, when?",
    "assistant: At noon.",
  ]);
});

test("what another middleware made of the message is what is asked for", async () => {
  const { memory, queries } = await watchedMemory();
  const redact = createMiddleware({
    name: "redact",
    beforeModel: ({ messages }) => {
      const [first] = messages;
      const isRaw = first?.text.includes("4111") === true;
      return isRaw
        ? { messages: [new HumanMessage({ content: "green tea", id: first.id ?? "" })] }
        : undefined;
    },
  });
  const model = scriptedModel(() => new AIMessage("Fine."));
  const agent = createAgent({ model, tools: [], middleware: [recallOnly(memory), redact] });
  await agent.invoke({ messages: [new HumanMessage({ content: "my card is 4111", id: "h1" })] });
  expect(queries).toEqual(["green tea"]);
});

test("where another middleware leaves the message out, the text goes to the last one of the user", async () => {
  const { memory } = await watchedMemory();
  const shorten = createMiddleware({
    name: "shorten",
    wrapModelCall: (request, handler) =>
      handler({ ...request, messages: [new HumanMessage("in short")] as BaseMessage[] }),
  });
  const model = scriptedModel(() => new AIMessage("Fine."));
  const agent = createAgent({ model, tools: [], middleware: [shorten, recallOnly(memory)] });
  await agent.invoke({ messages: [new HumanMessage("green tea")] });
  expect(promptsOf(model)[0]).toMatch(/Ada likes green tea[^]*in short$/);
});

test("the text stays with the message when others are copied or put behind it", async () => {
  const { memory } = await watchedMemory();
  const remind = createMiddleware({
    name: "remind",
    wrapModelCall: (request, handler) => {
      const copies = request.messages.map(
        ({ text, id }) => new HumanMessage({ content: text, id: id ?? "" }),
      );
      return handler({
        ...request,
        messages: [...copies, new HumanMessage("Be kind.")] as BaseMessage[],
      });
    },
  });
  const model = scriptedModel(() => new AIMessage("Fine."));
  const agent = createAgent({ model, tools: [], middleware: [remind, recallOnly(memory)] });
  await agent.invoke({ messages: [new HumanMessage("green tea")] });
  const [first, second] = textsOf(model.calls[0]?.messages ?? []);
  expect(first).toMatch(/Ada likes green tea[^]*green tea$/);
  expect(second).toBe("Be kind.");
});
