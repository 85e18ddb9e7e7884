import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { redaction } from "@kioku/plugins";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore(), plugins: [redaction()] });
  await memory.remember("My card is 4111 1111 1111 1111, keep it");
  const { items } = await memory.list();
  assert.doesNotMatch(items[0]?.content ?? "4111", /4111/u);
  assert.equal(memory.redaction.report().inputs, 1);
  await memory.close();
}

void main();
