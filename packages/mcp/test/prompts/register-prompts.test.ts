import { testMemory } from "@kioku/testing/support";
import type { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";

import { instructionsFor } from "../../src/server/instructions.js";
import { connect } from "../support/connect.js";

async function prompt(client: Client, name: string, given?: Record<string, string>) {
  const { messages } = await client.getPrompt({ name, arguments: given });
  const content = messages[0]?.content;
  return content?.type === "text" ? content.text : "";
}

test("prompts begin a conversation, tell of a topic, and remember the conversation", async () => {
  const { memory } = testMemory();
  await memory.remember("Ana likes green tea");
  await memory.remember("The moon is far");
  const { client } = await connect({ memory });
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["start", "about", "remember-this"]);
  expect(prompts[1]?.arguments).toMatchObject([{ name: "topic", required: true }]);
  expect(await prompt(client, "start")).toMatch(/<memories [^]*Ana likes green tea/u);
  const about = await prompt(client, "about", { topic: "green tea" });
  expect(about).toMatch(/about this: green tea[^]*<memories [^]*Ana likes green tea/u);
  expect(await prompt(client, "about", { topic: "zebras" })).not.toContain("<memories");
  expect(await prompt(client, "remember-this")).toContain("Store with remember");
  await expect(client.getPrompt({ name: "about" })).rejects.toThrow(/topic/u);
});

test("a server that only reads asks no model to remember", async () => {
  const { client } = await connect({ memory: testMemory().memory, readOnly: true });
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["start", "about"]);
  expect(client.getInstructions()).toContain("Call recall");
  expect(client.getInstructions()).not.toContain("remember,");
});

test("instructions take at most 150 words", async () => {
  const all = instructionsFor(["context", "recall", "remember", "update", "forget"]);
  expect(all.split(/\s+/u).length).toBeLessThanOrEqual(150);
});
