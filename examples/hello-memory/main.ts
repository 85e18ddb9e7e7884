import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

const folder = await mkdtemp(join(tmpdir(), "kioku-"));
const store = sqliteStore({ path: join(folder, "agent.db") });
const memory = createMemory({ store, embedder: localEmbedder() });

await memory.remember("The user prefers dark mode in every editor");
await memory.remember("我每天早上六点去公园跑步");
for (const question of ["用户喜欢什么主题？", "Where do I run in the morning?"]) {
  const [best] = await memory.recall(question);
  console.log(`> ${question}\n  ${best?.content}`);
}

await memory.set("favouriteTheme", "dark");
console.log("favouriteTheme:", await memory.get("favouriteTheme"));

await memory.close();
await rm(folder, { recursive: true });
