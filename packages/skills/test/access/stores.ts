import { createMemory, inMemoryStore } from "@kioku/core";
import type { MemoryOptions, MemoryRoot } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";
import { onTestFinished } from "vitest";

/** The stores that tests of access run on. */
export const STORES: Readonly<Record<string, () => CompleteStore>> = {
  "in memory": () => inMemoryStore(),
  SQLite: () => sqliteStore({ path: ":memory:" }),
};

/** A memory that is closed when the test ends. */
export function openMemory(
  store: CompleteStore = inMemoryStore(),
  options: Omit<MemoryOptions, "store"> = {},
): MemoryRoot {
  const memory = createMemory({ store, ...options });
  onTestFinished(() => memory.close());
  return memory;
}
