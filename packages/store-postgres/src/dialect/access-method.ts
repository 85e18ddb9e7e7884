import { sql } from "kysely";

import type { Dialect } from "./dialect.js";
import { whole } from "./quantized.js";

/** How an extension beside pgvector indexes its type `vector`. */
export interface AccessMethod {
  /** Name of the access method. */
  readonly method: string;
  /** Operator class of the negative inner product, if it is not pgvector's `vector_ip_ops`. */
  readonly operators?: string;
  /** What follows in `with (…)`, for so many vectors; nothing for an empty text. */
  readonly parameters: (count: number) => string;
}

/**
 * The knobs that are alike for such extensions: whole vectors, one partial index for each scope.
 */
export function indexedBy({
  method,
  operators,
  parameters,
}: AccessMethod): Pick<
  Dialect,
  "createVectorIndex" | "indexedDistance" | "oversample" | "buildBytes" | "verified"
> {
  return {
    verified: false,
    createVectorIndex: (target) => {
      const vectors = whole(target);
      const operatorClass = operators === undefined ? vectors.operators : sql.raw(operators);
      const given = parameters(target.count);
      return [
        sql`
create index concurrently ${sql.id(target.index)} on ${target.table}
using ${sql.raw(method)} (${vectors.expression(sql`embedding`)} ${operatorClass})${sql.raw(given && ` with (${given})`)}
where ${target.where}`,
      ];
    },
    indexedDistance: (query) => {
      const { expression, distance } = whole(query);
      return sql`${expression(sql`v.embedding`)} ${distance} ${expression(query.vector)}`;
    },
    oversample: () => 1,
    buildBytes: () => 0,
  };
}
