import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { claudeMemory } from "@kioku/tools";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore() });
  const files = claudeMemory(memory.scope("ann"));
  await files({ command: "create", path: "/memories/bees.txt", file_text: "Ann keeps bees\n" });
  assert.match(await files.view({ command: "view", path: "/memories/bees.txt" }), /keeps bees/u);
  await memory.close();
}

void main();
