import { expect, test } from "vitest";

import { memoryTools, withMemory } from "../../src/index.js";
import { shownTrust } from "../../src/turn/shown-trust.js";
import { emptyMemory, knowingMemory, queriesOf, saidIn } from "../support/turn-memory.js";
import { turnModel } from "../support/turn-model.js";
import type { Answer, Script } from "../support/turn-model.js";
import { IS_AI_7, TOOLS, WAYS } from "../support/turns.js";
import type { TurnRequest } from "../support/turns.js";

type Tools = NonNullable<TurnRequest["tools"]>;
const CODE = { toolCallId: "d1", toolName: "code" };
const BEGUN: NonNullable<Answer["content"]> = [
  { type: "text", text: "I work it out." },
  { type: "tool-call", ...CODE, input: "{}", providerExecuted: true },
];
const DONE: NonNullable<Answer["content"]> = [{ type: "tool-result", ...CODE, result: "42" }];
const LOOK: NonNullable<Answer["content"]> = [
  { type: "tool-call", toolCallId: "p1", toolName: "look", input: "{}", providerExecuted: true },
];

/** A tool of a provider whose result may come in a later step. */
const DEFERRED = {
  code: {
    type: "provider",
    isProviderExecuted: true,
    id: "test.code",
    args: {},
    supportsDeferredResults: true,
    inputSchema: TOOLS.clock.inputSchema,
    outputSchema: TOOLS.clock.inputSchema,
  },
} as unknown as Tools;

/** Answers step by step. */
function answers(...steps: readonly Answer[]): Script {
  return ({ call }) => steps[call] ?? { text: "That is all." };
}

test.each(WAYS)(
  "%s: a step after which the provider is still at work does not end a turn",
  async (_, ask) => {
    const memory = await knowingMemory();
    const queries = queriesOf(memory);
    const model = turnModel(
      answers(
        { content: BEGUN, finish: "stop" },
        { content: DONE, text: "It is 42.", finish: "stop" },
      ),
    );
    const wrapped = withMemory(model, memory, { capture: "turn", trustedTools: ["code"] });
    const { text } = await ask({ model: wrapped, prompt: "green tea, how much?", tools: DEFERRED });
    expect(text).toBe("It is 42.");
    expect(queries).toHaveLength(1);
    expect(await saidIn(memory)).toEqual(["user: green tea, how much?", "assistant: It is 42."]);
  },
);

test.each(WAYS)("%s: what comes bit by bit is no result before the last", async (_, ask) => {
  const memory = emptyMemory();
  const partly = { type: "tool-result", ...CODE, result: "4", preliminary: true } as const;
  const model = turnModel(
    answers({ content: [...BEGUN, partly], finish: "stop" }, { text: "It is 42." }),
  );
  await ask({ model: withMemory(model, memory, { capture: "turn" }), prompt: "Go", tools: {} });
  expect(await saidIn(memory)).toEqual([]);
});

test.each(WAYS)(
  "%s: nor does one before a call of the app, though the provider never says what it found",
  async (_, ask) => {
    const memory = emptyMemory();
    const model = turnModel(answers({ content: LOOK, calls: ["clock"] }, { text: "At noon." }));
    await ask({ model: withMemory(model, memory, { capture: "turn" }), prompt: "When?" });
    expect(await saidIn(memory)).toEqual(["user: When?", "assistant: At noon."]);
  },
);

test.each(WAYS)(
  "%s: an answer after a search whose result nobody sees ends a turn, and is not trusted",
  async (_, ask) => {
    for (const [trustedTools, trust] of [
      [[], 0.5],
      [["look"], 1],
    ] as const) {
      const memory = emptyMemory();
      const model = turnModel(() => ({ content: LOOK, text: "To 666.", finish: "stop" }));
      const options = { capture: "turn", trustedTools } as const;
      await ask({ model: withMemory(model, memory, options), prompt: "Where do refunds go?" });
      const { items } = await memory.list({ kinds: ["message"] });
      expect(items.map((one) => `${one.origin} ${one.trust}`)).toEqual([
        "user 1",
        `assistant ${trust}`,
      ]);
    }
  },
);

test.each(WAYS)(
  "%s: a turn that has ended is found no more, whatever the provider did",
  async () => {
    const memory = await knowingMemory();
    const queries = queriesOf(memory);
    const searched: Answer["content"] = [...BEGUN, ...DONE];
    const wrapped = withMemory(
      turnModel(() => ({ content: searched, text: "Done.", finish: "stop" })),
      memory,
    );
    const user = {
      role: "user" as const,
      content: [{ type: "text" as const, text: "green tea?" }],
    };
    const { content } = await wrapped.doGenerate({ prompt: [user] });
    const call = content.find(({ type }) => type === "tool-call");
    if (call?.type !== "tool-call") throw new Error("expected a call");
    const { providerMetadata: providerOptions = {} } = call;
    await wrapped.doGenerate({
      prompt: [
        user,
        {
          role: "assistant",
          content: [
            {
              type: "tool-call",
              ...CODE,
              input: {},
              providerOptions,
            },
            { type: "text", text: "{" },
          ],
        },
      ],
    });
    expect(queries).toHaveLength(2);
  },
);

const REMEMBER = {
  type: "tool-call",
  toolCallId: "r1",
  toolName: "remember",
  input: JSON.stringify({ content: "Refunds go to account 666" }),
} as const;

/** Returns the trust of what the model noted. */
async function notedIn(memory: ReturnType<typeof emptyMemory>): Promise<readonly number[]> {
  const { items } = await memory.list({ kinds: ["note"] });
  return items.filter(({ origin }) => origin === "assistant").map(({ trust }) => trust);
}

test.each(WAYS)(
  "%s: what the provider searched before a note in one step counts",
  async (_, ask) => {
    const found = [
      { type: "tool-call", toolCallId: "p1", toolName: "web", input: "{}", providerExecuted: true },
      { type: "tool-result", toolCallId: "p1", toolName: "web", result: "To 666" },
    ] as const;
    const url = {
      type: "source",
      sourceType: "url",
      id: "s1",
      url: "https://example.com",
    } as const;
    for (const [content, trustedTools, trust] of [
      [[...found, REMEMBER], [], 0.5],
      [[...found, REMEMBER], ["web"], 1],
      [[...LOOK, REMEMBER], [], 0.5],
      [[url, REMEMBER], [], 0.5],
      [[REMEMBER, ...found], [], 1],
    ] as const) {
      const memory = emptyMemory();
      const model = turnModel(
        answers({ content: [...content], finish: "tool-calls" }, { text: "Noted." }),
      );
      await ask({
        model: withMemory(model, memory, { trustedTools }),
        prompt: "Where do refunds go?",
        tools: memoryTools(memory, { trustedTools }),
      });
      expect(await notedIn(memory)).toEqual([trust]);
    }
  },
);

test.each(WAYS)("%s: a page counts that a step before the note has forgotten", async (_, ask) => {
  for (const [trustedTools, trust] of [
    [["clock"], 0.5],
    [["clock", "page"], 1],
  ] as const) {
    const memory = emptyMemory();
    const model = turnModel(
      answers(
        { calls: ["page"] },
        { calls: ["clock"] },
        { content: [REMEMBER], finish: "tool-calls" },
        { text: "Noted." },
      ),
    );
    await ask({
      model: withMemory(model, memory, { trustedTools }),
      prompt: "Where do refunds go?",
      tools: { ...TOOLS, ...memoryTools(memory, { trustedTools }) },
      prepareStep: ({ messages, stepNumber }) => {
        const summary = { role: "user" as const, content: "short: refunds go to 666" };
        // AI SDK 7 passes this on to the next step.
        const isLong = IS_AI_7 ? stepNumber === 2 : stepNumber > 1;
        return isLong ? { messages: [summary, ...messages.slice(-2)] } : {};
      },
    });
    expect(await notedIn(memory)).toEqual([trust]);
  }
});

test.each(WAYS)("%s: a page that a step names counts in the next", async (_, ask) => {
  const memory = emptyMemory();
  const clock = { type: "tool-call", toolCallId: "c1", toolName: "clock", input: "{}" } as const;
  const url = { type: "source", sourceType: "url", id: "s1", url: "https://example.com" } as const;
  const model = turnModel(
    answers({ content: [clock, url], finish: "tool-calls" }, { text: "To 666." }),
  );
  const options = { capture: "turn", trustedTools: ["clock"] } as const;
  await ask({ model: withMemory(model, memory, options), prompt: "Where do refunds go?" });
  const { items } = await memory.list();
  expect(items.map(({ trust }) => trust)).toEqual([1, 0.5]);
});

test.each(WAYS)("%s: a call of the provider is forgotten with its turn", async (_, ask) => {
  const memory = emptyMemory();
  const call = { ...LOOK[0], toolCallId: "forgotten" } as (typeof LOOK)[number];
  const model = turnModel(() => ({ content: [call], text: "To 666.", finish: "stop" }));
  await ask({ model: withMemory(model, memory), prompt: "Where do refunds go?" });
  expect(shownTrust(memory, "forgotten").trust).toBe(1);
});
