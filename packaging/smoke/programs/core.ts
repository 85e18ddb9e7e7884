import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore() });
  const ann = memory.scope("users", "ann");
  const { status } = await ann.remember("The invoice is due on Friday");
  assert.equal(status, "stored");

  const [hit] = await ann.recall("When is the invoice due?");
  assert.equal(hit?.content, "The invoice is due on Friday");
  const { text } = await ann.context("When is the invoice due?", { budget: 300 });
  assert.match(text, /due on Friday/u);
  await memory.close();
}

void main();
