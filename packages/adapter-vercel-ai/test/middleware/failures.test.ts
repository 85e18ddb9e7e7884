import { createMemory, definePlugin, inMemoryStore, MemoryError } from "@kioku/core";
import type { Logger } from "@kioku/core";
import { afterEach, beforeEach, expect, test } from "vitest";

import { withMemory } from "../../src/index.js";
import type { MemoryMiddlewareOptions } from "../../src/index.js";
import { emptyMemory, knowingMemory, saidIn, wordEmbedder } from "../support/turn-memory.js";
import { turnModel } from "../support/turn-model.js";
import { generateTurn, streamTurn, WAYS } from "../support/turns.js";

const CAPTURE = { capture: "turn" } as const;

// Warnings that the AI SDK printed.
let printed: unknown[] = [];
beforeEach(() => {
  printed = [];
  globalThis.AI_SDK_LOG_WARNINGS = ({ warnings }) => void printed.push(...warnings);
});
afterEach(() => {
  globalThis.AI_SDK_LOG_WARNINGS = undefined;
});

function logTo(log: unknown[]): Logger {
  return {
    warn: (message, details) => void log.push({ message, details }),
    error: (message, details) => void log.push({ message, details }),
  };
}

test.each(WAYS)("%s: a call goes on without a memory that fails, and says so", async (_, ask) => {
  const memory = emptyMemory();
  await memory.close();
  const log: unknown[] = [];
  const model = turnModel();
  const wrapped = withMemory(model, memory, { logger: logTo(log) });
  const { text, warnings } = await ask({ model: wrapped, prompt: "my card is 4111" });
  expect(text).toBe("Noted.");
  const message = "the call goes on without what is remembered: recalling failed";
  expect(log).toMatchObject([{ message, details: { code: "closed" } }]);
  expect(warnings).toEqual([`Kioku: ${message} (closed)`]);
  expect(printed).toEqual([{ type: "other", message: `Kioku: ${message} (closed)` }]);
  expect(JSON.stringify(log)).not.toContain("4111");
});

test("a turn that could not be remembered is a warning of the result, and of a stream only logged", async () => {
  for (const [ask, hasWarning] of [
    [generateTurn, true],
    [streamTurn, false],
  ] as const) {
    const memory = emptyMemory();
    await memory.close();
    const log: unknown[] = [];
    const options: MemoryMiddlewareOptions = { ...CAPTURE, recall: false, logger: logTo(log) };
    const { text, warnings } = await ask({
      model: withMemory(turnModel(), memory, options),
      prompt: "my card is 4111",
    });
    expect(text).toBe("Noted.");
    expect(log).toMatchObject([
      { message: "the turn was not remembered", details: { code: "closed" } },
    ]);
    expect(warnings).toEqual(hasWarning ? ["Kioku: the turn was not remembered (closed)"] : []);
  }
});

test.each([
  ["throws", () => failing()],
  ["rejects", () => Promise.resolve().then(failing) as never],
])("a logger that %s harms no call", async (_, fail) => {
  const memory = emptyMemory();
  await memory.close();
  const wrapped = withMemory(turnModel(), memory, { logger: { warn: fail, error: fail } });
  expect((await generateTurn({ model: wrapped, prompt: "my card is 4111" })).text).toBe("Noted.");
});

function failing(): never {
  throw new Error("the log is full");
}

test("without a logger failures are continued over as well", async () => {
  const memory = emptyMemory();
  await memory.close();
  const wrapped = withMemory(turnModel(), memory, CAPTURE);
  const { text, warnings } = await generateTurn({ model: wrapped, prompt: "Hello" });
  expect(text).toBe("Noted.");
  expect(warnings).toHaveLength(2);
});

test("warnings of the model stay, before those of the memory", async () => {
  const memory = emptyMemory();
  await memory.close();
  for (const [, ask] of WAYS) {
    const model = turnModel();
    const own = { type: "other", message: "of the model" } as const;
    const { doGenerate, doStream } = model;
    model.doGenerate = async (options) => ({ ...(await doGenerate(options)), warnings: [own] });
    model.doStream = async (options) => {
      const { stream } = await doStream(options);
      const warned = stream.pipeThrough(
        new TransformStream({
          transform: (part: object, controller) =>
            controller.enqueue("warnings" in part ? { ...part, warnings: [own] } : part),
        }),
      );
      return { stream: warned };
    };
    const { warnings } = await ask({ model: withMemory(model, memory), prompt: "Hello" });
    expect(warnings).toEqual(["of the model", expect.stringContaining("Kioku") as string]);
  }
});

test("a stream without a start gets one for the warning", async () => {
  const memory = emptyMemory();
  await memory.close();
  const model = turnModel();
  const { doStream } = model;
  model.doStream = async (options) => {
    const { stream } = await doStream(options);
    const reader = stream.getReader();
    await reader.read();
    reader.releaseLock();
    return { stream };
  };
  const { text, warnings } = await streamTurn({
    model: withMemory(model, memory),
    prompt: "Hello",
  });
  expect(text).toBe("Noted.");
  expect(warnings).toHaveLength(1);
});

test.each(WAYS)("%s: with throw the call fails with the memory", async (_, ask) => {
  const memory = emptyMemory();
  await memory.close();
  const model = turnModel();
  const recalling = withMemory(model, memory, { onError: "throw" });
  const error: unknown = await ask({ model: recalling, prompt: "Hello" }).catch(
    (one: unknown) => one,
  );
  expect(MemoryError.is(error, "closed")).toBe(true);
  expect(model.doGenerateCalls.length + model.doStreamCalls.length).toBe(0);
  const capturing = withMemory(model, memory, { ...CAPTURE, recall: false, onError: "throw" });
  const other: unknown = await ask({ model: capturing, prompt: "Hello" }).catch(
    (one: unknown) => one,
  );
  expect(MemoryError.is(other, "closed")).toBe(true);
});

test.each(WAYS)("%s: a call that was aborted before rejects with the reason", async (_, ask) => {
  const memory = await knowingMemory();
  const log: unknown[] = [];
  const reason = new DOMException("the user left", "AbortError");
  const model = turnModel();
  const wrapped = withMemory(model, memory, { ...CAPTURE, logger: logTo(log) });
  const signal = AbortSignal.abort(reason);
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hello" }] }];
  const way = ask === generateTurn ? "doGenerate" : "doStream";
  await expect(wrapped[way]({ prompt, abortSignal: signal })).rejects.toBe(reason);
  await ask({ model: wrapped, prompt: "Hello", abortSignal: signal }).catch(() => undefined);
  expect(model.doGenerateCalls.length + model.doStreamCalls.length).toBe(0);
  expect(log).toEqual([]);
  expect(await saidIn(memory)).toEqual([]);
});

test.each(["doGenerate", "doStream"] as const)(
  "%s: an abort while recalling rejects with the reason, and nothing is logged",
  async (way) => {
    const controller = new AbortController();
    const reason = new Error("the user left");
    const words = wordEmbedder();
    const memory = createMemory({
      store: inMemoryStore(),
      embedder: {
        ...words,
        async embed(texts, options = {}) {
          if (options.purpose !== "query") return words.embed(texts, options);
          controller.abort(reason);
          options.signal?.throwIfAborted();
          throw new Error("expected the signal of the call");
        },
      },
    });
    await memory.remember("Ada likes green tea");
    const log: unknown[] = [];
    const model = turnModel();
    const wrapped = withMemory(model, memory, { ...CAPTURE, logger: logTo(log) });
    const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "tea?" }] }];
    await expect(wrapped[way]({ prompt, abortSignal: controller.signal })).rejects.toBe(reason);
    expect(model.doGenerateCalls.length + model.doStreamCalls.length).toBe(0);
    expect(log).toEqual([]);
  },
);

test("an abort after the model has answered rejects, and nothing is remembered", async () => {
  const memory = emptyMemory();
  const controller = new AbortController();
  const reason = new Error("the user left");
  const model = turnModel(() => {
    controller.abort(reason);
    return { text: "Noted." };
  });
  const wrapped = withMemory(model, memory, CAPTURE);
  await expect(
    generateTurn({ model: wrapped, prompt: "I like tea", abortSignal: controller.signal }),
  ).rejects.toBe(reason);
  expect(await saidIn(memory)).toEqual([]);
});

test("a message that a plugin vetoes is reported, and the others stay", async () => {
  const noCards = definePlugin({
    id: "no-cards",
    hooks: {
      beforeRemember: (input) => (input.content.includes("4111") ? { veto: "no cards" } : input),
    },
  });
  const memory = emptyMemory({ plugins: [noCards] });
  const wrapped = withMemory(turnModel(), memory, { ...CAPTURE, recall: false });
  const { warnings } = await generateTurn({ model: wrapped, prompt: "my card is 4111" });
  expect(warnings).toEqual(["Kioku: some of the turn was not remembered (rejected-by-plugin)"]);
  expect(await saidIn(memory)).toEqual(["assistant: Noted."]);
});

test("what a model fails with is what the call fails with", async () => {
  const failure = new Error("no such model");
  const model = turnModel(() => {
    throw failure;
  });
  for (const [, ask] of WAYS) {
    const wrapped = withMemory(model, emptyMemory(), CAPTURE);
    await expect(ask({ model: wrapped, prompt: "Hello" })).rejects.toBe(failure);
  }
});
