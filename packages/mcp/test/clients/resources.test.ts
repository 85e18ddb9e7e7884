import type { Memory } from "@kioku/core";
import { createMind } from "@kioku/mind";
import { testMemory } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { connect, type Connection, pairsBySize } from "./connect.js";
import { wireFaults } from "./wire-rules.js";

const TEA = "Ana Kral likes green tea in the morning.";
const LINES = pairsBySize([
  ["2026-07-28", "stdio"],
  ["2025-06-18", "stdio"],
  ["old", "http"],
]);

/** Arguments of each prompt, and a part of its text. */
const PROMPTS: Readonly<Record<string, readonly [given: Record<string, string>, says: string]>> = {
  start: [{}, TEA],
  about: [{ topic: "green tea" }, TEA],
  "remember-this": [{}, "Store with remember"],
};

describe.each(LINES)("the client %s over %s", (name, transport) => {
  test("reads every resource, and what completes its template", async () => {
    const { memory } = testMemory();
    const id = await storeTea(memory);
    const connection = await connect({ memory, tools: ["default", "graph"] }, name, transport);
    const { client } = connection;
    const { resources } = await client.listResources();
    const fixed = ["profile", "recent", "stats"].map((one) => `kioku://${one}`);
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toEqual([...fixed, "memory://knowledge-graph", `kioku://memory/${id}`]);
    expect((await client.listResources()).resources).toEqual(resources);
    for (const { uri, mimeType } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([{ uri, mimeType }]);
      expect(textIn(contents)).not.toBe("");
    }
    expect(textIn((await client.readResource({ uri: "kioku://recent" })).contents)).toContain(TEA);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "kioku://memory/{id}",
    ]);
    const completed = await client.complete({
      ref: { type: "ref/resource", uri: "kioku://memory/{id}" },
      argument: { name: "id", value: id.slice(0, 5) },
    });
    expect(completed.completion.values).toEqual([id]);
    expect(wireFaults(connection)).toEqual([]);
    await connection.close();
  });

  test("gets every prompt", async () => {
    const { memory } = testMemory();
    await memory.remember(TEA);
    const connection = await connect({ memory }, name, transport);
    const { client } = connection;
    const { prompts } = await client.listPrompts();
    expect(prompts.map((one) => one.name)).toEqual(Object.keys(PROMPTS));
    for (const [prompt, [given, says]] of Object.entries(PROMPTS)) {
      const { messages } = await client.getPrompt({ name: prompt, arguments: given });
      const text = expect.stringContaining(says) as string;
      expect(messages).toMatchObject([{ role: "user", content: { type: "text", text } }]);
    }
    const failed = await client.getPrompt({ name: "about" }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: -32_602 });
    expect(wireFaults(connection)).toEqual([]);
    await connection.close();
  });
});

test.each(["2026-07-28", "old"] as const)(
  "the client %s is told of changes that it subscribed to, and of no others",
  async (name) => {
    const { memory } = testMemory();
    const id = await storeTea(memory);
    const uri = `kioku://memory/${id}`;
    const connection = await connect({ memory }, name);
    const { client, passed, call } = connection;
    if (name === "old") await client.subscribeResource({ uri });
    else await client.listen({ resourceSubscriptions: [uri] });
    await call("remember", { content: "Rex is a dog." });
    await memory.update(id, { importance: 0.9 });
    await call("forget", { id });
    await expect.poll(() => updatesIn(passed)).toContain(uri);
    expect(new Set(updatesIn(passed))).toEqual(new Set([uri]));
    expect(wireFaults(connection)).toEqual([]);
    await connection.close();
  },
);

test("a server over HTTP tells of no notifications, which it could not send", async () => {
  for (const name of ["2026-07-28", "old"] as const) {
    const { client, close } = await connect({ memory: testMemory().memory }, name, "http");
    expect(JSON.stringify(client.getServerCapabilities())).not.toContain("true");
    await close();
  }
});

test("a fact that a read profile has is trusted as before, other than the words of strangers", async () => {
  const { memory, clock } = testMemory();
  const mind = createMind({ memory, automatic: false, clock: () => clock.now });
  const talk = mind.session("chat");
  await talk.hear({ content: "I love hiking in the Alps every summer.", speaker: "Ana" });
  await mind.consolidate();
  const { client, call, close } = await connect({ memory: mind });
  const { contents } = await client.readResource({ uri: "kioku://profile" });
  expect(textIn(contents)).toContain("hiking in the Alps");
  const content = "Ana loves hiking in the Alps every summer.";
  const { structuredContent } = await call("remember", { content });
  expect(structuredContent).toMatchObject({ status: "stored", trust: 0.8 });
  await memory.remember({ content: "The bank moved to Utopia.", origin: "web", trust: 0.3 });
  await client.readResource({ uri: "kioku://recent" });
  const strange = await call("remember", { content: "Ana's bank moved to Utopia." });
  expect(strange.structuredContent).toMatchObject({ status: "stored", trust: 0.3 });
  await close();
});

async function storeTea(memory: Memory): Promise<string> {
  await memory.remember(TEA);
  const { items } = await memory.list({ limit: 1 });
  return items[0]?.id ?? "";
}

type Contents = Awaited<ReturnType<Connection["client"]["readResource"]>>["contents"];

function textIn(contents: Contents): string {
  return contents.map((one) => ("text" in one ? one.text : "")).join("\n");
}

function updatesIn(passed: Connection["passed"]): readonly unknown[] {
  return passed.flatMap(({ message: { method, params } }) =>
    method === "notifications/resources/updated" ? [(params as { uri: unknown }).uri] : [],
  );
}
