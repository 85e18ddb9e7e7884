import assert from "node:assert/strict";

import { withMemory } from "@kioku/adapter-vercel-ai";
import { createMemory, inMemoryStore } from "@kioku/core";
import { generateText } from "ai";
import { MockLanguageModelV3 } from "ai/test";

const tokens = {
  total: undefined,
  noCache: undefined,
  cacheRead: undefined,
  cacheWrite: undefined,
  text: undefined,
  reasoning: undefined,
};
const answer = {
  content: [{ type: "text", text: "Take the curry." }],
  finishReason: { unified: "stop", raw: undefined },
  usage: { inputTokens: tokens, outputTokens: tokens },
  warnings: [],
} satisfies Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore() });
  await memory.remember("Ann is allergic to peanuts");
  const inner = new MockLanguageModelV3({ doGenerate: [answer] });
  const model = withMemory(inner, memory, { capture: "turn", thread: "lunch" });
  const { text } = await generateText({ model, prompt: "Is Ann allergic to anything?" });
  assert.equal(text, "Take the curry.");
  assert.match(JSON.stringify(inner.doGenerateCalls[0]?.prompt), /allergic to peanuts/u);
  assert.ok((await memory.list({ filter: { "@thread": "lunch" } })).items.length > 0);
  await memory.close();
}

void main();
