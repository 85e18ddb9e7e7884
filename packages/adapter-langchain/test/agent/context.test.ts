import { createMemory, inMemoryStore, MemoryError } from "@kioku/core";
import { ToolMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import { expect, test } from "vitest";
import { z } from "zod";

import { memoryMiddleware } from "../../src/agent/index.js";
import type { MemoryMiddlewareOptions } from "../../src/agent/index.js";
import type { scriptedModel } from "../support/agents.js";
import { agentMemory, callsThenSays, heldBy, say } from "../support/agents.js";

test("recall, tools and remembering see the context that the schema makes", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  const contextSchema = z.object({
    email: z.string().trim().toLowerCase(),
    tenant: z.string().default("acme"),
    level: z.string().transform((level) => `level-${level}`),
  });
  const seen: unknown[] = [];
  const model = callsThenSays([{ name: "remember", args: { content: "Ann likes tea" } }], "Noted.");
  const agent = createAgent({
    model,
    tools: [],
    middleware: [
      memoryMiddleware({
        contextSchema,
        tools: true,
        memory: ({ context }) => {
          seen.push({ ...context });
          return memory.scope(context.tenant, context.email);
        },
      }),
    ],
  });
  await agent.invoke(say("I like tea"), { context: { email: " Ann@x.org", level: "1" } as never });
  const parsed = { email: "ann@x.org", tenant: "acme", level: "level-1" };
  expect(new Set(seen.map((context) => JSON.stringify(context)))).toEqual(
    new Set([JSON.stringify(parsed)]),
  );
  expect((await memory.scopes()).items).toEqual([["acme", "ann@x.org"]]);
  expect(await heldBy(memory.scope("acme", "ann@x.org"))).toHaveLength(3);
});

function secretive(
  calls: number,
  options: Partial<MemoryMiddlewareOptions>,
): { readonly model: ReturnType<typeof scriptedModel>; readonly run: () => Promise<unknown> } {
  const memory = agentMemory();
  let asked = 0;
  const model = callsThenSays([{ name: "recall", args: { query: "x" } }], "I go on.");
  const middleware = memoryMiddleware({
    tools: true,
    capture: "off",
    memory: () => {
      asked += 1;
      if (asked > calls) throw new Error("no session for token sk-live-123");
      return memory;
    },
    ...options,
  });
  const agent = createAgent({ model, tools: [], middleware: [middleware] });
  return { model, run: async () => agent.invoke(say("x")) };
}

test.each(["throw", "continue"] as const)(
  "a source that throws fails the run with %s, though only tools ask it",
  async (onError) => {
    const { model, run } = secretive(0, { recall: false, onError });
    await expect(run()).rejects.toThrow("no session");
    expect(model.callCount).toBe(0);
  },
);

test("a source that throws within a tool fails the run before the model reads of it", async () => {
  const { model, run } = secretive(1, { recall: false });
  await expect(run()).rejects.toThrow("no session");
  expect(model.callCount).toBe(1);
});

test("what a source throws is in no message", async () => {
  let asked = 0;
  const memory = agentMemory();
  const { model, run } = secretive(Infinity, {
    recall: false,
    memory: () => {
      asked += 1;
      if (asked === 2) throw new MemoryError("invalid-input", "no session for token sk-live-123");
      return memory;
    },
  });
  await run();
  const { messages = [] } = model.calls[1] ?? {};
  expect(messages.at(-1)).toBeInstanceOf(ToolMessage);
  expect(messages.at(-1)?.text).toContain("the application did not say which memory to use");
  expect(JSON.stringify(messages)).not.toContain("sk-live");
});
