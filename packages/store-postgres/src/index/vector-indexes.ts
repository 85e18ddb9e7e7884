import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";

import { sql, type RawBuilder, type SqlBool } from "kysely";

import { compile } from "../sql/compile.js";
import type { Channel } from "../sql/driver.js";
import type { Names } from "../sql/names.js";
import type { Dialect, IndexedSpace } from "./dialect.js";

type Sql = RawBuilder<unknown>;

const FRESH_FOR_MS = 30_000;

/** A complete index of the vectors of a scope and space. */
export interface BuiltIndex {
  readonly scope: string;
  readonly space: number;
  readonly name: string;
  readonly vectors: number;
}

/** Complete vector indexes by scope, refreshed in the background. */
export class VectorIndexes {
  readonly #load: () => Promise<readonly BuiltIndex[]>;
  readonly #now: () => number;
  #built: ReadonlyMap<string, BuiltIndex> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;

  /** @param now - Milliseconds of a clock that only goes forward. */
  constructor(
    load: () => Promise<readonly BuiltIndex[]>,
    now: () => number = () => performance.now(),
  ) {
    this.#load = load;
    this.#now = now;
  }

  async refresh(): Promise<void> {
    this.#readAt = this.#now();
    const built = await this.#load();
    this.#built = new Map(built.map((index) => [keyOf(index.scope, index.space), index]));
  }

  /** Returns the index as last read; a stale list is refreshed in the background. */
  find(scope: string, space: number): BuiltIndex | undefined {
    if (this.#now() - this.#readAt > FRESH_FOR_MS) {
      // Outdated answers only make a search slower.
      this.refresh().catch(() => undefined);
    }
    return this.#built.get(keyOf(scope, space));
  }
}

/** Reads the complete indexes. */
export async function readBuiltIndexes(
  channel: Channel,
  names: Names,
): Promise<readonly BuiltIndex[]> {
  return channel.rows<BuiltIndex>(
    sql`select scope, space, name, vectors from ${names.vector_indexes} where built_at is not null`,
  );
}

function keyOf(scope: string, space: number): string {
  return `${space} ${scope}`;
}

/** Prefix of the names of vector indexes. */
export const INDEX_PREFIX = "vectors_near_";

/**
 * Returns the name of a scope's vector index: a hash of scope, space and definition, so that the
 * name shows no text of a user. `undefined` where such vectors cannot be indexed.
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
  const made = dialect.createVectorIndex({ ...space, index: "", table: sql``, where });
  if (!made) return undefined;
  const digest = createHash("sha256")
    .update(`${compile(made).text}\0${space.space}\0${scope}`)
    .digest("hex");
  return INDEX_PREFIX + digest.slice(0, 32);
}

/** The parts of the condition of a partial index. */
interface IndexedRows {
  readonly scope: Sql;
  readonly space: Sql;
  readonly hash: Sql;
  readonly spaceNumber: Sql;
}

/**
 * Returns the condition of a partial index and of its searches. It holds a hash, because every role
 * can read it; `nullif … is not null` keeps it from changing the planner's estimates.
 */
export function indexedRows({ scope, space, hash, spaceNumber }: IndexedRows): RawBuilder<SqlBool> {
  return sql<SqlBool>`nullif(hashtextextended(${scope}, 0) = ${hash}, false) is not null and ${space} = ${spaceNumber}`;
}

/** Returns the hash of a path, computed by the server. */
export function scopeHash(path: string): Sql {
  return sql`hashtextextended(${path}::text collate "C", 0)`;
}

/** Returns a hash that the server computed, as a literal. */
export function hashLiteral(hash: string): Sql {
  return sql`${sql.lit(hash)}::bigint`;
}
