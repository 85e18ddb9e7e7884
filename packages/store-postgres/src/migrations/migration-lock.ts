import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Channel, Driver } from "../client/driver.js";
import { sqlStateOf } from "../errors/to-memory-error.js";
import { compile } from "../sql/compile.js";
import type { Names } from "../sql/names.js";
import { lockKey } from "../write/scope-locks.js";

/** Where a lock is asked for. */
export interface LockPlace {
  readonly driver: Driver;
  readonly names: Names;
  /** Whether the database has advisory locks; else rows of a table are locked. */
  readonly advisoryLocks: boolean;
}

/** What `create … if not exists` answers when somebody else made it in the same moment. */
const MADE_MEANWHILE = new Set(["23505", "42P06", "42P07", "42710"]);
const TRIES = 10;

/**
 * Runs a transaction that changes the schema, with nobody else changing it. The schema is there
 * then.
 */
export async function withMigrationLock<T>(
  place: LockPlace,
  work: (channel: Channel) => Promise<T>,
): Promise<T> {
  const { driver, names, advisoryLocks } = place;
  if (!advisoryLocks) await prepareLockTable(place);
  return driver.transaction({ mode: "write" }, async (channel) => {
    if (advisoryLocks) {
      const key = lockKey(names.schema, "migrations");
      await channel.rows(compile(sql`select pg_advisory_xact_lock(${key}::bigint)`));
    } else {
      await channel.rows(
        compile(sql`insert into ${lockTable(names)} (id) values (1) on conflict do nothing`),
      );
      await channel.rows(compile(sql`select id from ${lockTable(names)} where id = 1 for update`));
    }
    return work(channel);
  });
}

async function prepareLockTable({ driver, names }: LockPlace): Promise<void> {
  await onceMade(() => runAlone(driver, sql`create schema if not exists ${sql.id(names.schema)}`));
  await onceMade(() =>
    runAlone(driver, sql`create table if not exists ${lockTable(names)} (id integer primary key)`),
  );
}

/** Runs one statement that changes something, by itself. */
export async function runAlone(driver: Driver, statement: RawBuilder<unknown>): Promise<void> {
  await driver.outside((channel) => channel.rows(compile(statement)));
}

/** Runs a `create … if not exists` again where another connection was making the same. */
export async function onceMade<T>(create: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await create();
    } catch (error) {
      if (tries >= TRIES || !MADE_MEANWHILE.has(sqlStateOf(error) ?? "")) throw error;
    }
  }
}

function lockTable(names: Names): RawBuilder<unknown> {
  return sql.id(names.schema, "migration_lock");
}
