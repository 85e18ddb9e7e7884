import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import type { Embedder, MemoryRoot } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

import { letterEmbedder } from "./letter-embedder.ts";

const folder = await mkdtemp(join(tmpdir(), "kioku-"));

/** Opens the one file, as another release of a program would. */
function open(...embedder: readonly Embedder[]): MemoryRoot {
  return createMemory({ store: sqliteStore({ path: join(folder, "agent.db") }), embedder });
}

async function show(title: string, memory: MemoryRoot): Promise<void> {
  console.log(title);
  for (const { id, state, missing } of await memory.spaces()) {
    console.log(`  ${id.padEnd(28)} ${state.padEnd(8)} ${missing} missing`);
  }
  const [hit] = await memory.recall({ query: "谁养了一只猫？", mode: "semantic" });
  console.log(`  谁养了一只猫？ ${hit?.content ?? "nothing"}`);
}

const before = open(letterEmbedder());
await before.rememberAll([
  "Ann has a kitten called Pixel",
  "The bakery opens at six",
  "Ben plays the piano on Sundays",
  "Eva moved to Lisbon in May",
]);
await show("the old model", before);
await before.close();

const memory = open(localEmbedder(), letterEmbedder());
await memory.remember("Tom repairs bicycles");
await show("both models, while the new space is being filled", memory);
await memory.reindex({ onProgress: (done, total) => console.log(`embedded ${done} of ${total}`) });
await show("after reindex", memory);
await memory.close();

const back = open(letterEmbedder(), localEmbedder());
await back.reindex();
await show("gone back", back);
await back.close();

const again = open(localEmbedder(), letterEmbedder());
await again.reindex();
console.log(`dropped ${await again.dropSpace("letters@64")} vectors`);
await again.close();

const after = open(localEmbedder());
await show("the new model", after);
await after.close();
await rm(folder, { recursive: true });
