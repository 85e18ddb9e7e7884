import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import type { MemoryRoot, RememberInput } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";

import { seededEmbedder } from "./transfer/seeded-embedder.ts";

const BATCH = 1_000;

/** Content of a memory, and the progress callback. */
export interface SampleMemory {
  readonly inputs: readonly (string | RememberInput)[];
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/**
 * Does work with a SQLite file that is filled before and removed after, and an embedder that takes
 * next to nothing.
 */
export async function withSampleMemory<Result>(
  { inputs, onProgress }: SampleMemory,
  work: (memory: MemoryRoot) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-bench-"));
  const store = sqliteStore({ path: join(folder, "memory.db") });
  const memory = createMemory({ store, embedder: seededEmbedder() });
  try {
    for (let start = 0; start < inputs.length; start += BATCH) {
      onProgress("fill", start, inputs.length);
      await memory.rememberAll(inputs.slice(start, start + BATCH));
    }
    return await work(memory);
  } finally {
    await memory.close();
    await rm(folder, { recursive: true, force: true });
  }
}
