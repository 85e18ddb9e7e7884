import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { fuse, orContinue, rememberTurn } from "@kioku/core/adapters";

async function main(): Promise<void> {
  assert.ok(fuse({ meaning: 0.9 }, 0.5).relevance > fuse({ meaning: 0.1 }, 0.5).relevance);

  assert.equal(typeof rememberTurn, "function");
  const memory = createMemory({ store: inMemoryStore() });
  const warnings: string[] = [];
  const logger = { warn: (text: string) => void warnings.push(text), error: () => undefined };
  const rules = { onError: "continue", logger, signal: undefined } as const;
  await memory.close();
  assert.equal(await orContinue("a recall", rules, async () => memory.recall("tea")), undefined);
  assert.equal(warnings.length, 1);
}

void main();
