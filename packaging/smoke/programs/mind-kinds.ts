import assert from "node:assert/strict";

import { createMemory, inMemoryStore } from "@kioku/core";
import { createKinds, createVault } from "@kioku/mind/kinds";

async function main(): Promise<void> {
  const memory = createMemory({ store: inMemoryStore() });
  const vault = createVault({ keys: { first: new Uint8Array(32).fill(7) }, current: "first" });
  const kinds = createKinds({ memory, vault });
  const [door] = await kinds.insert("knowledge_vault", [
    {
      entry_type: "code",
      source: "landlord",
      sensitivity: "high",
      caption: "Code of the front door",
      secret_value: "4711#",
    },
  ]);
  assert.ok(door?.status === "stored");
  const [found] = await kinds.search({ kind: "knowledge_vault", query: "front door" });
  assert.equal(found?.item.id, door.record.id);
  assert.ok(!JSON.stringify(found).includes("4711"));
  const capability = vault.grant({ scope: [], reason: "the owner asked" });
  assert.equal(await kinds.reveal(door.record.id, capability), "4711#");
  await memory.close();
}

void main();
