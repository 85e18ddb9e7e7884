import { loadPeerModule } from "./load-peer-module.ts";
import type { OpenPeer } from "./peer.ts";

interface Row {
  readonly id: number;
  readonly vector: readonly number[];
}

interface LanceQuery {
  distanceType(type: "cosine"): LanceQuery;
  limit(limit: number): LanceQuery;
  select(columns: readonly string[]): LanceQuery;
  toArray(): Promise<readonly { readonly id: number | bigint }[]>;
}

interface LanceTable {
  add(rows: readonly Row[]): Promise<unknown>;
  createIndex(column: string, options: { readonly config: object }): Promise<void>;
  query(): { nearestTo(vector: Float32Array): LanceQuery };
  close(): void;
}

interface LanceDb {
  connect(folder: string): Promise<{
    createTable(name: string, rows: readonly Row[]): Promise<LanceTable>;
  }>;
  readonly Index: { hnswSq(options: { readonly distanceType: "cosine" }): object };
}

/** LanceDB without an index: every vector is compared. */
export const openLanceFlat: OpenPeer = (options) => openLance(options.folder, false);

/** LanceDB with its index IVF_HNSW_SQ, everything else as it comes. */
export const openLanceIndexed: OpenPeer = (options) => openLance(options.folder, true);

async function openLance(folder: string, isIndexed: boolean): ReturnType<OpenPeer> {
  const lance = loadPeerModule("@lancedb/lancedb") as LanceDb;
  const database = await lance.connect(`${folder}/lance`);
  let table: LanceTable | undefined;
  return {
    async add({ first, vectors }) {
      const rows = vectors.map((vector, place) => ({
        id: first + place,
        vector: Array.from(vector),
      }));
      if (table) await table.add(rows);
      else table = await database.createTable("peer", rows);
    },
    async finish() {
      if (!isIndexed) return;
      await table?.createIndex("vector", {
        config: lance.Index.hnswSq({ distanceType: "cosine" }),
      });
    },
    async search(vector, limit) {
      if (!table) return [];
      const query = table.query().nearestTo(vector).distanceType("cosine");
      const rows = await query.limit(limit).select(["id"]).toArray();
      return rows.map(({ id }) => Number(id));
    },
    close: () => table?.close(),
  };
}
