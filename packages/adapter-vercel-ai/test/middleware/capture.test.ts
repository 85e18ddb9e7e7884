import type { ModelMessage } from "ai";
import { expect, test } from "vitest";

import { withMemory } from "../../src/index.js";
import type { MemoryMiddlewareOptions } from "../../src/index.js";
import { emptyMemory, FACT, knowingMemory, saidIn, TURN_ENGINES } from "../support/turn-memory.js";
import { callsThenAnswers, turnModel } from "../support/turn-model.js";
import type { Answer } from "../support/turn-model.js";
import { generateTurn, WAYS } from "../support/turns.js";

const THREAD = { capture: "turn", thread: "t1" } as const;

test.each(WAYS)("%s: nothing is remembered unless the app says so", async (_, ask) => {
  const memory = emptyMemory();
  await ask({ model: withMemory(turnModel(), memory), prompt: "I like tea" });
  expect(await saidIn(memory)).toEqual([]);
});

test.each(WAYS)(
  "%s: what the user said and the answer are remembered as messages",
  async (_, ask) => {
    const memory = emptyMemory();
    const model = callsThenAnswers(["clock"], "Noted at noon.");
    await ask({
      model: withMemory(model, memory, { ...THREAD, name: "chat" }),
      prompt: "I like tea",
    });
    const { items } = await memory.list();
    expect(items).toMatchObject([
      { kind: "message", origin: "user", content: "I like tea", thread: "t1", trust: 1 },
      { kind: "message", origin: "assistant", content: "Noted at noon.", thread: "t1" },
    ]);
    const [revision] = await memory.history(items[0]?.id ?? "");
    expect(revision).toMatchObject({ actor: "middleware:chat" });
  },
);

test.each(WAYS)("%s: or only what the user said", async (_, ask) => {
  const memory = emptyMemory();
  const model = withMemory(turnModel(), memory, { capture: "user" });
  await ask({ model, prompt: "I like tea" });
  expect(await saidIn(memory)).toEqual(["user: I like tea"]);
});

test.each(WAYS)(
  "%s: all texts of the last step are the answer, and nothing else",
  async (_, ask) => {
    const memory = await knowingMemory();
    const model = turnModel(({ call }) =>
      call === 0
        ? { text: "Let me see.", calls: ["clock"] }
        : {
            content: [
              { type: "reasoning", text: "hm" },
              { type: "text", text: "It is " },
            ],
            text: "noon.",
          },
    );
    await ask({
      model: withMemory(model, memory, THREAD),
      messages: [
        { role: "user", content: "earlier" },
        { role: "assistant", content: "before" },
        {
          role: "user",
          content: [
            { type: "text", text: "green tea," },
            { type: "file", data: new Uint8Array([1]), mediaType: "image/png" },
            { type: "text", text: "when?" },
          ],
        },
        { role: "user", content: "today" },
      ],
    });
    expect(await saidIn(memory)).toEqual([
      "user: green tea,\nwhen?",
      "user: today",
      "assistant: It is noon.",
    ]);
  },
);

const SAID = ["user: I like tea", "assistant: Noted."];
const ENDINGS = [
  { finish: "stop", said: SAID },
  { finish: "other", said: SAID },
  { finish: "length", said: SAID.slice(0, 1) },
  { finish: "content-filter", said: [] },
  { finish: "error", said: [] },
  { finish: "tool-calls", said: [] },
] as const;
const CASES = WAYS.flatMap(([way, ask]) => ENDINGS.map((ending) => [way, ending, ask] as const));

test.each(CASES)("%s: what is remembered of an answer is %j", async (_, { finish, said }, ask) => {
  const memory = emptyMemory();
  const model = turnModel(() => ({ text: "Noted.", finish }));
  await ask({ model: withMemory(model, memory, THREAD), prompt: "I like tea" });
  expect(await saidIn(memory)).toEqual(said);
});

test.each(WAYS)("%s: a turn that waits for a tool of the app has not ended", async (_, ask) => {
  for (const finish of ["stop", "length", "other"] as const) {
    const memory = emptyMemory();
    const model = turnModel(() => ({ text: "See there.", calls: ["browser"], finish }));
    await ask({ model: withMemory(model, memory, THREAD), prompt: "I like tea" });
    expect(await saidIn(memory)).toEqual([]);
  }
});

test.each(WAYS)("%s: a turn that waits for an approval has not ended, either", async (_, ask) => {
  const memory = emptyMemory();
  const call = {
    type: "tool-call",
    toolCallId: "p1",
    toolName: "clock",
    input: "{}",
    providerExecuted: true,
  } as const;
  const request = { type: "tool-approval-request", approvalId: "a1", toolCallId: "p1" } as const;
  const model = turnModel(() => ({ content: [call, request], text: "May I?", finish: "stop" }));
  await ask({ model: withMemory(model, memory, THREAD), prompt: "I like tea" });
  expect(await saidIn(memory)).toEqual([]);
});

test.each(WAYS)("%s: what the provider has done itself is part of an answer", async (_, ask) => {
  const memory = emptyMemory();
  const ids = { toolCallId: "p1", toolName: "clock" };
  const content: Answer["content"] = [
    { type: "tool-call", ...ids, input: "{}", providerExecuted: true },
    { type: "tool-result", ...ids, result: "noon" },
  ];
  const model = turnModel(() => ({ content, text: "Noon.", finish: "stop" }));
  await ask({ model: withMemory(model, memory, THREAD), prompt: "When?" });
  expect(await saidIn(memory)).toEqual(["user: When?", "assistant: Noon."]);
});

test("an answer without words leaves what the user said", async () => {
  const memory = emptyMemory();
  const model = turnModel(() => ({ text: " \n" }));
  await generateTurn({ model: withMemory(model, memory, THREAD), prompt: "I like tea" });
  expect(await saidIn(memory)).toEqual(["user: I like tea"]);
});

test("what was recalled is never remembered as words of the user", async () => {
  const memory = await knowingMemory();
  for (const inject of ["user", "instructions"] as const) {
    const model = withMemory(turnModel(), memory, { ...THREAD, inject });
    await generateTurn({ model, prompt: `green tea by ${inject}` });
  }
  expect(await saidIn(memory)).toEqual([
    "user: green tea by user",
    "assistant: Noted.",
    "user: green tea by instructions",
    "assistant: Noted.",
  ]);
  expect(JSON.stringify((await memory.list({ kinds: ["message"] })).items)).not.toContain(FACT);
});

const OPTIONS: readonly (readonly [string, MemoryMiddlewareOptions])[] = [
  ["with a thread", THREAD],
  ["without a thread", { capture: "turn" }],
];

test.each(TURN_ENGINES)("the same request again writes once %s", async (_, create) => {
  for (const [, options] of OPTIONS) {
    const memory = create();
    const prompt = "I like tea";
    const model = withMemory(turnModel(), memory, options);
    await generateTurn({ model, prompt });
    await generateTurn({ model, prompt });
    await Promise.all([1, 2, 3].map(() => generateTurn({ model, prompt })));
    await generateTurn({ model: withMemory(turnModel(), memory, options), prompt });
    expect(await saidIn(memory)).toEqual(["user: I like tea", "assistant: Noted."]);
    const { items } = await memory.list();
    expect(items.map(({ version }) => version)).toEqual([1, 1]);
    await memory.close();
  }
});

test("another answer to the same request is another memory", async () => {
  const memory = emptyMemory();
  const model = turnModel(({ call }) => ({ text: `answer ${call}` }));
  const wrapped = withMemory(model, memory, THREAD);
  await generateTurn({ model: wrapped, prompt: "I like tea" });
  await generateTurn({ model: wrapped, prompt: "I like tea" });
  expect(await saidIn(memory)).toEqual([
    "user: I like tea",
    "assistant: answer 0",
    "assistant: answer 1",
  ]);
});

test("what is said again later in a conversation, or in another, is another memory", async () => {
  const memory = emptyMemory();
  const yes: ModelMessage = { role: "user", content: "yes" };
  const noted: ModelMessage = { role: "assistant", content: "Noted." };
  const model = withMemory(turnModel(), memory, THREAD);
  await generateTurn({ model, messages: [yes] });
  await generateTurn({ model, messages: [yes, noted, yes] });
  await generateTurn({
    model: withMemory(turnModel(), memory, { capture: "turn", thread: "t2" }),
    messages: [yes],
  });
  const { items } = await memory.list();
  expect(items.map(({ thread, content }) => `${thread}: ${content}`)).toEqual([
    "t1: yes",
    "t1: Noted.",
    "t1: yes",
    "t1: Noted.",
    "t2: yes",
    "t2: Noted.",
  ]);
});

test.each(TURN_ENGINES)("so is the same answer to another question %s", async (_, create) => {
  for (const [, options] of OPTIONS) {
    const memory = create();
    const model = withMemory(
      turnModel(() => ({ text: "Yes." })),
      memory,
      options,
    );
    await generateTurn({ model, prompt: "Do you ship to Bonn?" });
    await generateTurn({ model, prompt: "Do you take cash?" });
    expect(await saidIn(memory)).toEqual([
      "user: Do you ship to Bonn?",
      "assistant: Yes.",
      "user: Do you take cash?",
      "assistant: Yes.",
    ]);
    await memory.close();
  }
});

test("other instructions make no other conversation", async () => {
  const memory = emptyMemory();
  const model = withMemory(turnModel(), memory, THREAD);
  for (const system of ["It is noon.", "It is one."]) {
    await generateTurn({ model, system, prompt: "I like tea" });
  }
  expect(await saidIn(memory)).toEqual(["user: I like tea", "assistant: Noted."]);
});

test("what the user said before an answer that failed is remembered with the next", async () => {
  const memory = emptyMemory();
  await generateTurn({
    model: withMemory(turnModel(), memory, THREAD),
    messages: [
      { role: "user", content: "I like tea" },
      { role: "user", content: "Are you there?" },
    ],
  });
  expect(await saidIn(memory)).toEqual([
    "user: I like tea",
    "user: Are you there?",
    "assistant: Noted.",
  ]);
});
