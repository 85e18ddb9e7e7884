import { generateText, stepCountIs } from "ai";
import { expect, test } from "vitest";

import { memoryTools } from "../../src/index.js";
import { callingModel, toldBy } from "../support/calling-model.js";
import { holds, stored, wordMemory, wordsEmbedder } from "../support/word-memory.js";

const stopWhen = stepCountIs(10);

test("an abort in the middle of a call reaches the embedder and nothing is written", async () => {
  const controller = new AbortController();
  const reason = new Error("the user left");
  const signals: (AbortSignal | undefined)[] = [];
  const embedder = wordsEmbedder(({ signal }) => {
    signals.push(signal);
    controller.abort(reason);
    signal?.throwIfAborted();
  });
  const memory = wordMemory({ embedder });
  const model = callingModel([
    [{ name: "recall", input: { query: "tea" } }],
    [{ name: "remember", input: { content: "Ada likes tea" } }],
  ]);
  await generateText({
    model,
    tools: memoryTools(memory),
    stopWhen,
    abortSignal: controller.signal,
    prompt: "Tea?",
  }).catch(() => undefined);
  expect(signals).toHaveLength(1);
  expect(signals[0]?.reason).toBe(reason);
  expect(await holds(memory)).toEqual([]);
});

test("every tool rejects with the reason of an abort", async () => {
  const memory = wordMemory();
  const id = await stored(memory, "Ada likes tea");
  const reason = new Error("the user left");
  const call = {
    toolCallId: "c1",
    messages: [],
    context: {},
    abortSignal: AbortSignal.abort(reason),
  };
  const only = ["remember", "recall", "update", "forget"] as const;
  const { remember, recall, update, forget } = memoryTools(memory, { only });
  const calls = [
    async () => remember.execute({ content: "and cake" }, call),
    async () => recall.execute({ query: "tea" }, call),
    async () => update.execute({ id, content: "no tea" }, call),
    async () => forget.execute({ id }, call),
  ];
  for (const made of calls) await expect(made()).rejects.toBe(reason);
  expect(await holds(memory)).toEqual(["user 1: Ada likes tea"]);
});

test("the tools of 20 users of one process never meet", async () => {
  const memory = wordMemory();
  const users = Array.from({ length: 20 }, (_, index) => `user-${index}`);
  const turns = Array.from({ length: 5 }, () => users).flat();
  const told = await Promise.all(
    turns.map(async (user, turn) => {
      const model = callingModel([
        [{ name: "remember", input: { content: `I am ${user} in turn ${turn}` } }],
        [{ name: "recall", input: { query: "Who am I?", limit: 20 } }],
      ]);
      const tools = memoryTools(memory.scope("users", user));
      await generateText({ model, tools, stopWhen, prompt: "Who am I?" });
      return JSON.stringify(toldBy(model.doGenerateCalls[2]?.prompt ?? []));
    }),
  );
  for (const [turn, user] of turns.entries()) {
    const named = told[turn]?.match(/I am user-\d+ /g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(new Set(named)).toEqual(new Set([`I am ${user} `]));
  }
  for (const user of users) {
    expect(await holds(memory.scope("users", user))).toHaveLength(5);
  }
  expect(await holds(memory)).toEqual([]);
});

test("a model cannot change what is another user's, even with its id", async () => {
  const memory = wordMemory();
  const id = await stored(memory.scope("users", "bob"), "Bob likes tea");
  const model = callingModel([
    [{ name: "update", input: { id, content: "changed" } }],
    [{ name: "forget", input: { id } }],
  ]);
  const only = ["update", "forget"] as const;
  const tools = memoryTools(memory.scope("users", "ada"), { only });
  const { steps } = await generateText({ model, tools, stopWhen, prompt: "Go on." });
  const outputs = steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output));
  expect(outputs).toMatchObject([{ status: "unknown" }, { status: "unknown" }]);
  expect(await holds(memory.scope("users", "bob"))).toEqual(["user 1: Bob likes tea"]);
});
