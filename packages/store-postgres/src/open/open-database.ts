import { MemoryError } from "@kioku/core";

import type { ResolvedOptions } from "../options.js";
import { layoutFor } from "../schema/layout.js";
import { migrate } from "../schema/migrate.js";
import { withMigrationLock } from "../schema/migration-lock.js";
import { readSchemaState, type SchemaState } from "../schema/migration-table.js";
import { MIGRATIONS, type Migration } from "../schema/migration.js";
import { policyStatements } from "../schema/policies.js";
import type { Driver } from "../sql/driver.js";
import { namesIn, SCOPED_TABLES, type Names } from "../sql/names.js";
import type { DatabaseContext } from "../store-context.js";
import { BY_OPENING_OR_SQL, ensureExtension, unlessForbidden } from "./ensure-extension.js";
import { adviseSettings, inspectDatabase, type Inspection } from "./inspect-database.js";

type OpenedDatabase = Pick<
  DatabaseContext,
  "names" | "dialect" | "vectorType" | "vectorVersion" | "hasFunctions"
>;

/**
 * Inspects the database and migrates the schema. An up-to-date schema takes two statements and no
 * lock.
 * @throws `schema-too-new`, `store-failed` or `invalid-input` if the schema cannot be used.
 */
export async function openDatabase(
  driver: Driver,
  options: ResolvedOptions,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<OpenedDatabase> {
  const { schema, dialect } = options;
  const inspection = await inspectDatabase(driver, options);
  requireNotForeign(schema, inspection);
  adviseSettings(inspection, options);
  const vector = await ensureExtension(driver, options, inspection);
  const names = namesIn(schema, vector.schema);
  const state = await upToDate({ driver, options, names }, inspection, migrations);
  requireLayout(options, state);
  await securePolicies({ driver, options, names }, inspection);
  const hasFunctions = state.layout?.hasFunctions === true;
  return { names, dialect, vectorType: vector.oid, vectorVersion: vector.version, hasFunctions };
}

async function upToDate(
  location: { readonly driver: Driver; readonly options: ResolvedOptions; readonly names: Names },
  { is_ours }: Inspection,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  const { driver, options, names } = location;
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
    migrate({ driver, names, layout: layoutFor(options.partitions ?? 0) }, migrations);
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
  const { schema } = options;
  if (!layout) throw new MemoryError("store-failed", `schema "${schema}" does not say its layout`);
  const { partitions = layout.partitions } = options;
  if (partitions === layout.partitions) return;
  throw new MemoryError(
    "invalid-input",
    `option partitions is ${partitions}, but schema "${schema}" was made with ${layout.partitions}, which cannot be changed: ` +
      "leave the option out, or export the memories and import them into another schema",
  );
}

interface SecuredSchema {
  readonly driver: Driver;
  readonly options: ResolvedOptions;
  readonly names: Names;
}

/** Makes missing policies if the option asks for them; refuses those that it does not know of. */
async function securePolicies(location: SecuredSchema, inspection: Inspection): Promise<void> {
  const { rowLevelSecurity, schema, onWarning } = location.options;
  const isUnbound = inspection.is_superuser || inspection.bypasses_policies;
  if (!rowLevelSecurity) {
    if (inspection.binding === 0 || isUnbound) return;
    throw new MemoryError(
      "invalid-input",
      `schema "${schema}" has row level security, which hides rows from a store without the option rowLevelSecurity: set it to true`,
    );
  }
  if (!isSecured(inspection)) await addPolicies(location, inspection);
  if (isUnbound) {
    const why = inspection.is_superuser ? "is a superuser" : "has BYPASSRLS";
    onWarning(
      `row level security does not bind the role of this connection, which ${why}: connect as a role that has only what grantsSql() gives`,
    );
  }
}

function isSecured({ secured, unforced }: Inspection): boolean {
  return secured === SCOPED_TABLES.length && unforced === 0;
}

async function addPolicies(location: SecuredSchema, inspection: Inspection): Promise<void> {
  const { driver, options, names } = location;
  const { schema, onWarning } = options;
  if (options.migrate) {
    await unlessForbidden(`add row level security to schema "${schema}"`, () =>
      withMigrationLock({ driver, names }, async (channel) => {
        if (isSecured(await inspectDatabase(channel, options))) return;
        await Promise.all(policyStatements(names).map((statement) => channel.rows(statement)));
      }),
    );
    return;
  }
  if (inspection.secured < SCOPED_TABLES.length) {
    throw new MemoryError(
      "store-failed",
      `schema "${schema}" has no row level security, and the option migrate is false: open it once with migrate: true as its owner`,
    );
  }
  onWarning(
    `row level security does not bind the role of this connection, which owns tables without FORCE: connect as a role that has only what ` +
      "grantsSql() gives",
  );
}
