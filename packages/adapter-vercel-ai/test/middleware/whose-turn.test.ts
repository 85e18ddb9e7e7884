import { compareText } from "@kioku/core/toolkit";
import { generateText, stepCountIs } from "ai";
import type { ModelMessage } from "ai";
import { expect, test } from "vitest";

import { withMemory } from "../../src/index.js";
import type { MemoryMiddlewareOptions } from "../../src/index.js";
import { emptyMemory, knowingMemory, queriesOf, saidIn } from "../support/turn-memory.js";
import { callsThenAnswers, promptsOf, turnModel } from "../support/turn-model.js";
import { generateTurn, TOOLS, WAYS } from "../support/turns.js";
import { withoutMarks } from "../support/without-marks.js";

/**
 * One that the model calls with the same id in every conversation, as some providers number calls.
 */
const PAY = { ...TOOLS.clock, needsApproval: true };
const OPTIONS: MemoryMiddlewareOptions = {
  capture: "turn",
  recall: { limit: 1, kinds: ["note"], mode: "keyword" },
};
type Wrapped = ReturnType<typeof withMemory>;

async function ask(model: Wrapped, messages: readonly ModelMessage[]) {
  return generateText({
    model,
    messages: [...messages],
    tools: { pay: PAY },
    stopWhen: stepCountIs(4),
  });
}

/** A conversation up to where the user has approved the call. */
async function approved(model: Wrapped, prompt: string): Promise<readonly ModelMessage[]> {
  const messages: ModelMessage[] = [{ role: "user", content: prompt }];
  const { content, response } = await ask(model, messages);
  const request = content.find(({ type }) => type === "tool-approval-request");
  if (request?.type !== "tool-approval-request") throw new Error("expected a request");
  const { approvalId } = request;
  return [
    ...messages,
    ...response.messages,
    { role: "tool", content: [{ type: "tool-approval-response", approvalId, approved: true }] },
  ];
}

/** Two servers with one memory of a team, whose model numbers calls anew in each conversation. */
async function twoServers(options: MemoryMiddlewareOptions = OPTIONS) {
  const memory = emptyMemory();
  await memory.remember("the card of Xenia ends in 1234");
  await memory.remember("the coffee of Yves is black");
  const models = [1, 2].map(() =>
    turnModel(({ text }) =>
      text.includes("[tool-result]")
        ? { text: text.includes("1234") ? "It ends in 1234." : "It is black." }
        : { calls: [{ name: "pay", id: "functions.pay:0" }] },
    ),
  );
  const [first, second] = models.map((model) => withMemory(model, memory, options));
  if (!first || !second) throw new Error("expected two");
  return { memory, first, second, prompts: () => promptsOf(models[0] ?? turnModel()) };
}

const MARKS = [
  ["with marks", (messages: readonly ModelMessage[]) => [...messages]],
  ["without", withoutMarks],
] as const;

test.each(MARKS)(
  "a turn goes on with no other conversation that has the same ids of calls, %s",
  async (_, sent) => {
    for (const options of [OPTIONS, { ...OPTIONS, thread: "t1" }]) {
      const { memory, first, second, prompts } = await twoServers(options);
      await approved(first, "what is my card, I am Xenia");
      const yves = await approved(second, "what is my coffee, I am Yves");
      await ask(first, sent(yves));
      expect(prompts()).toHaveLength(2);
      expect(prompts()[1]).toContain("black");
      expect(prompts()[1]).not.toContain("ends in 1234");
      expect(await saidIn(memory)).toEqual([
        "user: what is my coffee, I am Yves",
        "assistant: It is black.",
      ]);
    }
  },
);

test.each(MARKS)("a turn goes on after an approval, %s", async (_, sent) => {
  for (const capture of ["turn", "off"] as const) {
    const { memory, first } = await twoServers({ ...OPTIONS, capture });
    const queries = queriesOf(memory);
    const xenia = await approved(first, "what is my card, I am Xenia");
    await approved(first, "what is my coffee, I am Yves");
    expect((await ask(first, sent(xenia))).text).toBe("It ends in 1234.");
    expect(queries).toHaveLength(2);
    const said = ["user: what is my card, I am Xenia", "assistant: It ends in 1234."];
    expect(await saidIn(memory)).toEqual(capture === "turn" ? said : []);
  }
});

test.each(WAYS)("%s: a call keeps what the provider says of it beside its mark", async (_, run) => {
  const memory = await knowingMemory();
  const model = turnModel(({ call }) =>
    call < 2
      ? {
          content: [
            {
              type: "tool-call",
              toolCallId: `c${call}`,
              toolName: "clock",
              input: '{"zone":"UTC"}',
              providerMetadata: { google: { signature: "abc" } },
            },
          ],
          finish: "tool-calls",
        }
      : { text: "Green." },
  );
  const wrapped = withMemory(withMemory(model, memory), memory, { trustedTools: ["clock"] });
  await run({ model: wrapped, prompt: "green tea?" });
  const { prompt = [] } = [...model.doGenerateCalls, ...model.doStreamCalls].at(-1) ?? {};
  const calls = prompt.flatMap(({ role, content }) =>
    role === "assistant" ? content.filter(({ type }) => type === "tool-call") : [],
  );
  const mark = {
    google: { signature: "abc" },
    kioku: { turn: expect.stringMatching(/^[\da-f-]{36}$/u) as string, trust: 1 },
  };
  // The inner memory does not trust the clock.
  const second = { ...mark, kioku: { ...mark.kioku, trust: 0.5 } };
  expect(calls).toMatchObject([{ providerOptions: mark }, { providerOptions: second }]);
  const [one, two] = calls.map(({ providerOptions }) => providerOptions?.["kioku"]?.["turn"]);
  expect(one).toBe(two);
});

test.each(WAYS)("%s: two memories around a model each find their turn", async (_, run) => {
  const memory = await knowingMemory();
  const team = await knowingMemory();
  const queries = [queriesOf(memory), queriesOf(team)];
  const model = callsThenAnswers(["clock", "clock"], "Green.");
  await run({
    model: withMemory(withMemory(model, memory), team),
    prompt: "green tea?",
    prepareStep: ({ messages, stepNumber }) =>
      stepNumber === 0
        ? {}
        : { messages: [{ role: "user", content: "short" }, ...messages.slice(-2)] },
  });
  expect(queries).toEqual([["green tea?"], ["green tea?"]]);
});

test.each(MARKS)("turns at once whose calls have the same ids keep apart, %s", async (_, sent) => {
  const memory = await knowingMemory();
  await memory.remember("Bob likes black coffee");
  const queries = queriesOf(memory);
  const both = Promise.withResolvers<void>();
  const model = turnModel(async ({ call, text }) => {
    if (call === 1) both.resolve();
    await both.promise;
    const isFirst = call < 2;
    if (isFirst) return { calls: [{ name: "clock", id: "call-1" }] };
    return { text: text.includes("Ada") ? "tea" : "coffee" };
  });
  const wrapped = withMemory(model, memory, { recall: { limit: 1 } });
  const answers = await Promise.all(
    ["green tea?", "black coffee?"].map((prompt) =>
      generateTurn({
        model: wrapped,
        prompt,
        prepareStep: ({ messages }) => ({ messages: sent(messages) }),
      }),
    ),
  );
  expect(answers.map(({ text }) => text)).toEqual(["tea", "coffee"]);
  expect(queries).toHaveLength(2);
});

test("where neither marks nor words tell whose turn it is, it is recalled for anew", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const both = Promise.withResolvers<void>();
  const model = turnModel(async ({ call }) => {
    if (call === 1) both.resolve();
    await both.promise;
    return call < 2 ? { calls: [{ name: "clock", id: "call-1" }] } : { text: "Noon." };
  });
  const wrapped = withMemory(model, memory);
  await Promise.all(
    ["green tea?", "black tea?"].map((prompt) =>
      generateTurn({
        model: wrapped,
        prompt,
        prepareStep: ({ messages, stepNumber }) => {
          const short = { role: "user" as const, content: `short: ${prompt}` };
          return stepNumber === 0 ? {} : { messages: [short, ...withoutMarks(messages.slice(-2))] };
        },
      }),
    ),
  );
  expect(queries.toSorted(compareText)).toEqual([
    "black tea?",
    "green tea?",
    "short: black tea?",
    "short: green tea?",
  ]);
});

test("the same words in another conversation do not make it the same, where it is kept", async () => {
  const { memory, first } = await twoServers();
  const hello: ModelMessage[] = [
    { role: "user", content: "I am Yves" },
    { role: "assistant", content: "Hello." },
  ];
  await approved(first, "what is my card, I am Xenia");
  const other = await approved(first, "what is my card, I am Xenia");
  await ask(first, [...hello, ...withoutMarks(other)]);
  const said = ["user: what is my card, I am Xenia", "assistant: It ends in 1234."];
  expect(await saidIn(memory)).toEqual(said);
  await ask(first, withoutMarks(other));
  expect(await saidIn(memory)).toEqual([...said, ...said]);
});
