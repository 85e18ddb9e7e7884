import { MemoryError } from "@kioku/core";
import { createAgent } from "langchain";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

import { memoryMiddleware } from "../../src/agent/index.js";
import type { MemoryMiddlewareOptions } from "../../src/agent/index.js";
import { agentMemory, callsThenSays, heldBy, noting, promptsOf, say } from "../support/agents.js";

test("a schema of the context types it, is checked by LangChain, and recalls once all the same", async () => {
  const memory = agentMemory();
  await memory.scope("ada").remember("Ada likes green tea");
  let recalls = 0;
  memory.on("recalled", () => (recalls += 1), { reach: "below" });
  const model = callsThenSays([{ name: "recall", args: { query: "green" } }], "Green.");
  const agent = createAgent({
    model,
    tools: [],
    middleware: [
      memoryMiddleware({
        contextSchema: z.object({ userId: z.string() }),
        memory: ({ context }) => memory.scope(context.userId),
        tools: true,
      }),
    ],
  });
  await agent.invoke(say("green tea"), { context: { userId: "ada" } });
  expect(recalls).toBe(2);
  for (const prompt of promptsOf(model)) expect(prompt).toContain("Ada likes green tea");
  expect(await heldBy(memory.scope("ada"))).toHaveLength(3);
  const wrong = { context: { userId: 7 } } as unknown as { context: { userId: string } };
  await expect(agent.invoke(say("green tea"), wrong)).rejects.toThrow("expected string");
});

test("with tools the agent has those of the same memory, named as the app wants", async () => {
  const memory = agentMemory();
  const content = "Ada likes green tea";
  const model = callsThenSays([{ name: "my_remember", args: { content } }], "Noted.");
  const agent = createAgent({
    model,
    tools: [],
    middleware: [
      memoryMiddleware<{ readonly userId: string }>({
        memory: ({ context }) => memory.scope(context.userId),
        capture: "off",
        tools: { prefix: "my_", only: ["remember"] },
      }),
    ],
  });
  const context = { userId: "ada" };
  await agent.invoke(say("I like green tea"), { context, configurable: { thread_id: "t1" } });
  const { items } = await memory.scope("ada").list();
  expect(items).toMatchObject([{ content, origin: "assistant", trust: 1 }]);
});

test.each([
  [{ memory: undefined }, "options.memory"],
  [{ memory: {} }, "options.memory"],
  [{ recall: true }, "options.recall"],
  [{ recall: { limit: 0 } }, "limit"],
  [{ recall: { budget: -1 } }, "budget"],
  [{ recall: { query: "x" } }, 'options.recall has no option "query"'],
  [{ capture: "all" }, "options.capture"],
  [{ tools: "all" }, "options.tools"],
  [{ tools: { only: [] } }, "options.only"],
  [{ trustedTools: "clock" }, "options.trustedTools"],
  [{ trustedTools: [7] }, "options.trustedTools[0]"],
  [{ onError: "ignore" }, "options.onError"],
  [{ logger: {} }, "options.logger"],
  [{ name: "" }, "options.name"],
  [{ contextSchema: 7 }, "options.contextSchema"],
  [{ userId: "ada" }, "userId"],
])("options such as %j fail at once", (options, named) => {
  let failure: unknown;
  try {
    memoryMiddleware({ memory: agentMemory(), ...options } as unknown as MemoryMiddlewareOptions);
  } catch (error) {
    failure = error;
  }
  expect(MemoryError.is(failure, "invalid-input")).toBe(true);
  expect(String(failure)).toContain(named);
});

test("the types of the context fit, with and without a schema", () => {
  const memory = agentMemory();
  const contextSchema = z.object({ userId: z.string() });
  const model = noting();
  const typed = memoryMiddleware({
    contextSchema,
    memory: ({ context }) => {
      expectTypeOf(context).toEqualTypeOf<{ userId: string }>();
      return memory;
    },
  });
  const bySchema = createAgent({ model, tools: [], middleware: [typed] });
  const byAgent = createAgent({
    model,
    tools: [],
    contextSchema,
    middleware: [memoryMiddleware<{ readonly userId: string }>({ memory: () => memory })],
  });
  type ConfigOf<Agent> = Agent extends {
    invoke(state: never, config?: infer Config): Promise<unknown>;
  }
    ? NonNullable<Config>
    : never;
  interface Right {
    context: { userId: string };
  }
  interface Wrong {
    context: { userId: number };
  }
  expectTypeOf<Right>().toExtend<ConfigOf<typeof bySchema>>();
  expectTypeOf<Right>().toExtend<ConfigOf<typeof byAgent>>();
  expectTypeOf<Wrong>().not.toExtend<ConfigOf<typeof bySchema>>();
  expectTypeOf<Wrong>().not.toExtend<ConfigOf<typeof byAgent>>();
});
