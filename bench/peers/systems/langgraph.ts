import { asEmbeddings } from "../counted-embedder.ts";
import { loadSystem } from "../load-system.ts";
import { LIMIT, textOf } from "../system.ts";
import type { MemorySystem, SystemOptions } from "../system.ts";

interface Item {
  readonly key: string;
}

interface Put {
  readonly namespace: readonly string[];
  readonly key: string;
  readonly value: object;
}

interface LangGraph {
  readonly InMemoryStore: new (options: object) => {
    batch(operations: readonly Put[]): Promise<unknown>;
    put(namespace: readonly string[], key: string, value: object): Promise<void>;
    search(
      namespace: readonly string[],
      options: { readonly query?: string; readonly limit: number },
    ): Promise<readonly Item[]>;
  };
}

/** Opens the store of LangGraph that needs no server, with search by meaning. */
export async function openLangGraph({ embedder }: SystemOptions): Promise<MemorySystem> {
  const { InMemoryStore } = loadSystem("@langchain/langgraph-checkpoint") as LangGraph;
  const store = new InMemoryStore({
    index: { dims: embedder.dimensions, embeddings: asEmbeddings(embedder), fields: ["text"] },
  });
  const keysOf = async (
    user: string,
    options: { readonly query?: string; readonly limit: number },
  ): Promise<readonly string[]> =>
    (await store.search(["memories", user], options)).map(({ key }) => key);
  return {
    async fill(user, records) {
      const namespace = ["memories", user];
      await store.batch(
        records.map((record) => ({ namespace, key: record.id, value: { text: textOf(record) } })),
      );
    },
    add: (user, record) => store.put(["memories", user], record.id, { text: textOf(record) }),
    search: (user, question) => keysOf(user, { query: question, limit: LIMIT }),
    kept: (user) => keysOf(user, { limit: 1_000_000 }),
    close: () => undefined,
  };
}
