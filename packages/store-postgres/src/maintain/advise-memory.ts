import { sql } from "kysely";

import { compile } from "../sql/compile.js";
import type { Workshop } from "../store-session.js";
import type { MissingIndex } from "./plan-vector-indexes.js";

const MEGABYTE = 2 ** 20;

/**
 * Warns if the server gives the making of an index less memory than it needs to be quick: then it
 * takes many times longer.
 */
export async function adviseMemory(
  { driver, database, options }: Workshop,
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

async function serverMemory(driver: Workshop["driver"]): Promise<number> {
  const [found] = await driver.rows<{ bytes: number }>(
    compile(sql`select pg_size_bytes(current_setting('maintenance_work_mem')) as bytes`),
  );
  return found?.bytes ?? 0;
}
