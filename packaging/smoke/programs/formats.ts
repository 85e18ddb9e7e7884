import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { importMemories, mcpMemories, toPam } from "@kioku/formats";

const LINE = JSON.stringify({
  type: "entity",
  name: "Ann",
  entityType: "person",
  observations: ["Keeps bees"],
});

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore() });
  const report = await importMemories(memory, mcpMemories([`${LINE}\n`]));
  // The entity, and what is known of it.
  assert.equal(report.stored, 2);
  const document = await toPam(memory.export(), { ownerId: "ann" });
  assert.match(JSON.stringify(document), /Keeps bees/u);
  await memory.close();
}

void main();
