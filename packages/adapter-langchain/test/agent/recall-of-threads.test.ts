import { AIMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, createMiddleware } from "langchain";
import { expect, test } from "vitest";

import { memoryMiddleware } from "../../src/agent/index.js";
import {
  agentMemory,
  callsThenSays,
  ENGINES,
  noting,
  promptsOf,
  say,
  scriptedModel,
} from "../support/agents.js";
import { THREAD } from "../support/capturing.js";
import { clock, FACT, looksAtTheClock, recallOnly, watchedMemory } from "../support/recalling.js";

test.each(ENGINES)(
  "what is in the state already is not recalled %s, and what was trimmed away is",
  async (_, create) => {
    const memory = create();
    const forgetful = createMiddleware({
      name: "forgetful",
      beforeModel: ({ messages }) => {
        const [first] = messages;
        if (messages.length < 5 || first?.id === undefined) return undefined;
        return { messages: [new RemoveMessage({ id: first.id })] };
      },
    });
    const model = scriptedModel((__, call) => new AIMessage(`answer ${call}`));
    const agent = createAgent({
      model,
      tools: [],
      middleware: [memoryMiddleware({ memory }), forgetful],
      checkpointer: new MemorySaver(),
    });
    await agent.invoke(say("I like green tea"), THREAD);
    await agent.invoke(say("Which green tea do I like?"), THREAD);
    await agent.invoke(say("Which green tea, again?"), THREAD);
    const [, second, third] = promptsOf(model);
    expect(second).not.toContain("<memory");
    expect(third?.match(/<memory [^]*?<\/memory>/g)).toEqual([
      expect.stringContaining("I like green tea"),
    ]);
    await agent.invoke(say("green tea?"), { configurable: { thread_id: "t2" } });
    expect(promptsOf(model)[3]).toContain("I like green tea</memory>");
    await memory.close();
  },
);

test("messages of other threads are recalled, whatever ids the app gives, and its own filter holds", async () => {
  const memory = agentMemory();
  const model = noting();
  const agent = createAgent({
    model,
    tools: [],
    middleware: [memoryMiddleware({ memory, recall: { filter: { "@origin": "user" } } })],
  });
  const tell = (thread: string, content: string): Promise<unknown> =>
    agent.invoke(
      { messages: [new HumanMessage({ content, id: "1" })] },
      { configurable: { thread_id: thread } },
    );
  await tell("t1", "I like green tea");
  await tell("t2", "Which green tea?");
  expect(promptsOf(model)[1]).toContain("I like green tea</memory>");
  expect(promptsOf(model)[1]).not.toContain("Noted.</memory>");
});

test("a state of more than a thousand messages can be recalled for", async () => {
  const { memory } = await watchedMemory();
  const model = noting();
  const agent = createAgent({ model, tools: [], middleware: [recallOnly(memory)] });
  const many = Array.from({ length: 1_200 }, (_, index) =>
    index % 2 === 0 ? new HumanMessage(`say ${index}`) : new AIMessage(`said ${index}`),
  );
  await agent.invoke({ messages: [...many, new HumanMessage("green tea")] });
  expect(promptsOf(model)[0]).toContain(FACT);
});

test("where another middleware leaves no message of the user, the text is a message of its own", async () => {
  const { memory } = await watchedMemory();
  const trim = createMiddleware({
    name: "trim",
    wrapModelCall: (request, handler) =>
      handler({ ...request, messages: request.messages.slice(-2) }),
  });
  const model = callsThenSays([looksAtTheClock], "At noon.");
  const agent = createAgent({ model, tools: [clock], middleware: [trim, recallOnly(memory)] });
  await agent.invoke(say("green tea"));
  const sent = model.calls[1]?.messages ?? [];
  expect(sent.map(({ type }) => type)).toEqual(["human", "ai", "tool"]);
  expect(sent[0]?.text).toMatch(/^<memories [^]*Ada likes green tea[^]*<\/memories>$/);
});

test("streamEvents shows what the model was sent, and with it what was recalled", async () => {
  const { memory } = await watchedMemory();
  const agent = createAgent({ model: noting(), tools: [], middleware: [recallOnly(memory)] });
  const events: unknown[] = [];
  for await (const event of agent.streamEvents(say("green tea"), { version: "v2" })) {
    events.push(event.data);
  }
  expect(JSON.stringify(events)).toContain(FACT);
});
