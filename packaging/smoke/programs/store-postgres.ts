import assert from "node:assert/strict";

import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { migrationSql, postgresStore } from "@kioku/store-postgres";

async function main(): Promise<void> {
  assert.match(migrationSql().join("\n"), /create table/iu);
  const client = await PGlite.create({ extensions: { vector } });
  const memory = createMemory({ store: postgresStore({ client }), embedder: localEmbedder() });
  await memory.scope("acme").rememberAll(["Ann keeps bees behind the house", "The shop is shut"]);
  const [hit] = await memory.scope("acme").recall("谁养蜜蜂？");
  assert.equal(hit?.content, "Ann keeps bees behind the house");
  await memory.close();
  await client.close();
}

void main();
