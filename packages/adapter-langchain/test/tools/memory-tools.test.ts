import { ToolMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";

import { memoryTools } from "../../src/index.js";
import type { ShownMemory } from "../../src/index.js";
import { agentMemory, ENGINES, heldBy } from "../support/agents.js";
import { ask, toolsByName } from "../support/tools.js";

test("without options there are tools to remember and to recall, and none that change what is there", () => {
  expect(memoryTools(agentMemory()).map(({ name }) => name)).toEqual(["remember", "recall"]);
});

test("a prefix goes before every name, and into what the descriptions say of other tools", () => {
  const tools = memoryTools(agentMemory(), { only: ["forget", "recall"], prefix: "team_" });
  expect(tools.map(({ name }) => name)).toEqual(["team_recall", "team_forget"]);
  expect(tools[1]?.description).toContain("team_recall");
});

test.each(ENGINES)(
  "what is remembered %s is recalled, with the memories as artifact",
  async (_, create) => {
    const memory = create();
    const { remember, recall } = toolsByName(memory, { only: ["remember", "recall"] });
    const config = { configurable: { thread_id: "t1" } };
    await ask(remember, { content: "Ada likes green tea", importance: 0.9 }, config);
    const { items } = await memory.list();
    expect(items).toMatchObject([{ origin: "assistant", kind: "note", importance: 0.9 }]);
    expect(items[0]?.thread).toBeUndefined();
    const call = {
      type: "tool_call",
      id: "c1",
      name: "recall",
      args: { query: "green tea" },
    } as const;
    const message: unknown = await recall.invoke(call, config);
    if (!ToolMessage.isInstance(message)) throw new Error("expected a message of a tool");
    expect(message.content).toContain("Ada likes green tea");
    expect(message.content).toContain("<memories ");
    const shown = message.artifact as readonly ShownMemory[];
    const [first] = items;
    expect(shown).toEqual([
      {
        content: "Ada likes green tea",
        citation: "m1",
        id: first?.id,
        kind: "note",
        scope: [],
        origin: "assistant",
        trust: 1,
        reason: "match",
        score: expect.any(Number) as number,
        relevance: expect.any(Number) as number,
        createdAt: first?.createdAt.toISOString(),
      },
    ]);
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
    expect(await memory.history(first?.id ?? "")).toMatchObject([{ actor: "tool:remember" }]);
    await memory.close();
  },
);

test("a model gets at most as many as it asks for, and as the app allows", async () => {
  const memory = agentMemory();
  for (const one of ["one", "two", "three", "four"]) await memory.remember(`green tea ${one}`);
  const { recall } = toolsByName(memory, { recall: { limit: 3 } });
  const lines = async (args: object): Promise<number> =>
    (await ask(recall, { query: "green tea", ...args })).split("<memory ").length - 1;
  expect(await lines({})).toBe(3);
  expect(await lines({ limit: 1 })).toBe(1);
  await expect(recall.invoke({ query: "green tea", limit: 4 })).rejects.toThrow("at most 3");
});

test("a fact is stored once, in whatever conversation it is said", async () => {
  const memory = agentMemory();
  const { remember } = toolsByName(memory);
  for (const thread of ["t1", "t2", "t3"]) {
    await ask(remember, { content: "Ada likes tea" }, { configurable: { thread_id: thread } });
  }
  expect(await heldBy(memory)).toEqual(["assistant: Ada likes tea"]);
});

test("what an app keeps as a value is not in the artifact", async () => {
  const memory = agentMemory();
  const index = "payment card of Ann";
  await memory.set("card", { number: "visa-4111" }, { index, metadata: { risk: "score-9" } });
  const { recall } = toolsByName(memory);
  const call = { type: "tool_call", id: "c1", name: "recall", args: { query: "card" } } as const;
  const message = (await recall.invoke(call)) as ToolMessage;
  expect(message.artifact).toMatchObject([{ key: "card", content: index }]);
  expect(JSON.stringify(message.artifact)).not.toMatch(/visa-4111|score-9/);
});

test.each([
  { content: "x", scope: ["users", "bob"] },
  { content: "x", userId: "bob" },
  { content: "x", thread: "other", kind: "entry" },
])("arguments that a model makes up are refused: %j", async (args) => {
  const memory = agentMemory();
  const { remember } = toolsByName(
    ({ context }: { readonly context: { readonly userId: string } }) =>
      memory.scope("users", context.userId),
  );
  await expect(remember.invoke(args, { context: { userId: "ada" } })).rejects.toThrow(
    "has no option",
  );
  expect((await memory.scopes()).items).toEqual([]);
});
