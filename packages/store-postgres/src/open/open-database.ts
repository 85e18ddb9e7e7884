import { MemoryError } from "@kioku/core";

import type { Driver } from "../client/driver.js";
import { securePolicies } from "../isolation/secure-policies.js";
import { layoutFor } from "../migrations/layout.js";
import { migrate } from "../migrations/migrate.js";
import { MIGRATIONS } from "../migrations/migration.js";
import type { Migration } from "../migrations/migration.js";
import { readSchemaState } from "../migrations/schema-state.js";
import type { SchemaState } from "../migrations/schema-state.js";
import type { ResolvedOptions } from "../options.js";
import { namesIn } from "../sql/names.js";
import type { Names } from "../sql/names.js";
import type { DatabaseContext } from "../store-context.js";
import { adviseSettings } from "./advise-settings.js";
import { ensureExtension } from "./ensure-extension.js";
import { inspectDatabase } from "./inspect-database.js";
import type { Inspection } from "./inspect-database.js";
import { BY_OPENING_OR_SQL, unlessForbidden } from "./unless-forbidden.js";

/** What a database was found to be when it was opened. */
export type OpenedDatabase = Pick<
  DatabaseContext,
  "names" | "dialect" | "vectorType" | "vectorVersion" | "hasFunctions"
>;

/**
 * Finds out what the database is like and brings the schema up to date. Where there is nothing to
 * do, that is two statements, and no lock.
 * @throws `schema-too-new`, `store-failed` or `invalid-input` if the schema is not one that this
 *   store can use.
 */
export async function openDatabase(
  driver: Driver,
  options: ResolvedOptions,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<OpenedDatabase> {
  const { schema, dialect } = options;
  const seen = await inspectDatabase(driver, options);
  requireNotForeign(schema, seen);
  adviseSettings(seen, options);
  const vector = await ensureExtension(driver, options, seen);
  const names = namesIn(schema, vector.schema, dialect.vectorEncoding);
  const state = await upToDate({ driver, options, names }, seen, migrations);
  requireLayout(options, state);
  await securePolicies({ driver, options, names }, seen);
  const hasFunctions = state.layout?.hasFunctions === true && dialect.supports.storedFunctions;
  return { names, dialect, vectorType: vector.oid, vectorVersion: vector.version, hasFunctions };
}

async function upToDate(
  place: { readonly driver: Driver; readonly options: ResolvedOptions; readonly names: Names },
  { is_ours }: Inspection,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  const { driver, options, names } = place;
  const { supports } = options.dialect;
  const state = is_ours ? await readSchemaState(driver, names, migrations) : undefined;
  if (state?.current === true) return state;
  const version = state?.version ?? 0;
  const what = `schema "${options.schema}" from version ${version} to ${migrations.length}`;
  if (!options.migrate) {
    const orSql = version === 0 ? ", or run what migrationSql() gives" : "";
    throw new MemoryError(
      "store-failed",
      `the option migrate is false, and ${what} has to be migrated: open it once with migrate: true as its owner${orSql}`,
    );
  }
  const run = (): Promise<SchemaState> =>
    migrate(
      {
        driver,
        names,
        advisoryLocks: supports.advisoryLocks,
        concurrently: supports.concurrentIndexes,
        layout: layoutFor(options.dialect, options.partitions ?? 0),
      },
      migrations,
    );
  return unlessForbidden(`migrate ${what}`, run, version === 0 ? BY_OPENING_OR_SQL : undefined);
}

function requireNotForeign(schema: string, { is_ours, has_relations }: Inspection): void {
  if (is_ours || !has_relations) return;
  throw new MemoryError(
    "store-failed",
    `schema "${schema}" has tables, and they are not of @kioku/store-postgres: choose another schema`,
  );
}

function requireLayout(options: ResolvedOptions, { layout }: SchemaState): void {
  const { schema, dialect } = options;
  if (!layout) throw new MemoryError("store-failed", `schema "${schema}" does not say its layout`);
  const { partitions = layout.partitions } = options;
  const cure =
    "which cannot be changed: leave the option out, or export the memories and import them into another schema";
  if (partitions !== layout.partitions) {
    throw new MemoryError(
      "invalid-input",
      `option partitions is ${partitions}, but schema "${schema}" was made with ${layout.partitions}, ${cure}`,
    );
  }
  if (dialect.supports.distributedTables !== layout.isDistributed) {
    const made = layout.isDistributed ? "for Citus" : "for one server";
    throw new MemoryError(
      "invalid-input",
      `option dialect is ${dialect.name}, but schema "${schema}" was made ${made}, ${cure}`,
    );
  }
}
