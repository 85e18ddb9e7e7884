import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { inMemoryStore } from "@kioku/core";
import type { CreateStore } from "@kioku/core/testing";
import { sqliteStore } from "@kioku/store-sqlite";

/** Stores of one kind, each new. */
export interface TorturedStores {
  readonly create: CreateStore;
  /** Texts that no message may hold. */
  readonly hidden: readonly string[];
  /** Removes their files. */
  readonly clean: () => void;
}

/** The kinds of stores by the name that the command takes. */
export const STORES: Readonly<Record<string, () => TorturedStores>> = {
  memory: () => ({ create: () => inMemoryStore(), hidden: [], clean: () => undefined }),
  sqlite: () => {
    const directory = mkdtempSync(join(tmpdir(), "kioku-torture-"));
    let made = 0;
    return {
      create: () => {
        made += 1;
        return sqliteStore({ path: join(directory, `${made}.db`) });
      },
      hidden: [directory],
      clean: () => rmSync(directory, { recursive: true, force: true }),
    };
  },
};
