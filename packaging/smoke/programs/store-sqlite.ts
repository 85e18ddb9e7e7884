import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-smoke-"));
  const path = join(folder, "agent.db");
  const first = createMemory({ store: sqliteStore({ path }), embedder: localEmbedder() });
  await first.rememberAll(["The user prefers dark mode", "我每天早上六点去公园跑步"]);
  await first.close();

  // A second process, as far as the file knows.
  const store = sqliteStore({ path });
  const memory = createMemory({ store, embedder: localEmbedder() });
  const [morning] = await memory.recall("Where do I run in the morning?");
  assert.equal(morning?.content, "我每天早上六点去公园跑步");
  // These run on a thread, whose program is a file of the package.
  assert.equal((await store.backup(join(folder, "backup.db"))).records, 2);
  assert.equal((await store.integrityCheck()).ok, true);
  await memory.close();
  await rm(folder, { recursive: true });
}

void main();
