import { loadPeerModule } from "./load-peer-module.ts";
import type { OpenPeer, PeerHit } from "./peer.ts";

interface Row {
  readonly id: number;
  readonly text: string;
  readonly vector: readonly number[];
}

interface Found {
  readonly id: number | bigint;
  readonly text: string;
}

interface LanceQuery {
  distanceType(type: "cosine"): LanceQuery;
  fullTextSearch(text: string): LanceQuery;
  rerank(reranker: object): LanceQuery;
  limit(limit: number): LanceQuery;
  select(columns: readonly (keyof Row)[]): LanceQuery;
  toArray(): Promise<readonly Found[]>;
}

interface LanceTable {
  add(rows: readonly Row[]): Promise<unknown>;
  createIndex(column: string, options: { readonly config: object }): Promise<void>;
  optimize(): Promise<unknown>;
  query(): { nearestTo(vector: Float32Array): LanceQuery };
  close(): void;
}

interface LanceDb {
  connect(folder: string): Promise<{
    createTable(name: string, rows: readonly Row[]): Promise<LanceTable>;
  }>;
  readonly Index: {
    hnswSq(options: { readonly distanceType: "cosine" }): object;
    fts(): object;
  };
  readonly rerankers: { readonly RRFReranker: { create(): Promise<object> } };
}

/** LanceDB without an index: every vector is compared. */
export const openLanceFlat: OpenPeer = (options) => openLance(options.folder, false);

/** LanceDB with its index IVF_HNSW_SQ and its full text search, everything else as it comes. */
export const openLanceIndexed: OpenPeer = (options) => openLance(options.folder, true);

async function openLance(folder: string, isIndexed: boolean): ReturnType<OpenPeer> {
  const lance = loadPeerModule("@lancedb/lancedb") as LanceDb;
  const database = await lance.connect(`${folder}/lance`);
  const reranker = await lance.rerankers.RRFReranker.create();
  let table: LanceTable | undefined;
  const nearestTo = (vector: Float32Array): LanceQuery => {
    if (!table) throw new Error("there are no records");
    return table.query().nearestTo(vector).distanceType("cosine");
  };
  const peer: Awaited<ReturnType<OpenPeer>> = {
    async add({ first, vectors, texts }) {
      const rows = vectors.map((vector, place) => ({
        id: first + place,
        text: texts[place] ?? "",
        vector: Array.from(vector),
      }));
      if (table) await table.add(rows);
      else table = await database.createTable("peer", rows);
    },
    async finish() {
      await table?.optimize();
      if (!isIndexed) return;
      await table?.createIndex("vector", {
        config: lance.Index.hnswSq({ distanceType: "cosine" }),
      });
      await table?.createIndex("text", { config: lance.Index.fts() });
    },
    async search(vector, limit) {
      const rows = await nearestTo(vector).limit(limit).select(["id"]).toArray();
      return rows.map(({ id }) => Number(id));
    },
    close: () => table?.close(),
  };
  if (!isIndexed) return peer;
  return {
    ...peer,
    async hybrid({ text, vector }, limit) {
      const query = nearestTo(vector).fullTextSearch(text).rerank(reranker);
      const rows = await query.limit(limit).select(["id", "text"]).toArray();
      return rows.map((row): PeerHit => ({ index: Number(row.id), text: row.text }));
    },
  };
}
