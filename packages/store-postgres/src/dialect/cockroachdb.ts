import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Dialect, IndexedSpace } from "./dialect.js";
import { pgvector } from "./pgvector.js";

/**
 * CockroachDB from 25.2 on. Its vector indexes take columns of one width and no conditions, so each
 * space has a column that is computed, and one index that begins with the scope. There are no locks
 * to take: transactions are serializable and are tried again. Golden only, not run.
 */
export const cockroachdb: Dialect = {
  ...pgvector,
  name: "cockroachdb",
  verified: false,
  vectorExtension: undefined,
  // Its vectors in binary are its own affair.
  vectorEncoding: "text",
  preparation: ["set cluster setting feature.vector_index.enabled = true"],
  createVectorIndex: (target) => [
    sql`
alter table ${target.table} add column if not exists ${columnOf(target)} ${target.names.vector(target.dimensions)}
as (case when space = ${sql.lit(target.space)} then embedding::${target.names.vector(target.dimensions)} end) stored`,
    sql`
create vector index if not exists ${sql.id(target.index)} on ${target.table} (scope, space, ${columnOf(target)} vector_ip_ops)`,
  ],
  indexedDistance: (query) =>
    sql`v.${columnOf(query)} <#> ${query.vector}::${query.names.vector(query.dimensions)}`,
  oversample: () => 1,
  searchSettings: () => ({ vector_search_beam_size: "32" }),
  // Filling an index of a table with rows blocks writes to it, and has to be allowed.
  buildSettings: () => ({ sql_safe_updates: "off" }),
  buildBytes: () => 0,
  supports: {
    advisoryLocks: false,
    concurrentIndexes: false,
    partialVectorIndexes: false,
    statistics: false,
    vacuum: false,
    rowLevelSecurity: true,
    storedFunctions: false,
    columnStorage: false,
    hashPartitions: false,
    distributedTables: false,
  },
};

function columnOf({ space }: IndexedSpace): RawBuilder<unknown> {
  return sql.id(`embedding_${space}`);
}
