import { MemoryError } from "@kioku/core";
import { pathToScope } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import type { VectorIndexTarget } from "../index/dialect.js";
import { hashLiteral, indexedRows, scopeHash } from "../index/vector-indexes.js";
import type { Channel } from "../sql/driver.js";
import { textArray } from "../sql/encode.js";
import type { MaintenanceContext } from "../store-session.js";
import type { MaintainOptions } from "./maintain-options.js";
import { runInAllScopes } from "./owner-access.js";
import type { MissingIndex, PlannedIndex } from "./plan-vector-indexes.js";
import { watchBuild } from "./watch-build.js";

const MEMORY_SETTING = "maintenance_work_mem";

type Parts = Pick<MaintainOptions, "signal" | "memoryBytes" | "onProgress">;

/** Builds an index while others read and write; false if there is nothing to index any more. */
export async function buildVectorIndex(
  maintenance: MaintenanceContext,
  index: MissingIndex,
  parts: Parts,
): Promise<boolean> {
  const { names } = maintenance.database;
  if (index.reason === "invalid") await dropVectorIndex(maintenance, index.name);
  const rows = await rowsOf(maintenance, index);
  if (!rows) return false;
  const isThere = index.reason === "bloated";
  if (!isThere) {
    await runInAllScopes(
      maintenance,
      sql`
      insert into ${names.vector_indexes} (scope, space, name, vectors, bytes)
      values (${index.scope}, ${index.space}, ${index.name}, 0, 0)
      on conflict (scope, space) do update set name = excluded.name, built_at = null`,
    );
  }
  const watched = { ...parts, index: index.name, scope: pathToScope(index.scope) };
  try {
    await watchBuild(maintenance, { ...watched, total: index.count }, () =>
      runBuild(maintenance, buildStatement(maintenance, index, rows), parts.memoryBytes),
    );
  } catch (error) {
    // Removing it can take as long as making it, so an abort leaves it to the next maintenance.
    if (!isThere && parts.signal?.aborted !== true) {
      await dropVectorIndex(maintenance, index.name).catch(() => undefined);
    }
    throw error;
  }
  if (!(await recordVectorIndex(maintenance, index))) {
    throw new MemoryError("store-failed", "an index of vectors was made and is not valid", {
      retryable: true,
    });
  }
  return true;
}

/** Forgets indexes that no longer exist. */
export async function removeIndexRecords(
  maintenance: MaintenanceContext,
  indexes: readonly string[],
): Promise<void> {
  const { names } = maintenance.database;
  if (indexes.length === 0) return;
  const gone = textArray(indexes);
  await runInAllScopes(
    maintenance,
    sql`delete from ${names.vector_indexes} where name = any(${gone}::text[])`,
  );
}

/** Notes that an index is complete, if it is. */
export async function recordVectorIndex(
  maintenance: MaintenanceContext,
  index: PlannedIndex,
): Promise<boolean> {
  const { names } = maintenance.database;
  const noted = await runInAllScopes(
    maintenance,
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

/** Removes an index and its note. */
export async function dropVectorIndex(
  maintenance: MaintenanceContext,
  name: string,
): Promise<void> {
  const { driver, database } = maintenance;
  const { names } = database;
  await runInAllScopes(maintenance, sql`delete from ${names.vector_indexes} where name = ${name}`);
  const drop = sql`drop index concurrently if exists ${sql.id(names.schema, name)}`;
  await driver.outside((channel) => channel.rows(drop));
}

async function runBuild(
  { driver }: MaintenanceContext,
  statement: RawBuilder<unknown> | undefined,
  memoryBytes: number | undefined,
): Promise<void> {
  if (!statement) return;
  const memory = memoryBytes === undefined ? undefined : `${Math.ceil(memoryBytes / 1_024)}kB`;
  await driver.outside(async (channel) => {
    if (memory === undefined) return run(channel, statement);
    try {
      await run(channel, sql`select set_config(${MEMORY_SETTING}, ${memory}, false)`);
      await run(channel, statement);
    } finally {
      await run(channel, sql`reset ${sql.raw(MEMORY_SETTING)}`);
    }
  });
}

async function run(channel: Channel, statement: RawBuilder<unknown>): Promise<void> {
  await channel.rows(statement);
}

function buildStatement(
  { database: { dialect, names, quantization, vectorVersion } }: MaintenanceContext,
  { name, reason, space, dimensions }: MissingIndex,
  rows: Pick<VectorIndexTarget, "table" | "where">,
): RawBuilder<unknown> | undefined {
  if (reason === "bloated") {
    return sql`reindex index concurrently ${sql.id(names.schema, name)}`;
  }
  const indexed = { names, space, dimensions, quantization, vectorVersion };
  return dialect.createVectorIndex({ ...indexed, ...rows, index: name });
}

async function rowsOf(
  maintenance: MaintenanceContext,
  { scope, space }: PlannedIndex,
): Promise<Pick<VectorIndexTarget, "table" | "where"> | undefined> {
  const { names } = maintenance.database;
  const [found] = await runInAllScopes<{ schema: string; name: string; hash: string }>(
    maintenance,
    sql`
    select n.nspname as schema, c.relname as name, (${scopeHash(scope)})::text as hash
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

const MEGABYTE = 2 ** 20;

/** Warns if the server has too little memory to build these indexes quickly. */
export async function adviseMemory(
  { driver, database, options }: MaintenanceContext,
  indexes: readonly MissingIndex[],
  memoryBytes: number | undefined,
): Promise<void> {
  const { dialect, names, quantization, vectorVersion } = database;
  const needed = indexes.map(({ space, dimensions, count }) =>
    dialect.buildBytes({ names, space, dimensions, quantization, vectorVersion }, count),
  );
  const most = Math.max(0, ...needed);
  if (most === 0) return;
  const given = memoryBytes ?? (await serverMemory(driver));
  if (given >= most) return;
  options.onWarning(
    `making an index of vectors needs about ${Math.ceil(most / MEGABYTE)} MB to be quick and may take ${Math.floor(given / MEGABYTE)} MB: ` +
      "set maintenance_work_mem for the role, or memoryBytes of maintain()",
  );
}

async function serverMemory(driver: MaintenanceContext["driver"]): Promise<number> {
  const [found] = await driver.rows<{ bytes: number }>(
    sql`select pg_size_bytes(current_setting('maintenance_work_mem')) as bytes`,
  );
  return found?.bytes ?? 0;
}
