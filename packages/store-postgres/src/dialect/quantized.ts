import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { compareVersions } from "../open/compare-versions.js";
import type { Quantization } from "../options.js";
import type { Names } from "../sql/names.js";
import type { IndexedSpace } from "./dialect.js";

type Sql = RawBuilder<unknown>;

/** From here on an index of halfvec is smaller by more than a half, and as good. */
const HALFVEC_FROM = 512;
/** The version of pgvector that brought halfvec and the index of bits. */
const QUANTIZED_SINCE = "0.7.0";
/** The widest that HNSW of pgvector takes. */
const MAX_WIDTH: Readonly<Record<Quantization, number>> = { none: 2_000, half: 4_000, bit: 64_000 };

/**
 * How vectors of a width are kept in an index of pgvector: as was asked, or else the next that
 * holds them; whole where its version knows nothing else. `undefined` where it cannot index them.
 */
export function quantizationOf({
  dimensions,
  quantization,
  vectorVersion,
}: IndexedSpace): Quantization | undefined {
  if (compareVersions(vectorVersion, QUANTIZED_SINCE) < 0) {
    return dimensions <= MAX_WIDTH.none ? "none" : undefined;
  }
  const asked = quantization ?? (dimensions < HALFVEC_FROM ? "none" : "half");
  if (asked === "none" && dimensions <= MAX_WIDTH.none) return "none";
  return asked !== "bit" && dimensions <= MAX_WIDTH.half ? "half" : "bit";
}

/** An index of pgvector's types, as statements say it. */
export interface Quantized {
  /** What is indexed, and what is compared with it. */
  readonly expression: (vector: Sql) => Sql;
  /** Its operator class. */
  readonly operators: Sql;
  /** Its distance. */
  readonly distance: Sql;
}

/** How an index keeps the vectors of a space with pgvector's types; `undefined` where none can. */
export function quantized(space: IndexedSpace): Quantized | undefined {
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

/** Whole vectors of a fixed width. */
export function whole({ names, dimensions }: IndexedSpace): Quantized {
  return asType(names, names.vector(dimensions), "vector_ip_ops");
}

function asType(names: Names, type: Sql, operators: string): Quantized {
  return {
    expression: (vector) => sql`(${vector}::${type})`,
    operators: names.ofExtension(operators),
    distance: names.operator("<#>"),
  };
}
