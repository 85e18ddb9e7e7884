import assert from "node:assert/strict";

import { createMemory, inMemoryStore, layer } from "@kioku/core";
import { escapeText, fuse, layersOf, memoryIdentity, replaceTop } from "@kioku/core/toolkit";
import { continueOnError } from "@kioku/tools";

async function main(): Promise<void> {
  assert.ok(fuse({ meaning: 0.9 }, 0.5).relevance > fuse({ meaning: 0.1 }, 0.5).relevance);
  const best = Float64Array.of(0.2, 0.5);
  replaceTop(best, 0.9);
  assert.deepEqual([...best], [0.5, 0.9]);
  assert.equal(escapeText("<memory>"), "&lt;memory&gt;");

  const memory = createMemory({ store: inMemoryStore() });
  const ann = memory.scope("ann");
  // Two entry points of one package share one copy of what they have in common.
  assert.ok(memoryIdentity(ann) !== undefined);
  assert.equal(layersOf(layer(ann, memory.scope("shared"))).length, 2);

  const warnings: string[] = [];
  const logger = { warn: (text: string) => void warnings.push(text), error: () => undefined };
  const rules = { onError: "continue", logger, signal: undefined } as const;
  await memory.close();
  assert.equal(
    await continueOnError("a recall", rules, async () => memory.recall("tea")),
    undefined,
  );
  assert.equal(warnings.length, 1);
}

void main();
