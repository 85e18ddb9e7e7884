import { MemoryError } from "@kioku/core";

import type { ResolvedOptions } from "../options.js";
import { layoutFor, type Layout } from "../schema/layout.js";
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
import { mustBePlaced, placeSchema } from "./place-schema.js";

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
  const isUnplaced = await mustBePlaced({ driver, options }, inspection);
  adviseSettings(inspection, options);
  const vector = await ensureExtension(driver, options, inspection);
  const names = namesIn(schema, vector.schema, dialect.nodes !== undefined);
  const state = await upToDate({ driver, options, names }, inspection, migrations);
  requireLayout(options, state);
  if (isUnplaced) await placeSchema({ driver, options, names });
  const placed = isUnplaced ? await inspectDatabase(driver, options) : inspection;
  await securePolicies({ driver, options, names }, placed);
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
    migrate(
      { driver, names, layout: layoutFor(options.partitions ?? 0, options.shard) },
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
  const { schema } = options;
  if (!layout) throw new MemoryError("store-failed", `schema "${schema}" does not say its layout`);
  requireShard(options, layout);
  const { partitions = layout.partitions } = options;
  if (partitions === layout.partitions) return;
  throw new MemoryError(
    "invalid-input",
    `option partitions is ${partitions}, but schema "${schema}" was made with ${layout.partitions}, which cannot be changed: ` +
      "leave the option out, or export the memories and import them into another schema",
  );
}

function requireShard({ schema, shard }: ResolvedOptions, layout: Layout): void {
  const [asked, made] = [shard, layout.shard].map((one) =>
    one ? `shard ${one.index} of ${one.count}` : "a whole store",
  );
  if (asked === made) return;
  throw new MemoryError(
    "invalid-input",
    `schema "${schema}" was made as ${made} and cannot be ${asked}: open it as it was made, with the same number of shards in the same order`,
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
  if (!isSecured(inspection, location.options)) await addPolicies(location, inspection);
  if (isUnbound) {
    const why = inspection.is_superuser ? "is a superuser" : "has BYPASSRLS";
    onWarning(
      `row level security does not bind the role of this connection, which ${why}: connect as a role that has only what grantsSql() gives`,
    );
  }
}

/** On nodes of Citus policies never bind owners, who may maintain and migrate. */
function isSecured({ unforced, ...inspection }: Inspection, options: ResolvedOptions): boolean {
  const isExempt = options.dialect.nodes !== undefined && options.migrate;
  return hasPolicies(inspection) && (unforced === 0 || isExempt);
}

function hasPolicies({ secured, tables }: Pick<Inspection, "secured" | "tables">): boolean {
  // There may be no tables yet.
  return secured === tables && tables >= SCOPED_TABLES.length;
}

async function addPolicies(location: SecuredSchema, inspection: Inspection): Promise<void> {
  const { driver, options, names } = location;
  const { schema, onWarning } = options;
  if (options.migrate) {
    await unlessForbidden(`add row level security to schema "${schema}"`, () =>
      withMigrationLock({ driver, names }, async (channel) => {
        const found = await inspectDatabase(channel, options);
        if (isSecured(found, options)) return;
        const own = JSON.parse(found.own_tables ?? "[]") as readonly string[];
        const statements = policyStatements(names, options.dialect, own);
        await Promise.all(statements.map((statement) => channel.rows(statement)));
      }),
    );
    return;
  }
  if (!hasPolicies(inspection)) {
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
