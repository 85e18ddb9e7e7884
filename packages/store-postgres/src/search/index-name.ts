import { createHash } from "node:crypto";

import { sql } from "kysely";

import type { Dialect, IndexedSpace } from "../dialect/dialect.js";
import { compile } from "../sql/compile.js";
import { hashLiteral, indexedRows } from "../sql/indexed-rows.js";

/** What names of indexes begin with. */
export const INDEX_PREFIX = "vectors_near_";

/**
 * Name of the index of one scope's vectors: a hash of what it is of and how it is made, so that it
 * shows no text of a scope, and one that was made in another way is another index. `undefined`
 * where the database cannot index such vectors.
 */
export function indexName(
  dialect: Dialect,
  space: IndexedSpace,
  scope: string,
): string | undefined {
  const where = indexedRows({
    scope: sql`scope`,
    space: sql`space`,
    hash: hashLiteral("0"),
    spaceNumber: sql.lit(space.space),
  });
  const [made] = dialect
    .createVectorIndex({ ...space, index: "", table: sql``, where, count: 0 })
    .slice(-1);
  if (!made) return undefined;
  const of = dialect.supports.partialVectorIndexes ? scope : "";
  const digest = createHash("sha256")
    .update(`${compile(made).text}\0${space.space}\0${of}`)
    .digest("hex");
  return INDEX_PREFIX + digest.slice(0, 32);
}
