import { sql } from "kysely";

import type { Channel } from "../client/driver.js";
import { compile } from "../sql/compile.js";
import type { Names } from "../sql/names.js";
import { buildIndex } from "./build-index.js";
import { createIndex, indexSteps } from "./index-steps.js";
import type { IndexStep } from "./index-steps.js";
import { closingStatements } from "./layout.js";
import type { Layout } from "./layout.js";
import { runAlone, withMigrationLock } from "./migration-lock.js";
import type { LockPlace } from "./migration-lock.js";
import { createMigrationTable, recordShape, recordTables, TABLES_STEP } from "./migration-table.js";
import { checksumOf } from "./migration.js";
import type { Migration } from "./migration.js";
import { readSchemaState, stepKey } from "./schema-state.js";
import type { SchemaState } from "./schema-state.js";

/** A schema that is to be brought up to date. */
export interface MigrationPlace extends LockPlace {
  /** Whether indexes can be built while others write. */
  readonly concurrently: boolean;
  /** How tables are to be divided if this makes them. */
  readonly layout: Layout;
}

/**
 * Brings the schema up to date. Each version has one transaction, and each index one step of its
 * own after it; what is done is noted where it is done, so whoever comes next goes on from there.
 * Of several starters at once one does each step, and the others find it done.
 */
export async function migrate(
  place: MigrationPlace,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  for (const [index, migration] of migrations.entries()) {
    const version = index + 1;
    const state = await makeTables(place, version, migrations);
    if (state.current) return state;
    const { layout = place.layout } = state;
    const steps = (migration.indexes ?? []).flatMap((each) =>
      indexSteps(each, { names: place.names, concurrently: place.concurrently, layout }),
    );
    for (const step of steps) {
      if (state.done.has(stepKey(version, step.name))) continue;
      await makeIndex(place, { version, checksum: checksumOf(migration), step });
    }
    await runAlone(place.driver, recordShape(place.names, version));
  }
  return readSchemaState(place.driver, place.names, migrations);
}

/** The transaction of one version, unless it is done. */
async function makeTables(
  place: MigrationPlace,
  version: number,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  const { names, layout } = place;
  return withMigrationLock(place, async (channel) => {
    if (version === 1) await makeRoom(channel, names);
    const state = await readSchemaState(channel, names, migrations);
    const migration = migrations[version - 1];
    if (migration === undefined || state.done.has(stepKey(version, TABLES_STEP))) return state;
    const statements = [
      ...migration.statements(names, state.layout ?? layout),
      recordTables(names, version, { checksum: checksumOf(migration), layout }),
      ...(migration.indexes === undefined ? [recordShape(names, version)] : []),
      ...(version === 1 ? closingStatements(names, layout) : []),
    ];
    await Promise.all(statements.map((statement) => channel.rows(compile(statement))));
    return readSchemaState(channel, names, migrations);
  });
}

/** An administrator may have made the schema for a role that may not. */
async function makeRoom(channel: Channel, names: Names): Promise<void> {
  const [found] = await channel.rows<{ has_schema: boolean }>(
    compile(sql`
select exists (select from pg_namespace where nspname = ${names.schema}) as has_schema`),
  );
  if (found?.has_schema !== true) {
    await channel.rows(compile(sql`create schema ${sql.id(names.schema)}`));
  }
  await channel.rows(compile(createMigrationTable(names)));
}

async function makeIndex(
  place: MigrationPlace,
  target: { readonly version: number; readonly checksum: string; readonly step: IndexStep },
): Promise<void> {
  if (!target.step.atOnce) {
    await buildIndex(place, target);
    return;
  }
  const { names } = place;
  const { version, checksum, step } = target;
  await withMigrationLock(place, async (channel) => {
    const noted = await channel.change(
      compile(sql`
insert into ${names.migrations} (version, step, checksum, done_at)
values (${version}, ${step.name}, ${checksum}, now()) on conflict do nothing`),
    );
    if (noted > 0) await channel.rows(compile(createIndex(step)));
  });
}
