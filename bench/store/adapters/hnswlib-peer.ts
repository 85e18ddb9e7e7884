import { loadPeerModule } from "./load-peer-module.ts";
import type { Peer, PeerOptions } from "./peer.ts";

interface Hnswlib {
  readonly HierarchicalNSW: new (
    space: "cosine",
    dimensions: number,
  ) => {
    initIndex(options: Readonly<Record<string, number>>): void;
    setEf(ef: number): void;
    addPoint(vector: readonly number[], label: number): void;
    searchKnn(vector: readonly number[], limit: number): { readonly neighbors: readonly number[] };
  };
}

const EF = 256;

/** hnswlib-node: an HNSW graph, one core; `ef` 256 for recall. */
export async function openHnswlib({ dimensions, count }: PeerOptions): Promise<Peer> {
  const { HierarchicalNSW } = loadPeerModule("hnswlib-node") as Hnswlib;
  const index = new HierarchicalNSW("cosine", dimensions);
  index.initIndex({ maxElements: count, m: 16, efConstruction: 200, randomSeed: 1 });
  index.setEf(EF);
  return {
    add({ first, vectors }) {
      for (const [place, vector] of vectors.entries()) {
        index.addPoint(Array.from(vector), first + place);
      }
    },
    search: (vector, limit) => index.searchKnn(Array.from(vector), limit).neighbors,
  };
}
