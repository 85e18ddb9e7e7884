import { loadPeerModule } from "./load-peer-module.ts";
import type { Peer, PeerOptions } from "./peer.ts";

interface Usearch {
  readonly Index: new (options: Readonly<Record<string, string | number | boolean>>) => {
    add(keys: BigUint64Array, vectors: Float32Array, threads: number): void;
    search(vector: Float32Array, limit: number, threads: number): { readonly keys: BigUint64Array };
  };
}

const EXPANSION_SEARCH = 256;

/**
 * usearch: an HNSW graph of float32 vectors; built on all cores, asked on one. `expansion_search`
 * 256 for recall.
 */
export async function openUsearch({ dimensions }: PeerOptions): Promise<Peer> {
  const { Index } = loadPeerModule("usearch") as Usearch;
  const index = new Index({
    dimensions,
    metric: "cos",
    quantization: "f32",
    connectivity: 16,
    expansion_add: 128,
    expansion_search: EXPANSION_SEARCH,
    multi: false,
  });
  return {
    add({ first, vectors }) {
      const keys = BigUint64Array.from(vectors, (_, place) => BigInt(first + place));
      const matrix = new Float32Array(vectors.length * dimensions);
      for (const [place, vector] of vectors.entries()) matrix.set(vector, place * dimensions);
      index.add(keys, matrix, 0);
    },
    search: (vector, limit) => Array.from(index.search(vector, limit, 1).keys, Number),
  };
}
