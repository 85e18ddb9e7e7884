import { join } from "node:path";

import { loadPeerModule } from "./load-peer-module.ts";
import type { Peer, PeerOptions } from "./peer.ts";

interface Mem0 {
  readonly MemoryVectorStore: new (config: {
    readonly dimension: number;
    readonly dbPath: string;
  }) => {
    insert(
      vectors: readonly number[][],
      ids: readonly string[],
      payloads: readonly object[],
    ): Promise<void>;
    search(vector: readonly number[], limit: number): Promise<readonly { readonly id: string }[]>;
  };
}

/**
 * The store that mem0ai comes with: vectors in SQLite, all read and compared in JavaScript for
 * every question.
 */
export async function openMem0({ folder, dimensions }: PeerOptions): Promise<Peer> {
  const { MemoryVectorStore } = loadPeerModule("mem0ai/oss") as Mem0;
  const store = new MemoryVectorStore({ dimension: dimensions, dbPath: join(folder, "mem0.db") });
  return {
    add: ({ first, vectors, texts }) =>
      store.insert(
        vectors.map((vector) => Array.from(vector)),
        texts.map((_, place) => String(first + place)),
        texts.map((data) => ({ data })),
      ),
    async search(vector, limit) {
      const found = await store.search(Array.from(vector), limit);
      return found.map(({ id }) => Number(id));
    },
  };
}
