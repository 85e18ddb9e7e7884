import { talkingMemory } from "@kioku/testing/support";
import { generateText, stepCountIs } from "ai";
import { expect, test } from "vitest";

import { memoryTools, withMemory } from "../../src/index.js";
import { callingModel, toldBy } from "../support/calling-model.js";
import { failureOf } from "../support/failure-of.js";
import { emptyMemory, FACT, knowingMemory } from "../support/turn-memory.js";
import { promptsOf, turnModel } from "../support/turn-model.js";

const RECALLS = [{ name: "recall", input: { query: "green tea" } }];

test("with a thread the view of the talk recalls and remembers, and tells each turn anew", async () => {
  const memory = talkingMemory(await knowingMemory());
  const model = turnModel();
  const wrapped = withMemory(model, memory, { capture: "turn", thread: "t1" });
  for (const prompt of ["green tea?", "And which green tea?"]) {
    await generateText({ model: wrapped, prompt });
  }
  for (const prompt of promptsOf(model)) expect(prompt).toContain(FACT);
  const view = { thread: "t1", keepsContext: false };
  expect(memory.calls).toEqual([
    { ...view, verb: "context" },
    { ...view, verb: "rememberAll" },
    { ...view, verb: "context" },
    { ...view, verb: "rememberAll" },
  ]);
  expect((await memory.list({ kinds: ["message"] })).items.map(({ thread }) => thread)).toEqual(
    Array.from({ length: 4 }, () => "t1"),
  );
});

test("without a thread the memory itself recalls and remembers", async () => {
  const memory = talkingMemory(await knowingMemory());
  const model = turnModel();
  await generateText({ model: withMemory(model, memory, { capture: "turn" }), prompt: "tea?" });
  expect(promptsOf(model)[0]).toContain(FACT);
  expect(memory.calls).toEqual([]);
  expect((await memory.list({ kinds: ["message"] })).items).toHaveLength(2);
});

test("the tool recall does not tell a talk what it was told, by the middleware or by itself", async () => {
  const memory = talkingMemory(await knowingMemory());
  const tools = memoryTools(memory, { thread: "t1" });
  const asks = async (thread: string): Promise<string> => {
    const model = callingModel([RECALLS]);
    const own = thread === "t1" ? tools : memoryTools(memory, { thread });
    await generateText({ model, tools: own, stopWhen: stepCountIs(3), prompt: "Hm?" });
    const { prompt } = model.doGenerateCalls.at(-1) ?? {};
    return JSON.stringify(toldBy(prompt ?? []));
  };
  expect(await asks("t1")).toContain(FACT);
  expect(await asks("t1")).not.toContain(FACT);
  expect(await asks("t2")).toContain(FACT);
  const wrapped = withMemory(turnModel(), memory, { thread: "t3" });
  await generateText({ model: wrapped, prompt: "green tea?" });
  expect(await asks("t3")).not.toContain(FACT);
});

test("what the middleware has shown lowers the trust of what tools of the talk write", async () => {
  const plain = emptyMemory();
  await plain.remember({ content: "green tea costs 900", origin: "web" });
  const memory = talkingMemory(plain);
  const input = { content: "They say green tea costs 900 there" };
  const model = callingModel([[{ name: "remember", input }]]);
  await generateText({
    model: withMemory(model, memory, { thread: "t1" }),
    tools: memoryTools(memory, { thread: "t1" }),
    stopWhen: stepCountIs(3),
    prompt: "green tea?",
  });
  const { items } = await plain.list({ kinds: ["note"] });
  expect(items.find(({ origin }) => origin === "assistant")?.trust).toBeLessThanOrEqual(0.5);
});

test("a thread that cannot be one is refused by name", async () => {
  const memory = emptyMemory();
  const error = await failureOf(() => memoryTools(memory, { thread: " " }));
  expect([error.code, error.message]).toEqual([
    "invalid-input",
    expect.stringContaining("options.thread must be"),
  ]);
  const wrong = await failureOf(() => memoryTools(memory, 1 as never));
  expect(wrong.code).toBe("invalid-input");
});
