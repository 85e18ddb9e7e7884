import { sql, type RawBuilder } from "kysely";

import type { Channel, Driver } from "../sql/driver.js";
import { lockKey } from "../sql/locks.js";
import type { Names } from "../sql/names.js";
import { sqlStateOf } from "../sql/to-memory-error.js";

/** A schema and how to reach it. */
export interface SchemaLocation {
  readonly driver: Driver;
  readonly names: Names;
}

/** SQLSTATEs of `create … if not exists` when another connection created the same. */
const CREATED_MEANWHILE = new Set(["23505", "42P06", "42P07", "42710"]);
const TRIES = 10;

/** Runs a transaction that changes the schema, one at a time. */
export async function withMigrationLock<T>(
  { driver, names }: SchemaLocation,
  work: (channel: Channel) => Promise<T>,
): Promise<T> {
  return driver.transaction({ mode: "write" }, async (channel) => {
    const key = lockKey(names.schema, "migrations");
    // Tables on a node of Citus take fewer changes, so they are handed over at the end.
    await channel.rows(
      sql`select pg_advisory_xact_lock(${key}::bigint), set_config('citus.enable_schema_based_sharding', 'off', true)`,
    );
    return work(channel);
  });
}

/** Runs one statement that changes something, outside of a transaction. */
export async function runAlone(driver: Driver, statement: RawBuilder<unknown>): Promise<void> {
  await driver.outside((channel) => channel.rows(statement));
}

/** Repeats a `create … if not exists` that collided with another connection. */
export async function retryCreate<T>(create: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await create();
    } catch (error) {
      if (tries >= TRIES || !CREATED_MEANWHILE.has(sqlStateOf(error) ?? "")) throw error;
    }
  }
}
