import { loadPeerModule } from "./load-peer-module.ts";
import type { Peer } from "./peer.ts";

interface Document {
  readonly pageContent: string;
  readonly metadata: { readonly index: number };
}

interface LangChainMemory {
  readonly MemoryVectorStore: new (embeddings: object) => {
    addVectors(vectors: readonly number[][], documents: readonly Document[]): Promise<void>;
    similaritySearchVectorWithScore(
      vector: number[],
      limit: number,
    ): Promise<readonly (readonly [document: Document, score: number])[]>;
  };
}

/** LangChain's MemoryVectorStore: all in arrays of JavaScript. */
export async function openLangChain(): Promise<Peer> {
  const { MemoryVectorStore } = loadPeerModule(
    "@langchain/classic/vectorstores/memory",
  ) as LangChainMemory;
  const store = new MemoryVectorStore({});
  return {
    async add({ first, vectors, texts }) {
      const documents = texts.map((pageContent, place) => ({
        pageContent,
        metadata: { index: first + place },
      }));
      await store.addVectors(
        vectors.map((vector) => Array.from(vector)),
        documents,
      );
    },
    async search(vector, limit) {
      const found = await store.similaritySearchVectorWithScore(Array.from(vector), limit);
      return found.map(([{ metadata }]) => metadata.index);
    },
  };
}
