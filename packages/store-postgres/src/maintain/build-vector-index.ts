import { MemoryError } from "@kioku/core";
import { pathToScope } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { ownTable } from "../index/vector-tables.js";
import { withoutIndexStatistics } from "../schema/statistics.js";
import type { Channel } from "../sql/driver.js";
import type { MaintenanceContext } from "../store-session.js";
import type { MaintainOptions } from "./maintain-options.js";
import { runInAllScopes } from "./owner-access.js";
import type { PlannedTable, WantedTable } from "./plan-vector-tables.js";
import { watchBuild } from "./watch-build.js";

const MEMORY_SETTING = "maintenance_work_mem";

type Parts = Pick<MaintainOptions, "signal" | "memoryBytes" | "onProgress">;

/** Builds the index of an own table while others read and write. */
export async function buildVectorIndex(
  maintenance: MaintenanceContext,
  table: WantedTable,
  parts: Parts,
): Promise<void> {
  const { index, count, scope, reason } = table;
  if (reason === "invalid") await dropIndex(maintenance, index);
  const watched = { ...parts, index, scope: pathToScope(scope), total: count };
  try {
    await watchBuild(maintenance, watched, () =>
      runBuild(maintenance, buildStatement(maintenance, table), parts.memoryBytes),
    );
    await hideVectors(maintenance, index);
  } catch (error) {
    // Removing it can take as long as making it, so an abort leaves it to the next maintenance.
    if (reason !== "bloated" && parts.signal?.aborted !== true) {
      await dropIndex(maintenance, index).catch(() => undefined);
    }
    throw error;
  }
}

/** Notes that an own table and its index are complete. */
export async function recordTable(
  maintenance: MaintenanceContext,
  { scope, space, name, index, count }: PlannedTable,
): Promise<void> {
  const { driver, database } = maintenance;
  const { names, dialect } = database;
  const bytes = dialect.nodes?.indexBytes(sql`i.indrelid`) ?? sql`pg_relation_size(i.indexrelid)`;
  // By itself: the catalog and the tables may be on different nodes.
  const [made] = await driver.rows<{ readonly bytes: number }>(sql`
    select ${bytes} as bytes
    from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = ${names.schema} and c.relname = ${index} and i.indisvalid`);
  const noted = await runInAllScopes(
    maintenance,
    sql`
    update ${names.vector_tables} set built_at = (extract(epoch from statement_timestamp()) * 1000)::bigint,
      index_name = ${index}, vectors = ${count}::integer, bytes = ${made?.bytes ?? null}::bigint
    where ${made !== undefined}::boolean and scope = ${scope} and space = ${space} and name = ${name} and not leaves
    returning name`,
  );
  if (noted.length === 1) return;
  const [left] = await runInAllScopes(
    maintenance,
    sql`select from ${names.vector_tables} where scope = ${scope} and space = ${space} and name = ${name}`,
  );
  // Else its scope was erased, or its space dropped.
  if (!left) return;
  throw new MemoryError("store-failed", "an index of vectors was made and is not valid", {
    retryable: true,
  });
}

/** Removes an index. */
export async function dropIndex(
  { driver, database: { names } }: MaintenanceContext,
  name: string,
): Promise<void> {
  const drop = sql`drop index concurrently if exists ${sql.id(names.schema, name)}`;
  await driver.outside((channel) => channel.rows(drop));
}

/** Keeps vectors out of the statistics of an index of an expression. */
async function hideVectors(
  { driver, database: { names } }: MaintenanceContext,
  index: string,
): Promise<void> {
  const [found] = await driver.rows(sql`
    select from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = ${names.schema} and c.relname = ${index} and i.indexprs is not null`);
  if (found) await driver.outside((channel) => channel.rows(withoutIndexStatistics(names, index)));
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
  { name, index, reason, space, dimensions }: WantedTable,
): RawBuilder<unknown> | undefined {
  if (reason === "bloated") {
    return sql`reindex index concurrently ${sql.id(names.schema, index)}`;
  }
  const indexed = { names, space, dimensions, quantization, vectorVersion };
  return dialect.createVectorIndex({ ...indexed, table: ownTable(names, { name }), index });
}

const MEGABYTE = 2 ** 20;

/** Warns if the server has too little memory to build these indexes quickly. */
export async function adviseMemory(
  { driver, database, options }: MaintenanceContext,
  tables: readonly PlannedTable[],
  memoryBytes: number | undefined,
): Promise<void> {
  const { dialect, names, quantization, vectorVersion } = database;
  const needed = tables.map(({ space, dimensions, count }) =>
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
