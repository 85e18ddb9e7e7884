import { MemoryError } from "@kioku/core";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Dialect } from "../dialect/dialect.js";
import { pgvector } from "../dialect/pgvector.js";
import { policyStatements } from "../isolation/policies.js";
import {
  checkedDialect,
  checkNames,
  checkedName,
  checkedPartitions,
  checkedRowLevelSecurity,
} from "../open/check-options.js";
import { compile } from "../sql/compile.js";
import { namesIn } from "../sql/names.js";
import type { Names } from "../sql/names.js";
import { createIndex, indexSteps } from "./index-steps.js";
import { closingStatements, layoutFor } from "./layout.js";
import type { Layout } from "./layout.js";
import { createMigrationTable, recordShape, recordTables } from "./migration-table.js";
import { checksumOf, MIGRATIONS } from "./migration.js";
import type { Migration } from "./migration.js";

/** What `migrationSql` takes: what is said to the store too. */
export interface MigrationSqlOptions {
  /**
   * The schema of the store.
   * @defaultValue "kioku"
   */
  readonly schema?: string | undefined;
  /**
   * The schema that has the vector extension, or gets it. To be left out where the database has the
   * type built in.
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
}

const NAMES: readonly (keyof MigrationSqlOptions)[] = [
  "schema",
  "extensionSchema",
  "partitions",
  "dialect",
  "rowLevelSecurity",
];

/**
 * The statements that make a schema as opening a store would, for an administrator to run. Each is
 * without its semicolon. They make a new schema, and change nothing where there is one.
 * @throws `invalid-input` if an option is wrong.
 */
export function migrationSql(options: MigrationSqlOptions = {}): readonly string[] {
  checkNames("migrationSql", options, NAMES);
  const { schema = "kioku", rowLevelSecurity = false } = options;
  const dialect = checkedDialect(options.dialect ?? pgvector);
  checkedName("schema", schema);
  const extensionSchema = vectorSchema(dialect, options.extensionSchema);
  const partitions = checkedPartitions(options.partitions, dialect) ?? 0;
  const layout = layoutFor(dialect, partitions);
  const names = namesIn(schema, extensionSchema, dialect.vectorEncoding);
  return [
    ...extensionStatements(dialect, extensionSchema),
    ...schemaStatements(names, layout),
    ...(checkedRowLevelSecurity(rowLevelSecurity, dialect) ? policyStatements(names) : []),
  ].map((statement) => compile(statement).text.trim());
}

/** What is built in is in the schema of the catalogue. */
function vectorSchema({ vectorExtension, name }: Dialect, given: string | undefined): string {
  if (vectorExtension !== undefined) return checkedName("extensionSchema", given ?? "public");
  if (given === undefined) return "pg_catalog";
  throw new MemoryError(
    "invalid-input",
    `option extensionSchema must be left out with ${name}, which has the type vector built in`,
  );
}

function extensionStatements(
  { vectorExtension }: Dialect,
  schema: string,
): readonly RawBuilder<unknown>[] {
  if (vectorExtension === undefined) return [];
  return [
    sql`create extension if not exists ${sql.id(vectorExtension)} with schema ${sql.id(schema)}`,
  ];
}

/**
 * The statements that make all tables in an empty database that has the vector extension. None of
 * them has a parameter.
 */
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
        // Nobody writes to what is just being made.
        indexSteps(each, { names, layout, concurrently: false }),
      );
      const checksum = checksumOf(migration);
      return [
        // Where it was done before, this fails, and nothing is done.
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
    ...closingStatements(names, layout),
  ];
}
