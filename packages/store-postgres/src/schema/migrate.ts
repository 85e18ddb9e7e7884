import { sql } from "kysely";

import type { Channel } from "../sql/driver.js";
import type { Names } from "../sql/names.js";
import { buildIndex } from "./build-index.js";
import { createIndex, indexSteps, type IndexStep, type Layout } from "./layout.js";
import { runAlone, withMigrationLock, type SchemaLocation } from "./migration-lock.js";
import {
  createMigrationTable,
  readSchemaState,
  recordShape,
  recordTables,
  stepKey,
  TABLES_STEP,
} from "./migration-table.js";
import type { SchemaState } from "./migration-table.js";
import { checksumOf, type Migration } from "./migration.js";

/** A schema to migrate. */
interface MigrationLocation extends SchemaLocation {
  /** Layout of a new schema. */
  readonly layout: Layout;
}

/**
 * Migrates the schema: one transaction for each version, then one step for each index. Finished
 * steps are recorded, so that an interrupted migration continues, and concurrent starters do each
 * step once.
 */
export async function migrate(
  location: MigrationLocation,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  for (const [index, migration] of migrations.entries()) {
    const version = index + 1;
    const state = await makeTables(location, version, migrations);
    if (state.current) return state;
    const { layout = location.layout } = state;
    const steps = (migration.indexes ?? []).flatMap((each) =>
      indexSteps(each, { names: location.names, concurrently: true, layout }),
    );
    for (const step of steps) {
      if (state.done.has(stepKey(version, step.name))) continue;
      await makeIndex(location, { version, checksum: checksumOf(migration), step });
    }
    await runAlone(location.driver, recordShape(location.names, version));
  }
  return readSchemaState(location.driver, location.names, migrations);
}

async function makeTables(
  location: MigrationLocation,
  version: number,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  const { names, layout } = location;
  return withMigrationLock(location, async (channel) => {
    if (version === 1) await createSchema(channel, names);
    const state = await readSchemaState(channel, names, migrations);
    const migration = migrations[version - 1];
    if (migration === undefined || state.done.has(stepKey(version, TABLES_STEP))) return state;
    const statements = [
      ...migration.statements(names, state.layout ?? layout),
      recordTables(names, version, { checksum: checksumOf(migration), layout }),
      ...(migration.indexes === undefined ? [recordShape(names, version)] : []),
    ];
    await Promise.all(statements.map((statement) => channel.rows(statement)));
    return readSchemaState(channel, names, migrations);
  });
}

/** The schema may exist, made by an administrator. */
async function createSchema(channel: Channel, names: Names): Promise<void> {
  const [found] = await channel.rows<{ has_schema: boolean }>(sql`
select exists (select from pg_namespace where nspname = ${names.schema}) as has_schema`);
  if (found?.has_schema !== true) {
    await channel.rows(sql`create schema ${sql.id(names.schema)}`);
  }
  await channel.rows(createMigrationTable(names));
}

async function makeIndex(
  location: MigrationLocation,
  target: { readonly version: number; readonly checksum: string; readonly step: IndexStep },
): Promise<void> {
  if (!target.step.inTransaction) {
    await buildIndex(location, target);
    return;
  }
  const { names } = location;
  const { version, checksum, step } = target;
  await withMigrationLock(location, async (channel) => {
    const noted = await channel.change(sql`
insert into ${names.migrations} (version, step, checksum, done_at)
values (${version}, ${step.name}, ${checksum}, now()) on conflict do nothing`);
    if (noted > 0) await channel.rows(createIndex(step));
  });
}
