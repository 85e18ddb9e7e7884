import { APICallError, streamText, wrapLanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { memoryMiddleware, withMemory } from "../../src/index.js";
import { callsOf, FACT, knowingMemory, queriesOf, saidIn } from "../support/turn-memory.js";
import { promptsOf, streamOf, streamParts, toResult, turnModel } from "../support/turn-model.js";
import type { StreamPart } from "../support/turn-model.js";
import { generateTurn, IS_AI_7, streamTurn, WAYS } from "../support/turns.js";

beforeEach(() => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
});
afterEach(() => {
  globalThis.AI_SDK_LOG_WARNINGS = undefined;
  vi.useRealTimers();
});

const asked = {
  role: "user" as const,
  content: [{ type: "text" as const, text: "green tea?" }],
};
const of = { toolCallId: "c1", toolName: "clock" };
const output = { type: "text" as const, value: "noon" };
const calledClock = [
  { role: "assistant" as const, content: [{ type: "tool-call" as const, ...of, input: {} }] },
  { role: "tool" as const, content: [{ type: "tool-result" as const, ...of, output }] },
];

/** An error that the AI SDK tries again after, at once. */
function busy(): APICallError {
  return new APICallError({
    message: "busy",
    url: "http://localhost",
    requestBodyValues: {},
    statusCode: 503,
    isRetryable: true,
    responseHeaders: { "retry-after-ms": "0" },
  });
}

test.each(WAYS)("%s: a model that fails twice takes one recall and one capture", async (_, ask) => {
  const memory = await knowingMemory();
  const calls = callsOf(memory);
  const model = turnModel(({ call }) => {
    if (call < 2) throw busy();
    return { text: "Green." };
  });
  await ask({ model: withMemory(model, memory, { capture: "turn" }), prompt: "green tea?" });
  expect(calls).toEqual(["context", "rememberAll"]);
  const [first, ...others] = promptsOf(model);
  expect(first).toContain(FACT);
  expect(others).toEqual([first, first]);
});

test.each(WAYS)("%s: and so does one that fails on the way through a loop", async (_, ask) => {
  const memory = await knowingMemory();
  const calls = callsOf(memory);
  const model = turnModel(({ call }) => {
    if (call === 0 || call === 2) throw busy();
    return call < 4 ? { calls: ["clock"] } : { text: "Green." };
  });
  await ask({ model: withMemory(model, memory, { capture: "turn" }), prompt: "green tea?" });
  expect(calls).toEqual(["context", "rememberAll"]);
  expect(promptsOf(model)).toHaveLength(5);
});

test.each(WAYS)(
  "%s: and where a middleware before makes a new prompt each time",
  async (_, ask) => {
    const memory = await knowingMemory();
    const team = await knowingMemory();
    const calls = [callsOf(memory), callsOf(team)];
    const model = turnModel(({ call }) => {
      if (call < 2) throw busy();
      return { text: "Green." };
    });
    const wrapped = wrapLanguageModel({
      model,
      middleware: [
        {
          specificationVersion: "v3",
          transformParams: async ({ params: { prompt, ...params } }) => ({
            ...params,
            prompt: structuredClone(prompt),
          }),
        },
        memoryMiddleware(memory),
        memoryMiddleware(team),
      ],
    });
    await ask({ model: wrapped, prompt: "green tea?" });
    expect(calls).toEqual([["context"], ["context"]]);
  },
);

test("after a call that failed for good, the same request is recalled for until it was answered", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel(({ call }) => {
    if (call === 0) throw busy();
    return { text: "Green." };
  });
  const wrapped = withMemory(model, memory);
  const request = { model: wrapped, prompt: "green tea?", maxRetries: 0 };
  await expect(generateTurn(request)).rejects.toThrow("busy");
  await generateTurn(request);
  expect(queries).toHaveLength(1);
  await generateTurn(request);
  expect(queries).toHaveLength(2);
});

test("what was recalled for a call that failed is not used two minutes later", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel(({ call }) => {
    if (call === 0) throw busy();
    return { text: "Green." };
  });
  const wrapped = withMemory(model, memory);
  const prompt = [asked];
  await expect(wrapped.doGenerate({ prompt })).rejects.toThrow("busy");
  vi.advanceTimersByTime(120_001);
  await memory.remember("green tea is out of stock");
  await wrapped.doGenerate({ prompt });
  expect(queries).toHaveLength(2);
  expect(promptsOf(model)[1]).toContain("out of stock");
});

test("nor in a loop that goes on", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel(({ call }) => {
    if (call === 0) throw busy();
    return { text: "Green." };
  });
  const wrapped = withMemory(model, memory);
  await expect(wrapped.doGenerate({ prompt: [asked] })).rejects.toThrow("busy");
  vi.advanceTimersByTime(120_001);
  await wrapped.doGenerate({ prompt: [asked, ...calledClock] });
  expect(queries).toHaveLength(2);
});

test("nor when a later step of the turn has failed", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel(({ call }) => {
    if (call === 1) throw busy();
    return call === 0 ? { calls: ["clock"] } : { text: "Green." };
  });
  const request = { model: withMemory(model, memory), prompt: "green tea?", maxRetries: 0 };
  await expect(generateTurn(request)).rejects.toThrow("busy");
  await generateTurn(request);
  expect(queries).toHaveLength(2);
});

test("nor by two requests at once", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel(({ call }) => {
    if (call === 0) throw busy();
    return { text: "Green." };
  });
  const request = { model: withMemory(model, memory), prompt: "green tea?", maxRetries: 0 };
  await expect(generateTurn(request)).rejects.toThrow("busy");
  await Promise.all([generateTurn(request), generateTurn(request)]);
  expect(queries).toHaveLength(2);
});

test("a stream that breaks off may be asked for again with the same recall", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel();
  const { doStream } = model;
  model.doStream = async () => ({
    stream: new ReadableStream({ pull: (controller) => controller.error(busy()) }),
  });
  const request = { model: withMemory(model, memory), prompt: "green tea?" };
  await expect(streamTurn(request)).rejects.toThrow("busy");
  model.doStream = doStream;
  await streamTurn(request);
  expect(queries).toHaveLength(1);
});

test("nor after the call was aborted", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const controller = new AbortController();
  const model = turnModel(({ call }) => {
    if (call > 0) return { text: "Green." };
    controller.abort(new Error("the user left"));
    throw new Error("aborted");
  });
  const wrapped = withMemory(model, memory);
  await expect(
    generateTurn({ model: wrapped, prompt: "green tea?", abortSignal: controller.signal }),
  ).rejects.toThrow("aborted");
  await generateTurn({ model: wrapped, prompt: "green tea?" });
  expect(queries).toHaveLength(2);
});

test("a recall that failed is tried again with the call, and in the next step", async () => {
  const memory = await knowingMemory();
  let recalls = 0;
  const flaky = {
    ...memory,
    scopePath: memory.scopePath,
    rememberAll: memory.rememberAll.bind(memory),
    context: async (...given: Parameters<typeof memory.context>) => {
      recalls += 1;
      if (recalls < 3) throw new Error("not yet");
      return memory.context(...given);
    },
  };
  const model = turnModel(({ call }) => {
    if (call === 0) throw busy();
    return call < 3 ? { calls: ["clock"] } : { text: "Green." };
  });
  await generateTurn({ model: withMemory(model, flaky), prompt: "green tea?" });
  expect(recalls).toBe(3);
  expect(promptsOf(model).map((prompt) => prompt.includes(FACT))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test.runIf(IS_AI_7).each([
  ["after some words", false],
  ["after a call of a tool", true],
])(
  "a stream that AI SDK 7 begins anew after an error keeps its recall and is remembered once: %s",
  async (_, withCall) => {
    const memory = await knowingMemory();
    const calls = callsOf(memory);
    const [start, ...others] = streamParts(toResult({ text: "Green." }, 0));
    if (!start) throw new Error("expected a stream with a start");
    const error: StreamPart = { type: "error", error: busy() };
    const call: StreamPart = { type: "tool-call", toolCallId: "c", toolName: "clock", input: "{}" };
    const begun = [start, ...others.slice(0, 2), ...(withCall ? [call] : []), error];
    const broken = new ReadableStream<StreamPart>({
      // Stays open behind the error.
      start: (controller) => {
        for (const part of begun) controller.enqueue(part);
      },
    });
    const streams = [broken, streamOf([start, ...others])].values();
    const model = new MockLanguageModelV3({
      doStream: async () => ({ stream: streams.next().value ?? streamOf([]) }),
    });
    // AI SDK 6 has no such setting.
    const settings: object = { streamRetries: 1 };
    const result = streamText({
      model: withMemory(model, memory, { capture: "turn", sources: true }),
      prompt: "green tea?",
      onError: () => undefined,
      ...settings,
    });
    await result.consumeStream();
    expect(calls).toEqual(["context", "rememberAll"]);
    const sources = await result.sources;
    expect(sources).toHaveLength(1);
    expect(sources).toMatchObject([{ title: FACT }]);
    expect(await saidIn(memory)).toEqual(["user: green tea?", "assistant: Green."]);
  },
);

test("a request that is made again after a later step has failed is a turn of its own", async () => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = turnModel(({ call }) => {
    if (call === 1) throw busy();
    return call === 0 ? { calls: ["page"] } : { text: "Green." };
  });
  const wrapped = withMemory(model, memory, { capture: "turn", sources: true });
  const request = { model: wrapped, prompt: "green tea?", maxRetries: 0 };
  await expect(generateTurn(request)).rejects.toThrow("busy");
  const { sources } = await generateTurn(request);
  expect(sources).toHaveLength(1);
  expect(queries).toHaveLength(2);
  const { items } = await memory.list({ kinds: ["message"] });
  expect(items.map(({ trust }) => trust)).toEqual([1, 1]);
});
