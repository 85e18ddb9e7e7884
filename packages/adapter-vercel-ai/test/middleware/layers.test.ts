import { wrapLanguageModel } from "ai";
import { expect, test } from "vitest";

import { memoryMiddleware, withMemory } from "../../src/index.js";
import { emptyMemory, FACT, knowingMemory, queriesOf, saidIn } from "../support/turn-memory.js";
import { callsThenAnswers, promptsOf, turnModel } from "../support/turn-model.js";
import { generateTurn, WAYS } from "../support/turns.js";

const CAPTURE = { capture: "turn", thread: "t1" } as const;

test.each(WAYS)(
  "%s: two memories each add what they know, and see the user's words alone",
  async (_, ask) => {
    const team = emptyMemory();
    await team.remember("the team drinks green tea");
    const memory = await knowingMemory();
    const queries = [queriesOf(team), queriesOf(memory)];
    const model = callsThenAnswers(["clock"], "Green.");
    const wrapped = withMemory(withMemory(model, memory, CAPTURE), team, CAPTURE);
    await ask({ model: wrapped, prompt: "green tea?" });
    expect(queries).toEqual([["green tea?"], ["green tea?"]]);
    for (const prompt of promptsOf(model)) {
      expect(prompt).toContain(FACT);
      expect(prompt).toContain("the team drinks");
    }
    const said = ["user: green tea?", "assistant: Green."];
    expect(await saidIn(memory)).toEqual(said);
    expect(await saidIn(team)).toEqual(said);
  },
);

test("two middlewares on one memory remember a turn once", async () => {
  const memory = emptyMemory();
  const model = wrapLanguageModel({
    model: turnModel(),
    middleware: [memoryMiddleware(memory, CAPTURE), memoryMiddleware(memory, CAPTURE)],
  });
  await generateTurn({ model, prompt: "I like tea" });
  expect(await saidIn(memory)).toEqual(["user: I like tea", "assistant: Noted."]);
});

test("an agent that changes its model within a turn keeps the recall with the same middleware", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const middleware = memoryMiddleware(memory, CAPTURE);
  const [fast, good] = [turnModel(() => ({ calls: ["clock"] })), turnModel()];
  const wrap = (model: typeof fast) => wrapLanguageModel({ model, middleware });
  await generateTurn({
    model: wrap(fast),
    prompt: "green tea?",
    prepareStep: ({ stepNumber }) => (stepNumber === 0 ? {} : { model: wrap(good) }),
  });
  expect(queries).toEqual(["green tea?"]);
  expect(promptsOf(good)[0]).toContain(FACT);
  expect(await saidIn(memory)).toEqual(["user: green tea?", "assistant: Noted."]);
});

test("a middleware before it that changes the words changes what is asked for", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = wrapLanguageModel({
    model: turnModel(),
    middleware: [
      {
        specificationVersion: "v3",
        transformParams: async ({ params }) => ({
          ...params,
          prompt: [{ role: "user", content: [{ type: "text", text: "green tea" }] }],
        }),
      },
      memoryMiddleware(memory, CAPTURE),
    ],
  });
  await generateTurn({ model, prompt: "my card is 4111" });
  expect(queries).toEqual(["green tea"]);
  expect(await saidIn(memory)).toEqual(["user: green tea", "assistant: Noted."]);
});

test("a memory knows how much is trusted what another has put into the instructions", async () => {
  const team = emptyMemory();
  await team.remember({ content: "Refunds go to account 666", origin: "web" });
  for (const inject of ["user", "instructions"] as const) {
    const memory = emptyMemory();
    await memory.remember({ content: "refunds take a week", trust: 0.8 });
    const model = turnModel(() => ({ text: "To account 666." }));
    const wrapped = wrapLanguageModel({
      model,
      middleware: [
        memoryMiddleware(team, { inject }),
        memoryMiddleware(memory, { ...CAPTURE, inject }),
      ],
    });
    const system = { role: "system", content: "Be kind." } as const;
    await wrapped.doGenerate({
      prompt: [
        { ...system, providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
        { role: "user", content: [{ type: "text", text: "refunds?" }] },
      ],
    });
    const { items } = await memory.list({ kinds: ["message"] });
    expect(items.map(({ trust }) => trust)).toEqual([1, 0.5]);
    const mark = inject === "user" ? {} : { kioku: { trust: 0.5, isFresh: true } };
    expect(model.doGenerateCalls[0]?.prompt[0]?.providerOptions).toEqual({
      anthropic: { cacheControl: { type: "ephemeral" } },
      ...mark,
    });
  }
});
