import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, MemoryOptions, MemoryRoot } from "@kioku/core";
import type { CompleteStore, AnyPlugin } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";
import { onTestFinished } from "vitest";

/** A store by the name that tests show. */
interface NamedStore {
  readonly name: string;
  readonly create: () => CompleteStore;
}

/** The stores that every test of documents runs on. */
export const STORES: readonly NamedStore[] = [
  { name: "in memory", create: () => inMemoryStore() },
  { name: "SQLite", create: () => sqliteStore({ path: ":memory:" }) },
];

/** A memory of documents, closed when the test has ended. */
export function openMemory(
  store: CompleteStore,
  options: Partial<Omit<MemoryOptions, "store" | "plugins">> & {
    readonly plugins?: readonly AnyPlugin[];
  } = {},
): MemoryRoot {
  const memory = createMemory({ embedder: drinks(), ...options, store });
  onTestFinished(() => memory.close());
  return memory;
}

const DRINKS: Readonly<Record<string, readonly number[]>> = {
  tea: [1, 0, 0],
  "green tea": [0.8, 0.6, 0],
  "black tea": [0.8, 0, 0.6],
  coffee: [0, 1, 0],
  milk: [0, 0, 1],
  ice: [-1, 0, 0],
};

/**
 * Knows some drinks: tea and green tea have a cosine of 0.8, tea and coffee of 0, tea and ice of
 * -1. Fails at "poison".
 */
export function drinks(id = "test/drinks@3"): Embedder {
  return {
    id,
    dimensions: 3,
    profile: { unrelated: 0, related: 0.6 },
    async embed(texts) {
      if (texts.includes("poison")) throw new Error("down");
      return { vectors: texts.map((text) => Float32Array.from(DRINKS[text] ?? [0.1, 0.1, -1])) };
    },
  };
}
