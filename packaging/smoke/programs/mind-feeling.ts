import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { emotionOf, feeling } from "@kioku/mind/feeling";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore(), plugins: [feeling()] });
  const receipt = await memory.remember("I am so happy that you came!");
  assert.ok(receipt.status === "stored" && (receipt.record.emotion?.valence ?? 0) > 0);
  assert.ok((emotionOf("我很难过")?.valence ?? 0) < 0);
  await memory.close();
}

void main();
