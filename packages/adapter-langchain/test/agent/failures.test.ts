import type { Logger } from "@kioku/core";
import { createMemory, definePlugin, inMemoryStore, MemoryError } from "@kioku/core";
import type { BaseMessage } from "@langchain/core/messages";
import { createAgent, modelRetryMiddleware } from "langchain";
import { expect, test } from "vitest";

import { memoryMiddleware } from "../../src/agent/index.js";
import type { MemoryMiddlewareOptions, MemorySource } from "../../src/agent/index.js";
import { agentMemory, heldBy, noting, ofLangChain, promptsOf, say } from "../support/agents.js";
import { callModel, end } from "../support/hooks.js";

interface Warning {
  readonly message: string;
  readonly details: unknown;
}

function closedAgent(options: Partial<MemoryMiddlewareOptions>): {
  readonly agent: {
    invoke(state: ReturnType<typeof say>): Promise<{ readonly messages: BaseMessage[] }>;
  };
  readonly warnings: Warning[];
} {
  const memory = agentMemory();
  const warnings: Warning[] = [];
  const logger: Logger = {
    warn: (message, details) => warnings.push({ message, details }),
    error: (message, details) => warnings.push({ message, details }),
  };
  void memory.close();
  const middleware = [memoryMiddleware({ memory, logger, ...options })] as const;
  const agent = createAgent({ model: noting(), tools: [], middleware });
  return { agent, warnings };
}

async function invokeWith(memory: MemorySource): Promise<unknown> {
  const middleware = [memoryMiddleware({ memory })] as const;
  return createAgent({ model: noting(), tools: [], middleware }).invoke(say("hello"));
}

test("an agent goes on without a memory that fails, and the logger is told, but not what was said", async () => {
  const { agent, warnings } = closedAgent({});
  const { messages } = await agent.invoke(say("my card is 4111"));
  expect(messages.at(-1)?.text).toBe("Noted.");
  expect(warnings).toMatchObject([
    { message: expect.stringContaining("recalling failed") as string, details: { code: "closed" } },
    { message: "the turn was not remembered", details: { code: "closed" } },
  ]);
  expect(JSON.stringify(warnings)).not.toContain("4111");
});

test("or it fails with it: recalling as the cause of LangChain's own error, remembering as it is", async () => {
  const { agent } = closedAgent({ onError: "throw" });
  const failure: unknown = await agent.invoke(say("hello")).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "MemoryError" });
  expect(MemoryError.is((failure as Error).cause, "closed")).toBe(true);
  const { agent: capturing } = closedAgent({ onError: "throw", recall: false });
  const other: unknown = await capturing.invoke(say("hello")).catch((error: unknown) => error);
  expect(MemoryError.is(other, "closed")).toBe(true);
});

test("a recall that failed is tried again where the model is, if failing is what the app wants", async () => {
  let calls = 0;
  const flaky = definePlugin({
    id: "flaky",
    hooks: {
      beforeRecall: (query) => {
        calls += 1;
        if (calls === 1) throw new Error("not yet");
        return query;
      },
    },
  });
  const memory = createMemory({ store: inMemoryStore(), plugins: [flaky] });
  await memory.remember("Ada likes green tea");
  const model = noting();
  const middleware = [
    ofLangChain(modelRetryMiddleware({ maxRetries: 1, initialDelayMs: 0, jitter: false })),
    memoryMiddleware({ memory, onError: "throw" }),
  ];
  await createAgent({ model, tools: [], middleware }).invoke(say("green tea"));
  expect(promptsOf(model)).toEqual([expect.stringContaining("Ada likes green tea")]);
});

test("what the source throws, or an answer that is no memory, fails the run whatever onError says", async () => {
  await expect(
    invokeWith(() => {
      throw new Error("who is this?");
    }),
  ).rejects.toThrow("who is this?");
  await expect(invokeWith((() => undefined) as unknown as MemorySource)).rejects.toThrow(
    "what the function for the memory answers",
  );
});

test("an abort while recalling rejects, and nothing is logged", async () => {
  const controller = new AbortController();
  const warnings: string[] = [];
  const memory = createMemory({
    store: inMemoryStore(),
    embedder: {
      id: "test/aborting@1",
      dimensions: 1,
      async embed(texts, { signal } = {}) {
        if (!signal) return { vectors: texts.map(() => new Float32Array([1])) };
        controller.abort(new Error("the user left"));
        signal.throwIfAborted();
        throw new Error("expected the signal of the run");
      },
    },
  });
  await memory.remember("Ada likes green tea");
  const logger = { warn: (message: string) => warnings.push(message), error: () => undefined };
  const model = noting();
  const middleware = [memoryMiddleware({ memory, logger })] as const;
  const agent = createAgent({ model, tools: [], middleware });
  await expect(agent.invoke(say("green tea"), { signal: controller.signal })).rejects.toThrow(
    "the user left",
  );
  expect(model.callCount).toBe(0);
  expect(warnings).toEqual([]);
});

test("an aborted run rejects with the reason in every hook, though failures are continued over", async () => {
  const memory = agentMemory();
  await memory.remember("Ada likes green tea");
  const warnings: string[] = [];
  const logger = { warn: (message: string) => warnings.push(message), error: () => undefined };
  const middleware = memoryMiddleware({ memory, logger });
  const reason = new Error("the user left");
  const runtime = { context: {}, signal: AbortSignal.abort(reason) };
  await expect(callModel(middleware, runtime)).rejects.toBe(reason);
  await expect(end(middleware, runtime)).rejects.toBe(reason);
  expect(warnings).toEqual([]);
  const alive = { context: {}, signal: new AbortController().signal };
  expect((await callModel(middleware, alive)).join()).toContain("Ada likes green tea");
});

test("a message that a plugin vetoes is told to the logger, or fails the run, and the others stay", async () => {
  const noCards = definePlugin({
    id: "no-cards",
    hooks: {
      beforeRemember: (input) => (input.content.includes("4111") ? { veto: "no cards" } : input),
    },
  });
  const run = async (options: Partial<MemoryMiddlewareOptions>): Promise<readonly string[]> => {
    const memory = createMemory({ store: inMemoryStore(), plugins: [noCards] });
    const middleware = [memoryMiddleware({ memory, ...options })] as const;
    await createAgent({ model: noting(), tools: [], middleware }).invoke(say("my card is 4111"));
    return heldBy(memory);
  };
  const warnings: unknown[] = [];
  const logger = {
    warn: (...warning: readonly unknown[]) => warnings.push(warning),
    error: () => undefined,
  };
  expect(await run({ logger })).toEqual(["assistant: Noted."]);
  expect(warnings).toEqual([
    [
      "some of the turn was not remembered",
      expect.objectContaining({ code: "rejected-by-plugin" }) as unknown,
    ],
  ]);
  const failure: unknown = await run({ onError: "throw" }).catch((error: unknown) => error);
  expect(MemoryError.is(failure, "rejected-by-plugin")).toBe(true);
  expect(String(failure)).toMatch(/no-cards[^]*no cards/);
});
