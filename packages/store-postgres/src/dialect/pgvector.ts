import { sql } from "kysely";

import { compareVersions } from "../open/compare-versions.js";
import { localSettings } from "../sql/local-settings.js";
import type { Dialect, IndexedSpace, SearchNeeds, Settings } from "./dialect.js";
import { quantizationOf, quantized, whole } from "./quantized.js";

/**
 * Measured on 100,000 vectors of width 384: recall@10 of 0.97 to 0.99 from here on, in the time of
 * a smaller list.
 */
const FEWEST_VISITED = 200;
const MAX_EF_SEARCH = 1_000;
/** Signs alone say little about who is nearest; measured on 100,000 vectors. */
const BIT_OVERSAMPLE = 8;
/**
 * A vector found by an iterative scan costs as much as so many that are compared one by one,
 * measured. When it has come so far, for a filter that lets few through, comparing all is cheaper.
 */
const SCANNED_SHARE = 16;
const NEIGHBOURS = 16;
/** What a vector in the graph takes beside its numbers while it is built, measured. */
const NODE_BYTES = 720;

/** PostgreSQL with pgvector: HNSW over the negative inner product. */
export const pgvector: Dialect = {
  name: "pgvector",
  verified: true,
  vectorExtension: "vector",
  // Before 0.5.0 there was no HNSW. Up to 0.8.3 parallel builds could overflow a buffer, and a
  // vacuum could damage an index.
  vectorVersions: { required: "0.5.0", advised: "0.8.4" },
  vectorEncoding: "binary",
  indexExtensions: [],
  preparation: [],
  smallestIndex: 1,
  createVectorIndex: (target) => {
    const kept = quantized(target);
    if (!kept) return [];
    const { expression, operators } = kept;
    return [
      sql`
create index concurrently ${sql.id(target.index)} on ${target.table}
using hnsw (${expression(sql`embedding`)} ${operators}) with (m = ${sql.lit(NEIGHBOURS)}, ef_construction = 64)
where ${target.where}`,
    ];
  },
  indexedDistance: (query) => {
    const { expression, distance } = quantized(query) ?? whole(query);
    return sql`${expression(sql`v.embedding`)} ${distance} ${expression(query.vector)}`;
  },
  oversample: (space) => (quantizationOf(space) === "bit" ? BIT_OVERSAMPLE : 1),
  searchSettings: ({ limit, count, vectorVersion }: SearchNeeds): Settings => ({
    "hnsw.ef_search": String(Math.min(Math.max(limit, FEWEST_VISITED), MAX_EF_SEARCH)),
    ...(compareVersions(vectorVersion, "0.8.0") >= 0 && {
      "hnsw.iterative_scan": "relaxed_order",
      "hnsw.max_scan_tuples": String(Math.max(limit, Math.ceil(count / SCANNED_SHARE))),
    }),
  }),
  applySettings: localSettings,
  buildSettings: maintenanceMemory,
  buildBytes: (space, count) => count * (elementBytes(space) + NODE_BYTES),
  supports: {
    advisoryLocks: true,
    concurrentIndexes: true,
    partialVectorIndexes: true,
    statistics: true,
    vacuum: true,
    rowLevelSecurity: true,
    storedFunctions: true,
    columnStorage: true,
    hashPartitions: true,
    distributedTables: false,
  },
};

/** The memory of PostgreSQL for building indexes. */
function maintenanceMemory(memoryBytes: number | undefined): Settings {
  if (memoryBytes === undefined) return {};
  return { maintenance_work_mem: `${Math.ceil(memoryBytes / 1_024)}kB` };
}

function elementBytes(space: IndexedSpace): number {
  const bytes = { none: 4, half: 2, bit: 1 / 8 };
  return Math.ceil(space.dimensions * bytes[quantizationOf(space) ?? "none"]);
}
