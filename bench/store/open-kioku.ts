import { createMemory } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import type { Place } from "../places/place.ts";
import type { BenchData } from "./data/bench-data.ts";
import { givenEmbedder } from "./data/given-embedder.ts";
import type { GivenEmbedder } from "./data/given-embedder.ts";
import { instantOf } from "./data/record-id.ts";

const LAST = 2_000_000;

/** One memory, and what it is made of. */
export interface Kioku {
  readonly store: CompleteStore;
  readonly memory: MemoryRoot;
  readonly embedder: GivenEmbedder;
}

/** Scopes of all records. */
export const SCOPES = { large: ["all"], small: ["small"], written: ["written"] } as const;
/** Records of the small scope. */
export const SMALL_COUNT = 100;

/**
 * Opens a memory on a place. Time stands still after the last record, so that the same question
 * always has the same answer.
 */
export async function openKioku(
  place: Place,
  data: BenchData,
  options?: { readonly exact?: boolean },
): Promise<Kioku> {
  const store = place.createStore(options);
  const embedder = givenEmbedder(data.space);
  const memory = createMemory({ store, embedder, clock: () => instantOf(LAST) });
  await store.open();
  return { store, memory, embedder };
}
