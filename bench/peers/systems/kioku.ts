import { join } from "node:path";

import { createMemory } from "@kioku/core";
import type { Memory, MemoryRecord, RememberInput } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";

import type { SetRecord } from "../../recall/recall-set.ts";
import { toInput } from "../../recall/to-input.ts";
import { LIMIT } from "../system.ts";
import type { MemorySystem, SystemOptions } from "../system.ts";

/** Opens a memory on a SQLite file, all else by default. */
export async function openKioku({ folder, embedder }: SystemOptions): Promise<MemorySystem> {
  const store = sqliteStore({ path: join(folder, "memory.db") });
  const memory = createMemory({ store, embedder: embedder.embedder });
  const of = (user: string): Memory => memory.scope("users", user);
  return {
    async fill(user, records) {
      await of(user).rememberAll(records.map(inputOf));
    },
    async add(user, record) {
      const receipt = await of(user).remember(inputOf(record));
      if (receipt.status !== "stored") throw new Error(`receipt says ${receipt.status}`);
    },
    async search(user, question) {
      const found = await of(user).recall({ query: question, limit: LIMIT, minScore: 0 });
      return found.map(idOf);
    },
    async kept(user) {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await of(user).list({ cursor, limit: 1_000 });
        ids.push(...page.items.map(idOf));
        ({ cursor } = page);
      } while (cursor !== undefined);
      return ids;
    },
    close: () => memory.close(),
  };
}

function idOf({ metadata: { id } }: Pick<MemoryRecord, "metadata">): string {
  return typeof id === "string" ? id : "";
}

function inputOf(record: SetRecord): RememberInput {
  return { ...toInput(record), metadata: { id: record.id } };
}
