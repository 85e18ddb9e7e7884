import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

type Sql = RawBuilder<unknown>;

/**
 * The rows of one scope and space, as the condition of a partial index and of the searches that it
 * answers.
 */
export interface IndexedRows {
  /** The column `scope`. */
  readonly scope: Sql;
  /** The column `space`. */
  readonly space: Sql;
  /** Of the scope's path, as {@link scopeHash} gives it; a literal in an index. */
  readonly hash: Sql;
  /** The number of the space; a literal in an index. */
  readonly spaceNumber: Sql;
}

/**
 * Makes the condition. Every role can read the conditions of indexes, so it holds a hash instead of
 * the path. The planner takes it that nearly every value is not null, so it plans a search as it
 * would without the hash.
 */
export function indexedRows({ scope, space, hash, spaceNumber }: IndexedRows): RawBuilder<SqlBool> {
  return sql<SqlBool>`nullif(hashtextextended(${scope}, 0) = ${hash}, false) is not null and ${space} = ${spaceNumber}`;
}

/** The hash of a path, computed by the server. */
export function scopeHash(path: string): Sql {
  return sql`hashtextextended(${path}::text collate "C", 0)`;
}

/** A hash that the server computed, as a literal. */
export function hashLiteral(hash: string): Sql {
  return sql`${sql.lit(hash)}::bigint`;
}
