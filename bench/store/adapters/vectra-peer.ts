import { join } from "node:path";

import { loadPeerModule } from "./load-peer-module.ts";
import type { Peer, PeerOptions } from "./peer.ts";

interface Item {
  readonly id: string;
  readonly vector: readonly number[];
  readonly metadata: { readonly text: string };
}

interface Vectra {
  readonly LocalIndex: new (folder: string) => {
    createIndex(): Promise<void>;
    beginUpdate(): Promise<void>;
    insertItem(item: Item): Promise<unknown>;
    endUpdate(): Promise<void>;
    queryItems(
      vector: readonly number[],
      query: string,
      limit: number,
    ): Promise<readonly { readonly item: Item }[]>;
  };
}

/**
 * Vectra's LocalIndex: one file of JSON, all compared in JavaScript. Written once, at the end. Its
 * keywords read every text again for each question, so that only vectors are asked.
 */
export async function openVectra({ folder }: PeerOptions): Promise<Peer> {
  const { LocalIndex } = loadPeerModule("vectra") as Vectra;
  const index = new LocalIndex(join(folder, "vectra"));
  await index.createIndex();
  await index.beginUpdate();
  return {
    async add({ first, vectors, texts }) {
      for (const [place, vector] of vectors.entries()) {
        const metadata = { text: texts[place] ?? "" };
        await index.insertItem({
          id: String(first + place),
          vector: Array.from(vector),
          metadata,
        });
      }
    },
    finish: () => index.endUpdate(),
    async search(vector, limit) {
      const found = await index.queryItems(Array.from(vector), "", limit);
      return found.map(({ item }) => Number(item.id));
    },
  };
}
