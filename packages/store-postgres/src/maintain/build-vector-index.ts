import { MemoryError } from "@kioku/core";
import { pathToScope } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Channel } from "../client/driver.js";
import { textArray } from "../client/encode-array.js";
import type { VectorIndexTarget } from "../dialect/dialect.js";
import { compile } from "../sql/compile.js";
import { hashLiteral, indexedRows, scopeHash } from "../sql/indexed-rows.js";
import type { Workshop } from "../store-session.js";
import { granted } from "./granted.js";
import type { MaintainOptions } from "./maintain-options.js";
import type { MissingIndex, PlannedIndex } from "./plan-vector-indexes.js";
import { watchBuild } from "./watch-build.js";

type Parts = Pick<MaintainOptions, "signal" | "memoryBytes" | "onProgress">;

/**
 * Makes an index while others read and write. What fails or is aborted leaves an index behind that
 * is not valid; it is removed, if not now then by the next maintenance.
 * @returns Whether it was made; not where there is nothing to be indexed any more.
 */
export async function buildVectorIndex(
  workshop: Workshop,
  index: MissingIndex,
  parts: Parts,
): Promise<boolean> {
  const { names } = workshop.database;
  if (index.reason === "invalid") await dropVectorIndex(workshop, index.name);
  const rows = await rowsOf(workshop, index);
  if (!rows) return false;
  const isThere = index.reason === "bloated";
  if (!isThere) {
    await granted(
      workshop,
      sql`
      insert into ${names.vector_indexes} (scope, space, name, vectors, bytes)
      values (${index.scope}, ${index.space}, ${index.name}, 0, 0)
      on conflict (scope, space) do update set name = excluded.name, built_at = null`,
    );
  }
  const watched = { ...parts, index: index.name, scope: pathToScope(index.scope) };
  try {
    await watchBuild(workshop, { ...watched, total: index.count }, () =>
      runBuild(workshop, buildStatements(workshop, index, rows), parts.memoryBytes),
    );
  } catch (error) {
    // Removing it can wait for others as long as making it, so whoever aborts does not wait for
    // that.
    if (!isThere && parts.signal?.aborted !== true) {
      await dropVectorIndex(workshop, index.name).catch(() => undefined);
    }
    throw error;
  }
  if (!(await noteVectorIndex(workshop, index))) {
    throw new MemoryError("store-failed", "an index of vectors was made and is not valid", {
      retryable: true,
    });
  }
  return true;
}

/** Forgets indexes that are there no more. */
export async function forgetVectorIndexes(
  workshop: Workshop,
  indexes: readonly string[],
): Promise<void> {
  const { names } = workshop.database;
  if (indexes.length === 0) return;
  const gone = textArray(indexes);
  await granted(
    workshop,
    sql`delete from ${names.vector_indexes} where name = any(${gone}::text[])`,
  );
}

/** Writes down that an index is complete, if it is. */
export async function noteVectorIndex(workshop: Workshop, index: PlannedIndex): Promise<boolean> {
  const { names } = workshop.database;
  const noted = await granted(
    workshop,
    sql`
    insert into ${names.vector_indexes} as b (scope, space, name, built_at, vectors, bytes)
    select ${index.scope}, ${index.space}, ${index.name}, (extract(epoch from clock_timestamp()) * 1000)::bigint,
      ${index.count}::integer, pg_relation_size(c.oid)
    from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = ${names.schema} and c.relname = ${index.name} and i.indisvalid
    on conflict (scope, space) do update set
      name = excluded.name, built_at = excluded.built_at, vectors = excluded.vectors, bytes = excluded.bytes
    returning b.name`,
  );
  return noted.length === 1;
}

/** Removes an index and what is written down of it. */
export async function dropVectorIndex(workshop: Workshop, name: string): Promise<void> {
  const { driver, database } = workshop;
  const { names, dialect } = database;
  await granted(workshop, sql`delete from ${names.vector_indexes} where name = ${name}`);
  const concurrently = dialect.supports.concurrentIndexes ? sql`concurrently` : sql``;
  const drop = sql`drop index ${concurrently} if exists ${sql.id(names.schema, name)}`;
  await driver.outside((channel) => channel.rows(compile(drop)));
}

/**
 * Outside of a transaction, as they have to be. No setting outlasts the work, unless the connection
 * ends with it.
 */
async function runBuild(
  { driver, database: { dialect } }: Workshop,
  statements: readonly RawBuilder<unknown>[],
  memoryBytes: number | undefined,
): Promise<void> {
  const settings = Object.entries(dialect.buildSettings(memoryBytes));
  await driver.outside(async (channel) => {
    try {
      for (const [name, value] of settings) {
        await run(channel, sql`select set_config(${name}, ${value}, false)`);
      }
      for (const statement of statements) await run(channel, statement);
    } finally {
      for (const [name] of settings) await run(channel, sql`reset ${sql.raw(name)}`);
    }
  });
}

async function run(channel: Channel, statement: RawBuilder<unknown>): Promise<void> {
  await channel.rows(compile(statement));
}

function buildStatements(
  { database: { dialect, names, quantization, vectorVersion } }: Workshop,
  { name, reason, space, dimensions, count }: MissingIndex,
  rows: Pick<VectorIndexTarget, "table" | "where">,
): readonly RawBuilder<unknown>[] {
  if (reason === "bloated") {
    const concurrently = dialect.supports.concurrentIndexes ? sql`concurrently` : sql``;
    return [sql`reindex index ${concurrently} ${sql.id(names.schema, name)}`];
  }
  const indexed = { names, space, dimensions, quantization, vectorVersion };
  return dialect.createVectorIndex({ ...indexed, ...rows, index: name, count });
}

/**
 * The table that holds the vectors, which may be a part of `vectors`, and the condition of their
 * index.
 */
async function rowsOf(
  workshop: Workshop,
  { scope, space }: PlannedIndex,
): Promise<Pick<VectorIndexTarget, "table" | "where"> | undefined> {
  const { names, dialect } = workshop.database;
  const hash = dialect.supports.partialVectorIndexes ? scopeHash(scope) : sql`0`;
  const [found] = await granted<{ schema: string; name: string; hash: string }>(
    workshop,
    sql`
    select n.nspname as schema, c.relname as name, (${hash})::text as hash
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.oid = (select tableoid from ${names.vectors} where scope = ${scope} and space = ${space} limit 1)`,
  );
  if (!found) return undefined;
  return {
    table: sql.id(found.schema, found.name),
    where: indexedRows({
      scope: sql`scope`,
      space: sql`space`,
      hash: hashLiteral(found.hash),
      spaceNumber: sql.lit(space),
    }),
  };
}
