import { generateObject, generateText, jsonSchema, Output, stepCountIs, ToolLoopAgent } from "ai";
import { expect, test } from "vitest";

import { withMemory } from "../../src/index.js";
import {
  callsOf,
  emptyMemory,
  FACT,
  knowingMemory,
  queriesOf,
  saidIn,
} from "../support/turn-memory.js";
import { callsThenAnswers, promptsOf, textOf, turnModel } from "../support/turn-model.js";
import { generateTurn, TOOLS, WAYS } from "../support/turns.js";

const PNG = { type: "file", data: new Uint8Array([1, 2, 3]), mediaType: "image/png" } as const;

test.each(WAYS)("%s: what is remembered comes before the words, fenced", async (_, ask) => {
  const memory = await knowingMemory();
  const model = turnModel();
  const { text } = await ask({ model: withMemory(model, memory), prompt: "green tea?" });
  expect(text).toBe("Noted.");
  const [prompt] = promptsOf(model);
  expect(prompt).toMatch(
    /^<memories note="[^]*Ada likes green tea[^]*<\/memories>\n\n\ngreen tea\?$/u,
  );
  expect(prompt).not.toContain("m1");
});

test.each(WAYS)("%s: five steps with tools take one recall and one capture", async (_, ask) => {
  const memory = await knowingMemory();
  const calls = callsOf(memory);
  const model = callsThenAnswers(["clock", "clock", "page", "clock"], "Green.");
  const wrapped = withMemory(model, memory, { capture: "turn" });
  await ask({ model: wrapped, prompt: "green tea, when?" });
  expect(calls).toEqual(["context", "rememberAll"]);
  const prompts = promptsOf(model);
  expect(prompts).toHaveLength(5);
  for (const prompt of prompts) {
    expect(prompt).toContain(FACT);
    expect(prompt.startsWith(prompts[0] ?? "none")).toBe(true);
  }
});

test("an agent recalls once for each question, and again for the next", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel(({ call }) =>
    call % 2 === 0 ? { calls: ["clock"] } : { text: "Noon." },
  );
  const agent = new ToolLoopAgent({ model: withMemory(model, memory), tools: TOOLS });
  await agent.generate({ prompt: "green tea?" });
  await memory.remember("green tea is out of stock");
  const stream = await agent.stream({ prompt: "green tea?" });
  await stream.consumeStream();
  expect(queries).toEqual(["green tea?", "green tea?"]);
  const [first, second, third, fourth] = promptsOf(model);
  expect(first).not.toContain("stock");
  expect(second).not.toContain("stock");
  expect(third).toContain("out of stock");
  expect(fourth).toContain("out of stock");
});

test("calls for objects recall, too", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel(() => ({ text: '{"drink":"tea"}' }));
  const schema = jsonSchema<{ readonly drink: string }>({
    type: "object",
    properties: { drink: { type: "string" } },
    required: ["drink"],
  });
  const wrapped = withMemory(model, memory, { capture: "turn", thread: "t1" });
  const { object } = await generateObject({ model: wrapped, schema, prompt: "which green tea?" });
  const { output } = await generateText({
    model: wrapped,
    output: Output.object({ schema }),
    prompt: "which black tea?",
  });
  expect([object, output]).toEqual([{ drink: "tea" }, { drink: "tea" }]);
  expect(queries).toEqual(["which green tea?", "which black tea?"]);
  expect(promptsOf(model)[0]).toContain(FACT);
});

test("what is asked for is all that the user said since the last answer", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel();
  await generateTurn({
    model: withMemory(model, memory),
    messages: [
      { role: "user", content: "coffee?" },
      { role: "assistant", content: "No." },
      {
        role: "user",
        content: [{ type: "text", text: "green" }, PNG, { type: "text", text: "tea" }],
      },
      { role: "user", content: "if you please" },
    ],
  });
  expect(queries).toEqual(["green\ntea\nif you please"]);
  const sent = model.doGenerateCalls[0]?.prompt.map(({ content }) => content.length);
  expect(sent).toEqual([1, 1, 3, 2]);
});

test("the text goes between a file and the words of the user", async () => {
  const memory = await knowingMemory();
  const model = turnModel();
  await generateTurn({
    model: withMemory(model, memory),
    messages: [{ role: "user", content: [PNG, { type: "text", text: "green tea?" }] }],
  });
  expect(promptsOf(model)[0]).toMatch(/^\[file\]\n<memories[^]*\ngreen tea\?$/u);
});

test("or before the last words, though a file of its own comes behind them", async () => {
  const memory = await knowingMemory();
  const model = turnModel();
  await generateTurn({
    model: withMemory(model, memory),
    messages: [
      { role: "user", content: "green tea?" },
      { role: "user", content: [PNG] },
    ],
  });
  expect(promptsOf(model)[0]).toMatch(/^<memories[^]*\ngreen tea\?\n\[file\]$/u);
});

test("the messages of the app stay as they are", async () => {
  const memory = await knowingMemory();
  const messages = [{ role: "user" as const, content: "green tea?" }];
  const wrapped = withMemory(turnModel(), memory);
  const { response } = await generateText({ model: wrapped, messages });
  expect(messages).toEqual([{ role: "user", content: "green tea?" }]);
  expect(JSON.stringify(response.messages)).not.toContain(FACT);
});

test("where nothing is relevant, the model is sent what the app sent", async () => {
  const model = turnModel();
  const wrapped = withMemory(model, await knowingMemory(), { recall: { minScore: 1 } });
  await generateText({ model: wrapped, prompt: "Does the roof leak?" });
  expect(promptsOf(model)).toEqual(["Does the roof leak?"]);
});

test("a call without words of the user goes on as it was", async () => {
  const memory = await knowingMemory();
  const calls = callsOf(memory);
  const model = turnModel();
  const wrapped = withMemory(model, memory, { capture: "turn" });
  for (const content of [[PNG], [{ type: "text" as const, text: " \n" }, PNG]]) {
    await generateTurn({
      model: wrapped,
      messages: [
        { role: "user", content: "green tea?" },
        { role: "assistant", content: "Yes." },
        { role: "user", content },
      ],
    });
  }
  await generateTurn({ model: wrapped, messages: [{ role: "assistant", content: "Green tea," }] });
  expect(calls).toEqual([]);
  for (const prompt of promptsOf(model)) expect(prompt).not.toContain("<memories");
});

test("with inject the text goes to the end of the instructions, or makes some", async () => {
  const memory = await knowingMemory();
  const model = turnModel();
  const wrapped = withMemory(model, memory, { inject: "instructions" });
  await generateTurn({ model: wrapped, system: "Be kind.", prompt: "green tea?" });
  await generateTurn({ model: wrapped, prompt: "green tea?" });
  const [first, second] = model.doGenerateCalls.map(({ prompt }) => prompt);
  expect(first?.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(first?.[0]?.content).toMatch(/^Be kind\.\n\n<memories[^]*<\/memories>$/u);
  expect(first?.[1]?.content).toEqual([{ type: "text", text: "green tea?" }]);
  expect(second?.[0]).toEqual({
    role: "system",
    content: expect.stringMatching(/^<memories[^]*<\/memories>$/u) as string,
    providerOptions: { kioku: { trust: 1 } },
  });
});

test("settings of recall and prompt apply, and with false there is none", async () => {
  const memory = await knowingMemory();
  await memory.remember({ content: "Bob likes green tea", kind: "fact" });
  const model = turnModel();
  const recall = { kinds: ["fact"], preamble: "What is known:", cite: true };
  await generateTurn({ model: withMemory(model, memory, { recall }), prompt: "green tea?" });
  await generateTurn({
    model: withMemory(model, memory, { recall: { budget: 1 } }),
    prompt: "green tea?",
  });
  await generateTurn({ model: withMemory(model, memory, { recall: false }), prompt: "green tea?" });
  const [first, ...others] = promptsOf(model);
  expect(first).toContain("What is known:");
  expect(first).toContain('id="m1" kind="fact"');
  expect(first).not.toContain("Ada");
  expect(others).toEqual(["green tea?", "green tea?"]);
});

test("a filter of the app and what the prompt holds are both left out", async () => {
  const memory = emptyMemory();
  await memory.remember({ content: "tea for the team", metadata: { team: true } });
  await memory.remember({ content: "tea for me", metadata: { team: false } });
  const model = turnModel();
  const wrapped = withMemory(model, memory, {
    capture: "turn",
    recall: { filter: { team: { $ne: false } } },
  });
  await generateTurn({ model: wrapped, prompt: "tea?" });
  await generateTurn({ model: wrapped, prompt: "tea?" });
  const [first, second] = promptsOf(model);
  expect(first).toContain("tea for the team");
  expect(first).not.toContain("tea for me");
  expect(second).not.toContain(">tea?<");
});

test("a chat does not recall its own last lines, and does recall those that it no longer holds", async () => {
  const memory = await knowingMemory();
  const model = turnModel(({ call }) => ({ text: `green tea, answer ${call}` }));
  const wrapped = withMemory(model, memory, { capture: "turn", thread: "t1" });
  const first = { role: "user" as const, content: "tell me of green tea" };
  await generateTurn({ model: wrapped, messages: [first] });
  await generateTurn({
    model: wrapped,
    messages: [
      first,
      { role: "assistant", content: "green tea, answer 0" },
      { role: "user", content: "more of green tea" },
    ],
  });
  await generateTurn({ model: wrapped, prompt: "green tea once more" });
  const other = withMemory(model, memory, { thread: "t2" });
  await generateTurn({ model: other, messages: [first] });
  const shown = promptsOf(model).map((prompt) => /<memories[^]*<\/memories>/u.exec(prompt)?.[0]);
  expect(shown[1]).toContain(FACT);
  expect(shown[1]).not.toMatch(/tell me|answer/u);
  expect(shown[2]).toContain("tell me of green tea");
  expect(shown[2]).toContain("green tea, answer 0");
  expect(shown[3]).toContain("tell me of green tea");
});

test("an answer in several parts is known again, and the same words of another are not", async () => {
  const memory = emptyMemory();
  const model = turnModel(() => ({
    content: [{ type: "text", text: "green tea " }],
    text: "it is",
  }));
  const wrapped = withMemory(model, memory, { capture: "turn", thread: "t1" });
  await generateTurn({ model: wrapped, prompt: "what of green tea?" });
  const answer = [
    { type: "text" as const, text: "green tea " },
    { type: "text" as const, text: "it is" },
  ];
  await generateTurn({
    model: wrapped,
    messages: [
      { role: "assistant", content: answer },
      { role: "user", content: "green tea" },
    ],
  });
  await generateTurn({
    model: wrapped,
    messages: [
      { role: "assistant", content: "what of green tea?" },
      { role: "user", content: "tea once more" },
    ],
  });
  const shown = promptsOf(model).map((prompt) => /<memories[^]*<\/memories>/u.exec(prompt)?.[0]);
  expect(shown[1]).toContain("what of green tea?");
  expect(shown[1]).not.toContain("it is");
  expect(shown[2]).toContain("what of green tea?");
});

test("the same memory and question give the same bytes, whatever turn, model and moment", async () => {
  let now = new Date("2026-03-01T12:00:00Z");
  const memory = await knowingMemory({ clock: () => now });
  await memory.remember("Bob likes green tea, too");
  const model = turnModel();
  const wrapped = withMemory(model, memory);
  await generateTurn({ model: wrapped, prompt: "green tea?" });
  now = new Date("2026-03-02T12:00:00Z");
  await generateTurn({ model: wrapped, prompt: "green tea?" });
  await generateTurn({
    model: withMemory(model, memory, { thread: "t1", name: "other" }),
    messages: [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hello." },
      { role: "user", content: "green tea?" },
    ],
  });
  const [first, second, third] = model.doGenerateCalls.map(({ prompt }) => prompt.at(-1)?.content);
  expect(JSON.stringify(first)).toContain("Bob");
  expect(second).toEqual(first);
  expect(third).toEqual(first);
});

test("a conversation without anything to recall is sent as it is", async () => {
  const model = turnModel();
  await generateText({
    model: withMemory(model, emptyMemory()),
    prompt: "green tea?",
    stopWhen: stepCountIs(1),
  });
  expect(model.doGenerateCalls[0]?.prompt).toEqual([
    { role: "user", content: [{ type: "text", text: "green tea?" }] },
  ]);
  expect(textOf(model.doGenerateCalls[0]?.prompt ?? [])).toBe("green tea?");
});

test("a client cannot pass off its words as those of a memory", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel();
  const marks = [{ trust: 1 }, { trust: 1, by: "" }, { trust: 1, by: "memory" }];
  for (const kioku of marks) {
    const text = `green tea, ${marks.indexOf(kioku)}?`;
    const content = [{ type: "text" as const, text, providerOptions: { kioku } }];
    await generateTurn({
      model: withMemory(model, memory, { capture: "user" }),
      messages: [{ role: "user", content }],
    });
  }
  const said = ["green tea, 0?", "green tea, 1?", "green tea, 2?"];
  expect(queries).toEqual(said);
  expect(await saidIn(memory)).toEqual(said.map((one) => `user: ${one}`));
});

test("of very long words the beginning is asked for, and all is remembered", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const prompt = `green tea? ${"x".repeat(40_000)}`;
  await generateTurn({ model: withMemory(turnModel(), memory, { capture: "user" }), prompt });
  expect(queries).toEqual([prompt.slice(0, 32_768)]);
  expect(await saidIn(memory)).toEqual([`user: ${prompt}`]);
});
