import { expect, test } from "vitest";

import { withMemory } from "../../src/index.js";
import { FACT, knowingMemory, queriesOf, saidIn } from "../support/turn-memory.js";
import { callsThenAnswers, promptsOf, turnModel } from "../support/turn-model.js";
import { generateTurn, WAYS } from "../support/turns.js";

const LOOP = ["clock", "clock", "clock", "clock"];

test.each(WAYS)("%s: a prepareStep that shortens the messages changes no turn", async (_, ask) => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = callsThenAnswers(LOOP, "Green.");
  await ask({
    model: withMemory(model, memory, { capture: "turn" }),
    messages: [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hello." },
      { role: "user", content: "green tea?" },
    ],
    prepareStep: ({ messages, stepNumber }) =>
      stepNumber < 2
        ? {}
        : { messages: [{ role: "user", content: "in short" }, ...messages.slice(-2)] },
  });
  expect(queries).toEqual(["green tea?"]);
  expect(promptsOf(model)).toHaveLength(5);
  for (const prompt of promptsOf(model)) expect(prompt).toContain(FACT);
  expect(promptsOf(model)[2]).toMatch(/^<memories[^]*in short\n/u);
  expect(await saidIn(memory)).toEqual(["user: green tea?", "assistant: Green."]);
});

test.each(WAYS)("%s: nor does one that leaves nothing of the user", async (_, ask) => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = callsThenAnswers(LOOP, "Green.");
  await ask({
    model: withMemory(model, memory, { capture: "turn" }),
    prompt: "green tea?",
    system: "Be kind.",
    prepareStep: ({ messages, stepNumber }) =>
      stepNumber < 2 ? {} : { messages: messages.slice(-2) },
  });
  expect(queries).toEqual(["green tea?"]);
  expect(promptsOf(model)[4]).toMatch(
    /^Be kind\.\n<memories[^]*Ada[^]*\[tool-call\]\n\[tool-result\]$/u,
  );
  const roles = [...model.doGenerateCalls, ...model.doStreamCalls][4]?.prompt.map(
    ({ role }) => role,
  );
  expect(roles).toEqual(["system", "user", "assistant", "tool"]);
  expect(await saidIn(memory)).toEqual(["user: green tea?", "assistant: Green."]);
});

test.each(WAYS)("%s: calls at the same time are of one turn", async (_, ask) => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel(({ call }) =>
    call < 2 ? { calls: ["clock", "page", "clock"] } : { text: "Green." },
  );
  await ask({ model: withMemory(model, memory), prompt: "green tea?" });
  expect(queries).toEqual(["green tea?"]);
  expect(promptsOf(model)).toHaveLength(3);
});

test("a loop that another model began recalls for itself, once", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel(({ call }) => (call === 0 ? { calls: ["clock"] } : { text: "Green." }));
  await generateTurn({
    model: withMemory(model, memory, { capture: "turn" }),
    messages: [
      { role: "user", content: "green tea?" },
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "other-1", toolName: "clock", input: {} }],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "other-1",
            toolName: "clock",
            output: { type: "text", value: "noon" },
          },
        ],
      },
    ],
  });
  expect(queries).toEqual(["green tea?"]);
  for (const prompt of promptsOf(model)) expect(prompt).toContain(FACT);
  expect(await saidIn(memory)).toEqual(["user: green tea?", "assistant: Green."]);
});

test("words of the user between steps are asked for, and remembered with the turn", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = callsThenAnswers(["clock", "clock"], "Green.");
  await generateTurn({
    model: withMemory(model, memory, { capture: "turn", thread: "t1" }),
    prompt: "tea?",
    prepareStep: ({ messages, stepNumber }) =>
      stepNumber === 1 ? { messages: [...messages, { role: "user", content: "green tea" }] } : {},
  });
  expect(queries).toEqual(["tea?", "green tea"]);
  expect(await saidIn(memory)).toEqual(["user: tea?", "user: green tea", "assistant: Green."]);
});

test("a thousand turns that never go on leave room for the next", async () => {
  const { queries, begin, goOn } = await openTurns();
  for (let turn = 0; turn < 1_025; turn += 1) await begin(`green tea, turn ${turn}`);
  queries.length = 0;
  await goOn("green tea, turn 1", "1-0");
  await goOn("green tea, turn 1024", "1024-0");
  expect(queries).toEqual([]);
  await goOn("green tea, turn 0", "0-0");
  expect(queries).toEqual(["green tea, turn 0"]);
});

test("and so do a few that are very long", async () => {
  const { queries, begin, goOn } = await openTurns();
  const prompts = ["a", "b", "c"].map((letter) => letter.repeat(6_000_000));
  for (const prompt of prompts) await begin(prompt);
  queries.length = 0;
  for (const [turn, prompt] of prompts.entries()) await goOn(prompt, `${turn}-0`);
  expect(queries.map((query) => query[0])).toEqual(["a", "b", "c"]);
  // Calls after the recall was repeated.
  await goOn(prompts[2] ?? "", "5-0");
  expect(queries).toHaveLength(3);
});

test("turns that have ended leave the ids of their calls to others", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel(({ call }) =>
    call % 2 === 0 ? { calls: [{ name: "clock", id: "call-1" }] } : { text: "Noon." },
  );
  const wrapped = withMemory(model, memory);
  for (const prompt of ["green tea?", "black tea?"]) {
    await generateTurn({
      model: wrapped,
      prompt,
      prepareStep: ({ messages, stepNumber }) =>
        stepNumber === 0
          ? {}
          : { messages: [{ role: "user", content: "in short" }, ...messages.slice(-2)] },
    });
  }
  expect(queries).toEqual(["green tea?", "black tea?"]);
});

test("of very many calls of a turn the first are forgotten", async () => {
  const { queries, begin, goOn } = await openTurns(1_025);
  await begin("green tea");
  queries.length = 0;
  await goOn("green tea", "0-0");
  expect(queries).toEqual(["green tea"]);
  await goOn("green tea", "0-1024");
  expect(queries).toEqual(["green tea"]);
});

/** A model that only calls tools, asked by hand. */
async function openTurns(count = 1) {
  const memory = await knowingMemory();
  const queries: string[] = [];
  memory.on("recalled", ({ query }) => queries.push(query));
  const model = turnModel(({ call }) => ({
    calls: Array.from({ length: count }, (_, index) => ({
      name: "nowhere",
      id: `${call}-${index}`,
    })),
  }));
  const wrapped = withMemory(model, memory, { recall: { mode: "keyword", limit: 1 } });
  return {
    queries,
    begin: (text: string) => wrapped.doGenerate({ prompt: [user(text)] }),
    goOn: (text: string, toolCallId: string) => {
      const of = { toolCallId, toolName: "nowhere" };
      const output = { type: "text" as const, value: "" };
      return wrapped.doGenerate({
        prompt: [
          user(text),
          { role: "assistant", content: [{ type: "tool-call", ...of, input: {} }] },
          { role: "tool", content: [{ type: "tool-result", ...of, output }] },
        ],
      });
    },
  };
}

function user(text: string) {
  return { role: "user" as const, content: [{ type: "text" as const, text }] };
}
