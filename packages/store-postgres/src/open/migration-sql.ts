import { sql, type RawBuilder } from "kysely";

import type { Dialect } from "../index/dialect.js";
import { pgvector } from "../index/pgvector.js";
import { createIndex, indexSteps, layoutFor } from "../schema/layout.js";
import type { Layout, Shard } from "../schema/layout.js";
import { createMigrationTable, recordShape, recordTables } from "../schema/migration-table.js";
import { checksumOf, MIGRATIONS, type Migration } from "../schema/migration.js";
import { policyStatements } from "../schema/policies.js";
import { compile } from "../sql/compile.js";
import { namesIn, VECTOR_EXTENSION, type Names } from "../sql/names.js";
import {
  checkedBoolean,
  checkedDialect,
  checkedName,
  checkedPartitions,
  checkedShard,
  checkNames,
} from "./check-options.js";

/** Options of `migrationSql`: those of the store that shape its schema. */
export interface MigrationSqlOptions {
  /**
   * The schema of the store.
   * @defaultValue "kioku"
   */
  readonly schema?: string | undefined;
  /**
   * The schema that has the vector extension, or gets it.
   * @defaultValue "public"
   */
  readonly extensionSchema?: string | undefined;
  /**
   * As in `PostgresStoreOptions`.
   * @defaultValue none
   */
  readonly partitions?: number | undefined;
  /**
   * As in `PostgresStoreOptions`.
   * @defaultValue pgvector
   */
  readonly dialect?: Dialect | undefined;
  /**
   * As in `PostgresStoreOptions`.
   * @defaultValue false
   */
  readonly rowLevelSecurity?: boolean | undefined;
  /**
   * Place of the schema among those of a `shardedStore`.
   * @defaultValue none
   */
  readonly shard?: Shard | undefined;
}

const NAMES: readonly (keyof MigrationSqlOptions)[] = [
  "schema",
  "extensionSchema",
  "partitions",
  "dialect",
  "rowLevelSecurity",
  "shard",
];

/**
 * Returns the statements that make a new schema as opening a store would, for an administrator to
 * run. Each is without its semicolon.
 * @throws `invalid-input` if an option is wrong.
 */
export function migrationSql(options: MigrationSqlOptions = {}): readonly string[] {
  checkNames("migrationSql", options, NAMES);
  const { schema = "kioku", rowLevelSecurity = false } = options;
  const dialect = checkedDialect(options.dialect ?? pgvector);
  checkedName("schema", schema);
  const extensionSchema = checkedName("extensionSchema", options.extensionSchema ?? "public");
  const layout = layoutFor(checkedPartitions(options.partitions) ?? 0, checkedShard(options.shard));
  const names = namesIn(schema, extensionSchema);
  return [
    ...(dialect.nodes
      ? [sql`select set_config('citus.enable_schema_based_sharding', 'off', false)`]
      : []),
    sql`create extension if not exists ${sql.id(VECTOR_EXTENSION)} with schema ${sql.id(extensionSchema)}`,
    ...schemaStatements(names, layout),
    ...(dialect.nodes?.place(schema) ?? []),
    ...(checkedBoolean("rowLevelSecurity", rowLevelSecurity)
      ? policyStatements(names, dialect)
      : []),
  ].map((statement) => compile(statement).text.trim());
}

/** Returns the statements that make all tables, without parameters. */
export function schemaStatements(
  names: Names,
  layout: Layout,
  migrations: readonly Migration[] = MIGRATIONS,
): readonly RawBuilder<unknown>[] {
  return [
    sql`create schema if not exists ${sql.id(names.schema)}`,
    createMigrationTable(names),
    ...migrations.flatMap((migration, index) => {
      const version = index + 1;
      const steps = (migration.indexes ?? []).flatMap((each) =>
        // Nobody writes to new tables.
        indexSteps(each, { names, layout, concurrently: false }),
      );
      const checksum = checksumOf(migration);
      return [
        // Fails where the schema exists, before anything is done.
        recordTables(names, version, { checksum, layout }),
        ...migration.statements(names, layout),
        ...steps.flatMap((step) => [
          createIndex(step),
          sql`
insert into ${names.migrations} (version, step, checksum, done_at)
values (${sql.lit(version)}, ${sql.lit(step.name)}, ${sql.lit(checksum)}, now())`,
        ]),
        recordShape(names, version),
      ];
    }),
  ];
}
