import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { actrScoring } from "@kioku/plugins/scorings";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore(), scoring: actrScoring() });
  await memory.remember("The invoice is due on Friday");
  const [hit] = await memory.recall("When is the invoice due?");
  assert.equal(hit?.content, "The invoice is due on Friday");
  await memory.close();
}

void main();
