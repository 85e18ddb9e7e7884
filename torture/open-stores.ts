import { join } from "node:path";

import { inMemoryStore } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import type { CreateStore } from "@kioku/testing";

/** Makes stores of one kind, each new, with their files in a directory. */
export type OpenStores = (directory: string) => CreateStore;

/** A kind of stores, by the name that the command takes. */
export type StoreKind = "memory" | "sqlite" | "postgres";

/** Factories of stores of each kind. */
export const STORES: Readonly<Record<StoreKind, OpenStores>> = {
  memory: () => () => inMemoryStore(),
  sqlite: (directory) => {
    let made = 0;
    return () => {
      made += 1;
      return sqliteStore({ path: join(directory, `${made}.db`) });
    };
  },
  postgres: () => () => {
    throw new Error("a harness on PostgreSQL makes the stores of its own server");
  },
};
