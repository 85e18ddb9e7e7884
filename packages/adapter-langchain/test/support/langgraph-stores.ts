import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, MemoryOptions, MemoryRoot } from "@kioku/core";
import type { AnyPlugin } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";

import { MemoryBaseStore } from "../../src/langgraph/memory-base-store.js";
import type { MemoryBaseStoreOptions } from "../../src/langgraph/store-options.js";
import { DirectionEmbeddings } from "./direction-embeddings.js";

/** Parts of a test of the store. */
export interface StoreWorld {
  readonly memory: MemoryRoot;
  readonly store: MemoryBaseStore;
  /** The time of memory and store; stands still until told otherwise. */
  readonly clock: { now: Date };
}

/** Options of a world. */
export type WorldOptions = Omit<Partial<MemoryBaseStoreOptions>, "memory"> & {
  readonly engine?: "memory" | "sqlite";
  readonly plugins?: readonly AnyPlugin[];
  readonly embedder?: Embedder;
};

/** A store on a memory of its own, both by one clock. */
export function storeWorld(options: WorldOptions = {}): StoreWorld {
  const { engine = "memory", plugins = [], embedder, ...own } = options;
  const clock = { now: new Date("2026-03-01T12:00:00Z") };
  const store = engine === "sqlite" ? sqliteStore({ path: ":memory:" }) : inMemoryStore();
  const about: MemoryOptions = { store, plugins, embedder, clock: () => clock.now };
  const memory: MemoryRoot = createMemory(about);
  return {
    memory,
    store: new MemoryBaseStore({ memory, clock: () => clock.now, ...own }),
    clock,
  };
}

/** A store that ranks by cosine, and the embeddings that it asks. */
export function cosineWorld(
  fields: string[] = ["text"],
  options: WorldOptions = {},
): StoreWorld & { readonly embeddings: DirectionEmbeddings } {
  const embeddings = new DirectionEmbeddings();
  return { ...storeWorld({ index: { dims: 2, embeddings, fields }, ...options }), embeddings };
}

/** Keys of items with their scores, in order. */
export function scoresOf(
  items: readonly { readonly key: string; readonly score?: number }[],
): readonly (readonly [string, number | undefined])[] {
  return items.map(({ key, score }) => [key, score] as const);
}

/** Keys of items, in order. */
export function keysOf(items: readonly { readonly key: string }[]): readonly string[] {
  return items.map(({ key }) => key);
}
