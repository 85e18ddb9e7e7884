import { sql, type RawBuilder } from "kysely";

import type { Names } from "../sql/names.js";
import { compareVersions, type Dialect, type IndexedSpace, type Quantization } from "./dialect.js";

type Sql = RawBuilder<unknown>;

/** Recall@10 is 0.97 to 0.99 from here on, as fast as a smaller list (100,000 vectors of 384). */
const FEWEST_VISITED = 200;
const MAX_EF_SEARCH = 1_000;
/** Signs alone say little about who is nearest; measured on 100,000 vectors. */
const BIT_OVERSAMPLE = 8;
/** Exact comparisons that cost as much as one vector of an iterative scan; measured. */
const SCANNED_SHARE = 16;
const NEIGHBOURS = 16;
/** Bytes of a vector in the graph beside its numbers while it is built, measured. */
const NODE_BYTES = 720;
/** From this width on an index of halfvec is smaller by more than a half, and as good. */
const HALFVEC_FROM = 512;
/** The version of pgvector that brought halfvec and the index of bits. */
const QUANTIZED_SINCE = "0.7.0";
/** The widest vectors that HNSW of pgvector takes. */
const MAX_WIDTH: Readonly<Record<Quantization, number>> = { none: 2_000, half: 4_000, bit: 64_000 };

/** PostgreSQL with pgvector: HNSW over the negative inner product. */
export const pgvector: Dialect = {
  name: "pgvector",
  // Before 0.5.0 there was no HNSW; up to 0.8.3 builds and vacuums could damage an index.
  vectorVersions: { required: "0.5.0", advised: "0.8.4" },
  createVectorIndex: (target) => {
    const kept = quantized(target);
    if (!kept) return undefined;
    const { expression, operators } = kept;
    return sql`
create index concurrently ${sql.id(target.index)} on ${target.table}
using hnsw (${expression(sql`embedding`)} ${operators}) with (m = ${sql.lit(NEIGHBOURS)}, ef_construction = 64)`;
  },
  indexedDistance: (query) => {
    const { names, dimensions } = query;
    const kept = quantized(query) ?? asType(names, names.vector(dimensions), "vector_ip_ops");
    const { expression, distance } = kept;
    return sql`${expression(sql`v.embedding`)} ${distance} ${expression(query.vector)}`;
  },
  oversample: (space) => (quantizationOf(space) === "bit" ? BIT_OVERSAMPLE : 1),
  searchSettings: ({ limit, count, vectorVersion }) => ({
    "hnsw.ef_search": String(Math.min(Math.max(limit, FEWEST_VISITED), MAX_EF_SEARCH)),
    ...(compareVersions(vectorVersion, "0.8.0") >= 0 && {
      "hnsw.iterative_scan": "relaxed_order",
      "hnsw.max_scan_tuples": String(Math.max(limit, Math.ceil(count / SCANNED_SHARE))),
    }),
  }),
  buildBytes: (space, count) => count * (elementBytes(space) + NODE_BYTES),
};

function elementBytes(space: IndexedSpace): number {
  const bytes = { none: 4, half: 2, bit: 1 / 8 };
  return Math.ceil(space.dimensions * bytes[quantizationOf(space) ?? "none"]);
}

/** Returns the wanted quantization or the next that fits; `undefined` where none does. */
function quantizationOf({
  dimensions,
  quantization,
  vectorVersion,
}: IndexedSpace): Quantization | undefined {
  if (compareVersions(vectorVersion, QUANTIZED_SINCE) < 0) {
    return dimensions <= MAX_WIDTH.none ? "none" : undefined;
  }
  const wanted = quantization ?? (dimensions < HALFVEC_FROM ? "none" : "half");
  if (wanted === "none" && dimensions <= MAX_WIDTH.none) return "none";
  return wanted !== "bit" && dimensions <= MAX_WIDTH.half ? "half" : "bit";
}

interface Quantized {
  /** Converts a vector to what is indexed. */
  readonly expression: (vector: Sql) => Sql;
  readonly operators: Sql;
  readonly distance: Sql;
}

function quantized(space: IndexedSpace): Quantized | undefined {
  const { names, dimensions } = space;
  const quantization = quantizationOf(space);
  switch (quantization) {
    case "none":
      return asType(names, names.vector(dimensions), "vector_ip_ops");
    case "half":
      return asType(names, names.halfvec(dimensions), "halfvec_ip_ops");
    case undefined:
      return undefined;
    case "bit":
      return {
        expression: (vector) =>
          sql`(${names.ofExtension("binary_quantize")}(${vector})::bit(${sql.lit(dimensions)}))`,
        operators: names.ofExtension("bit_hamming_ops"),
        distance: names.operator("<~>"),
      };
    default:
      return quantization satisfies never;
  }
}

function asType(names: Names, type: Sql, operators: string): Quantized {
  return {
    expression: (vector) => sql`(${vector}::${type})`,
    operators: names.ofExtension(operators),
    distance: names.operator("<#>"),
  };
}
