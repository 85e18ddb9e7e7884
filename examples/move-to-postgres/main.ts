import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { createMemory, toJsonLines } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { postgresStore } from "@kioku/store-postgres";
import { sqliteStore } from "@kioku/store-sqlite";

const folder = await mkdtemp(join(tmpdir(), "kioku-"));

// What an agent has had so far: a file, with an entry that has changed once.
const file = createMemory({
  store: sqliteStore({ path: join(folder, "agent.db") }),
  embedder: localEmbedder(),
});
const ann = file.scope("users", "ann");
await ann.rememberAll(["Ann keeps bees behind the house", "我每天早上六点去公园跑步"]);
await ann.set("theme", "light");
await ann.set("theme", "dark");
await file.scope("users", "bob").remember("Bob sails on Sundays");

// PostgreSQL in this process, so that the example needs no server. With one:
// postgresStore({ connectionString: "postgres://user:password@host/database" })
const database = new PGlite({ extensions: { vector } });
const store = postgresStore({ client: database });
const server = createMemory({ store, embedder: localEmbedder() });

// Everything, with history and vectors, a page at a time; nothing is embedded again.
const report = await server.import(file.export({ vectors: true }));
console.log(`moved: ${report.written} records, ${report.queued} without vector`);

// Both must say the same, byte for byte.
console.log(`same: ${(await digest(file)) === (await digest(server))}`);

// Indexes for large scopes and fresh statistics; again after every bulk load, and now and then.
await store.maintain();

for (const question of ["Which animals does Ann keep?", "Where do I run in the morning?"]) {
  const [before] = await ann.recall(question);
  const [after] = await server.scope("users", "ann").recall(question);
  console.log(`${after?.content} (${before?.id === after?.id ? "as before" : "not as before"})`);
}

await file.close();
await server.close();
await database.close();
await rm(folder, { recursive: true });

async function digest(memory: MemoryRoot): Promise<string> {
  const hash = createHash("sha256");
  for await (const line of toJsonLines(memory.export({ vectors: true }))) hash.update(line);
  return hash.digest("hex");
}
