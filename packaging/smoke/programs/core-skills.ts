import assert from "node:assert/strict";

import { createMemory, inMemoryStore, layer } from "@kioku/core";
import { escapeText, identityOf, layersOf } from "@kioku/core/skills";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore() });
  const ann = memory.scope("ann");
  // Two entry points of one package share one copy of what they have in common.
  assert.ok(identityOf(ann) !== undefined);
  assert.equal(identityOf(ann), identityOf(memory.scope("shared")));
  assert.equal(layersOf(layer(ann, memory.scope("shared"))).length, 2);
  assert.equal(escapeText("<memory>"), "&lt;memory&gt;");
  await memory.close();
}

void main();
