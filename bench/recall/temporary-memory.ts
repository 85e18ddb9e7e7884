import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { MemoryRoot } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";

import { openMemory } from "./recall-settings.ts";

/**
 * Does work with a memory on a SQLite file that is removed after, with the local embedder and all
 * else by default.
 */
export async function withTemporaryMemory<Result>(
  work: (memory: MemoryRoot) => Promise<Result>,
  clock: () => Date = () => new Date(),
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), "kioku-bench-"));
  const store = sqliteStore({ path: join(directory, "memory.db") });
  const memory = openMemory({ store, clock }, {});
  try {
    return await work(memory);
  } finally {
    await memory.close();
    await rm(directory, { recursive: true, force: true });
  }
}
