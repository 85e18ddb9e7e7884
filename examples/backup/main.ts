import { copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory, MemoryError } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

const folder = await mkdtemp(join(tmpdir(), "kioku-"));
const file = join(folder, "agent.db");
const backup = join(folder, "backup.db");

const store = sqliteStore({ path: file });
const memory = createMemory({ store, embedder: localEmbedder() });
await memory.remember("Ann keeps bees behind the house");
await memory.remember("The hives were painted blue in March");

// The copy is of one moment, although the memory goes on writing.
const [{ records }] = await Promise.all([
  store.backup(backup),
  memory.remember("A swarm moved into the chimney"),
]);
console.log(`backed up: ${records >= 2 ? "at least two records" : "too few"}`);

// It never takes the place of something by accident.
const refused = await store.backup(backup).catch((error: unknown) => error);
console.log(`again: ${MemoryError.is(refused) ? refused.code : "no error"}`);
await store.backup(backup, { overwrite: true });

// Is all of it sound, and how much is there?
console.log(`sound: ${(await store.integrityCheck()).ok}`);
const stats = await store.stats();
console.log(`${stats.records} records, ${stats.spaces[0]?.vectors} vectors`);
await memory.close();

// The disk loses the file. A backup is a database: put it in the place of the closed file.
await writeFile(file, "noise".repeat(5_000));
const broken = await sqliteStore({ path: file })
  .open()
  .catch((error: unknown) => error);
console.log(`damaged: ${MemoryError.is(broken) ? broken.code : "no error"}`);
for (const suffix of ["-wal", "-shm"]) await rm(`${file}${suffix}`, { force: true });
await copyFile(backup, file);

const restored = createMemory({ store: sqliteStore({ path: file }), embedder: localEmbedder() });
const [found] = await restored.recall("Which animals does Ann have?");
console.log(`restored: ${found?.content}`);
await restored.close();

console.log(`files: ${(await readdir(folder)).join(", ")}`);
await rm(folder, { recursive: true });
