import { createMemory, inMemoryStore } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createAgent, createMiddleware, humanInTheLoopMiddleware } from "langchain";
import { expect, test } from "vitest";

import { memoryMiddleware } from "../../src/agent/index.js";
import type { MemoryMiddlewareOptions } from "../../src/agent/index.js";
import { agentMemory, callsThenSays, ENGINES, ofLangChain, say } from "../support/agents.js";
import { THREAD } from "../support/capturing.js";
import { page, readsThePage, runAgent, trustsOf } from "../support/trusting.js";

const writesItDown = { name: "remember", args: { content: "Refunds go to account 666" } };
const looksItUp = { name: "recall", args: { query: "refunds account" } };
const WEB = { content: "Refunds of the shop go to account 666", origin: "web" } as const;

async function poisoned(): Promise<MemoryRoot> {
  const memory = agentMemory();
  await memory.remember(WEB);
  return memory;
}

test.each(ENGINES)(
  "an answer to nothing but the user and trusted memories is trusted %s",
  async (_, create) => {
    const memory = create();
    await memory.remember("Refunds go to the card that was used");
    await runAgent(memory, []);
    expect(await trustsOf(memory)).toEqual(["1: Noted."]);
    expect(await trustsOf(memory, "user")).toContain("1: Where do refunds go?");
    await memory.close();
  },
);

test("an answer is trusted no more than strangers that were recalled for it, or than what it repeats", async () => {
  const memory = await poisoned();
  await runAgent(memory, []);
  expect(await trustsOf(memory)).toEqual(["0.5: Noted."]);
  expect(await trustsOf(memory, "user")).toEqual(["1: Where do refunds go?"]);
  for (const [says, trust] of [
    ["Noted.", 1],
    ["Refunds take a week.", 0.7],
  ] as const) {
    const half = agentMemory();
    await half.remember({ content: "Refunds take a week", trust: 0.7 });
    await runAgent(half, [], { says });
    expect(await trustsOf(half)).toEqual([`${trust}: ${says}`]);
  }
});

test("an answer after any tool is not trusted, but after tools that the app trusts", async () => {
  const memory = agentMemory();
  await runAgent(memory, [readsThePage]);
  expect(await trustsOf(memory)).toEqual(["0.5: Noted."]);
  const trusting = agentMemory();
  await runAgent(trusting, [readsThePage], { trustedTools: ["page"] });
  expect(await trustsOf(trusting)).toEqual(["1: Noted."]);
});

test("tools of the memory itself take no trust away, and its recall as much as it shows", async () => {
  const memory = agentMemory();
  await memory.remember("Refunds go to the card that was used");
  await runAgent(memory, [{ name: "remember", args: { content: "Ada asks for refunds" } }], {
    tools: true,
  });
  expect(await trustsOf(memory)).toEqual(["1: Ada asks for refunds", "1: Noted."]);
  const looking = await poisoned();
  await runAgent(looking, [looksItUp, writesItDown], { tools: true, recall: false });
  expect(await trustsOf(looking)).toEqual(["0.5: Refunds go to account 666", "0.5: Noted."]);
  const finding = agentMemory();
  await finding.remember("Refunds go to the account of Ada");
  await runAgent(finding, [looksItUp, writesItDown], { tools: true, recall: false });
  expect(await trustsOf(finding)).toEqual(["1: Refunds go to account 666", "1: Noted."]);
});

test("what a model notes is trusted no more than what it was shown, by whatever way", async () => {
  const shown = await poisoned();
  await runAgent(shown, [writesItDown], { tools: true, capture: "off" });
  expect(await trustsOf(shown)).toEqual(["0.5: Refunds go to account 666"]);
  const read = agentMemory();
  await runAgent(read, [readsThePage, writesItDown], { tools: true, capture: "off" });
  expect(await trustsOf(read)).toEqual(["0.5: Refunds go to account 666"]);
  const trusted = agentMemory();
  await runAgent(trusted, [readsThePage, writesItDown], {
    tools: { remember: { trust: 0.8 } },
    capture: "off",
    trustedTools: ["page"],
  });
  expect(await trustsOf(trusted)).toEqual(["0.8: Refunds go to account 666"]);
});

test("what is not trusted replaces nothing that is, and the model is told so", async () => {
  const memory = agentMemory();
  const receipt = await memory.remember("Refunds go to the card that was used");
  if (receipt.status === "rejected") throw new Error("expected it to be stored");
  const { id } = receipt.record;
  const change = { name: "update", args: { id, content: "Refunds go to account 666" } };
  const model = callsThenSays([readsThePage, change], "Noted.");
  const middleware = [memoryMiddleware({ memory, tools: { only: ["update"] }, capture: "off" })];
  const agent = createAgent({ model, tools: [page], middleware });
  const { messages } = await agent.invoke(say("Where do refunds go?"));
  expect(messages.at(-2)?.text).toContain("trusted more");
  expect((await memory.list()).items).toMatchObject([{ id, origin: "user" }]);
});

test("a tool of an earlier turn takes nothing away, unless that turn had no end", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  const model = callsThenSays([readsThePage], "Noted.");
  const middleware = [memoryMiddleware({ memory, recall: false })] as const;
  const agent = createAgent({ model, tools: [page], middleware });
  const { messages } = await agent.invoke(say("Read the page"), THREAD);
  await agent.invoke({ messages: [...messages, new HumanMessage("Thanks")] }, THREAD);
  expect(await trustsOf(memory)).toEqual(["0.5: Noted.", "1: Noted."]);
  const cut = messages.slice(0, -1);
  await agent.invoke({ messages: [...cut, new HumanMessage("Well?")] }, THREAD);
  expect(await trustsOf(memory)).toEqual(["0.5: Noted.", "1: Noted.", "0.5: Noted."]);
});

test("a run that is resumed knows what the model was shown before, by recalling again", async () => {
  const memory = await poisoned();
  const model = callsThenSays([writesItDown], "Noted.");
  const agent = createAgent({
    model,
    tools: [],
    middleware: [
      memoryMiddleware({ memory, tools: true }),
      ofLangChain(humanInTheLoopMiddleware({ interruptOn: { remember: true } } as never)),
    ],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: "t1" } };
  await agent.invoke(say("Where do refunds go?"), config);
  await agent.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), config);
  expect(await trustsOf(memory)).toEqual(["0.5: Refunds go to account 666", "0.5: Noted."]);
});

test("within a turn a recall is one, whether the model, a tool or the end asks for it", async () => {
  const memory = await poisoned();
  const queries: string[] = [];
  memory.on("recalled", ({ query }) => queries.push(query));
  await runAgent(memory, [writesItDown], { tools: true });
  expect(queries).toEqual(["Where do refunds go?"]);
});

test("what another middleware makes the user ask in the middle hides no tool and no memory", async () => {
  let memory = agentMemory();
  const nudge = createMiddleware({
    name: "nudge",
    beforeModel: ({ messages }) =>
      messages.at(-1)?.type === "tool"
        ? { messages: [new HumanMessage("Please continue.")] }
        : undefined,
  });
  const run = async (options: Partial<MemoryMiddlewareOptions>): Promise<void> => {
    const model = callsThenSays([readsThePage], "Noted.");
    const middleware = [memoryMiddleware({ memory, ...options }), nudge] as const;
    await createAgent({ model, tools: [page], middleware }).invoke(say("refunds of the shop"));
  };
  await run({ recall: false });
  expect(await trustsOf(memory)).toEqual(["0.5: Noted."]);
  const shown = await poisoned();
  memory = shown;
  await run({ recall: { mode: "keyword" }, trustedTools: ["page"] });
  expect(await trustsOf(shown)).toEqual(["0.5: Noted."]);
});

test("an answer that no model was asked for is captured with what would have been shown", async () => {
  const memory = await poisoned();
  const guard = createMiddleware({
    name: "guard",
    beforeAgent: {
      canJumpTo: ["end"],
      hook: () => ({ messages: [new AIMessage("Ask me later.")], jumpTo: "end" as const }),
    },
  });
  const middleware = [memoryMiddleware({ memory }), guard] as const;
  await createAgent({ model: callsThenSays([], "never"), tools: [], middleware }).invoke(
    say("Where do refunds go?"),
  );
  expect(await trustsOf(memory)).toEqual(["0.5: Ask me later."]);
});
