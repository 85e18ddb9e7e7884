import { loadPeerModule } from "./load-peer-module.ts";
import type { Peer } from "./peer.ts";

interface Document {
  readonly id: number;
  readonly text: string;
}

type MiniSearch = new (options: {
  readonly fields: readonly string[];
  readonly storeFields: readonly string[];
}) => {
  addAll(documents: readonly Document[]): void;
  search(text: string): readonly Document[];
};

/** MiniSearch: words alone, in the memory of the process. */
export async function openMiniSearch(): Promise<Peer> {
  const MiniSearchClass = loadPeerModule("minisearch") as MiniSearch;
  const index = new MiniSearchClass({ fields: ["text"], storeFields: ["text"] });
  return {
    add({ first, texts }) {
      index.addAll(texts.map((text, place) => ({ id: first + place, text })));
    },
    // It has no limit.
    hybrid: ({ text }, limit) =>
      index
        .search(text)
        .slice(0, limit)
        .map((found) => ({ index: found.id, text: found.text })),
  };
}
