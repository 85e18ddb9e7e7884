import { createMemory } from "@kioku/core";
import type { MemoryRoot, MemoryStore } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";

import type { BenchData } from "./data/bench-data.ts";
import { givenEmbedder } from "./data/given-embedder.ts";
import type { GivenEmbedder } from "./data/given-embedder.ts";
import { instantOf } from "./data/record-id.ts";

/** The option of the store that bounds its mirrors; with 0 of it every answer comes from SQL. */
const MIRROR_OPTION = "mirrorBytes";
/** Enough for the mirror of a million records. */
const MIRROR_BYTES = 2 ** 31;
const LAST = 2_000_000;

/** One memory on SQLite, and what it is made of. */
export interface Kioku {
  readonly store: MemoryStore;
  readonly memory: MemoryRoot;
  readonly embedder: GivenEmbedder;
}

/** Where all records are. */
export const SCOPES = { large: ["all"], small: ["small"], written: ["written"] } as const;
/** How many records the small scope has. */
export const SMALL_COUNT = 100;

/** Opens a file. Time stands still after the last record, so that the same question always has the same answer. */
export async function openKioku(
  path: string,
  data: BenchData,
  { exact = false }: { readonly exact?: boolean } = {},
): Promise<Kioku> {
  const store = sqliteStore({ path, [MIRROR_OPTION]: exact ? 0 : MIRROR_BYTES });
  const embedder = givenEmbedder(data.space);
  const memory = createMemory({ store, embedder, clock: () => instantOf(LAST) });
  await store.open();
  return { store, memory, embedder };
}
