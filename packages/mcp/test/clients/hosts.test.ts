import { createMemory, inMemoryStore, layer, type Memory, MemoryError } from "@kioku/core";
import { createMcpServer } from "@kioku/mcp";
import { createMind } from "@kioku/mind";
import { sqliteStore } from "@kioku/store-sqlite";
import { testMemory } from "@kioku/testing/support";
import { fromJsonSchema } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";

import { connect, connectHost, type Connection } from "./connect.js";
import { textOf } from "./tool-rows.js";

const TEA = "Ana Kral likes green tea in the morning.";

test("a host has a tool of its own beside those of the memory", async () => {
  const server = createMcpServer({ memory: testMemory().memory });
  server.registerTool(
    "weather",
    {
      description: "Tells the weather of a city.",
      inputSchema: fromJsonSchema<{ city: string }>({
        type: "object",
        properties: { city: { type: "string" } },
        required: ["city"],
      }),
    },
    ({ city }) => ({ content: [{ type: "text", text: `Sun in ${city}.` }] }),
  );
  expect(() => server.registerTool("recall", {}, () => ({ content: [] }))).toThrow("recall");
  for (const name of ["old", "2025-06-18"] as const) {
    const connection = await connectHost(server, name);
    const names = (await connection.client.listTools()).tools.map((tool) => tool.name);
    expect(names).toContain("recall");
    expect(names.at(-1)).toBe("weather");
    expect(textOf(await connection.call("weather", { city: "Prague" }))).toBe("Sun in Prague.");
    expect(await storedId(connection)).toMatch(/\w/u);
    await connection.close();
  }
});

test("a mind, a layered memory and one on a file are memories like others", async () => {
  const { memory, clock } = testMemory();
  const shared = memory.scope("shared");
  await shared.remember("Everybody at the office drinks coffee at ten.");
  const mind = createMind({
    memory: memory.scope("mind"),
    automatic: false,
    clock: () => clock.now,
  });
  const file = createMemory({ store: sqliteStore({ path: ":memory:" }) });
  const memories: readonly Memory[] = [mind, layer(memory.scope("own"), shared), file];
  for (const one of memories) {
    const connection = await connect({ memory: one });
    await storedId(connection);
    const found = textOf(await connection.call("recall", { query: "green tea in the morning" }));
    expect(found).toContain(TEA);
    await connection.close();
  }
  const layered = await connect({ memory: layer(memory.scope("own"), shared) }, "old", "http");
  const found = textOf(await layered.call("recall", { query: "coffee at the office at ten" }));
  expect(found).toContain("coffee at ten");
  await layered.close();
  await file.close();
});

test("what a memory refuses is an answer with a code, and without what is inside", async () => {
  const refusing = new Proxy(testMemory().memory, {
    get(target, name) {
      if (name === "remember" || name === "rememberAll") {
        return async () => {
          throw new MemoryError("not-permitted", "writes are not granted");
        };
      }
      if (name === "recall") {
        return async () => {
          throw new MemoryError("store-unavailable", "no connection to /home/ana/secret.db", {
            retryable: true,
          });
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  const connection = await connect({ memory: refusing });
  expect(await connection.call("remember", { content: TEA })).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "not-permitted", retryable: false } },
  });
  const recalled = await connection.call("recall", { query: "tea" });
  expect(recalled).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "store-unavailable", retryable: true } },
  });
  expect(JSON.stringify(recalled)).not.toContain("/home/ana");
  await connection.close();
});

test("a memory that was closed meanwhile says so in each answer", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  const connection = await connect({ memory });
  await storedId(connection);
  await memory.close();
  for (const [tool, given] of [
    ["remember", { content: TEA }],
    ["recall", { query: "tea" }],
    ["context", {}],
  ] as const) {
    const answer = await connection.call(tool, given);
    expect({ tool, ...answer }).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "closed" } },
    });
  }
  await connection.close();
});

async function storedId({ call }: Connection): Promise<unknown> {
  const { structuredContent = {} } = await call("remember", { content: TEA });
  return (structuredContent as { readonly id?: unknown }).id;
}
