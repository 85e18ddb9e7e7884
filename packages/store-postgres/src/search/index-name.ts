import { createHash } from "node:crypto";

import { sql } from "kysely";

import type { Dialect, IndexedSpace } from "../dialect/dialect.js";
import { compile } from "../sql/compile.js";

/** What names of indexes begin with. */
export const INDEX_PREFIX = "vectors_near_";

/**
 * Name of the index of one scope's vectors: a hash of what it is of and how it is made, so that it shows no text of a scope, and one
 * that was made in another way is another index.
 */
export function indexName(dialect: Dialect, space: IndexedSpace, scope: string): string {
  const [made] = dialect
    .createVectorIndex({ ...space, index: "", table: sql``, scope: "", count: 0 })
    .slice(-1);
  const method = made ? compile(made).text : "";
  const of = dialect.supports.partialVectorIndexes ? scope : "";
  const digest = createHash("sha256").update(`${method}\0${space.space}\0${of}`).digest("hex");
  return INDEX_PREFIX + digest.slice(0, 32);
}
