import { join } from "node:path";

import { asEmbeddings } from "../counted-embedder.ts";
import { loadSystem } from "../load-system.ts";
import { LIMIT, textOf } from "../system.ts";
import type { MemorySystem, SystemOptions } from "../system.ts";

interface Found {
  readonly results: readonly { readonly metadata?: { readonly id: string } }[];
}

interface Filters {
  readonly filters: { readonly user_id: string };
  readonly topK: number;
  readonly threshold?: number;
}

interface Mem0 {
  readonly Memory: new (config: object) => {
    add(messages: readonly object[], options: object): Promise<unknown>;
    search(query: string, options: Filters): Promise<Found>;
    getAll(options: Filters): Promise<Found>;
  };
}

/** Opens the library of mem0 with its own store on a SQLite file, and no language model. */
export async function openMem0({ folder, embedder }: SystemOptions): Promise<MemorySystem> {
  const { Memory } = loadSystem("mem0ai/oss") as Mem0;
  const memory = new Memory({
    embedder: {
      provider: "langchain",
      config: { model: asEmbeddings(embedder), embeddingDims: embedder.dimensions },
    },
    vectorStore: {
      provider: "memory",
      config: { dimension: embedder.dimensions, dbPath: join(folder, "vectors.db") },
    },
    // Never asked, since `infer` is false; it has to be there.
    llm: { provider: "openai", config: { apiKey: "none", baseURL: "http://127.0.0.1:9" } },
    historyStore: { provider: "sqlite", config: { historyDbPath: join(folder, "history.db") } },
  });
  const add: MemorySystem["add"] = (user, record) =>
    memory.add([{ role: "user", content: textOf(record) }], {
      userId: user,
      infer: false,
      metadata: { id: record.id },
    });
  return {
    async fill(user, records) {
      for (const record of records) await add(user, record);
    },
    add,
    search: async (user, question) =>
      idsOf(
        await memory.search(question, { filters: { user_id: user }, topK: LIMIT, threshold: 0 }),
      ),
    kept: async (user) => idsOf(await memory.getAll({ filters: { user_id: user }, topK: 100_000 })),
    close: () => undefined,
  };
}

function idsOf({ results }: Found): readonly string[] {
  return results.map(({ metadata }) => metadata?.id ?? "");
}
