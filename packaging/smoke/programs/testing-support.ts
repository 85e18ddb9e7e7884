import assert from "node:assert/strict";

import { testMemory } from "@kioku/testing/support";

async function main(): Promise<void> {
  const { memory, clock } = testMemory();
  const receipt = await memory.remember("The invoice is due on Friday");
  assert.equal(receipt.status, "stored");
  assert.deepEqual((await memory.list()).items[0]?.createdAt, clock.now);
  await memory.close();
}

void main();
