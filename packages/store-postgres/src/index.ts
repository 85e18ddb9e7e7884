/**
 * A store in PostgreSQL with pgvector.
 *
 * @module @kioku/store-postgres
 */
export type {
  PgliteDatabase,
  PgliteQueryOptions,
  PgliteResult,
  PgliteTransaction,
  PostgresConnection,
  PostgresPool,
  PostgresPoolClient,
  PostgresQuery,
  PostgresResult,
  PostgresStream,
  PostgresTypes,
} from "./client/clients.js";
export { alloydb } from "./dialect/alloydb.js";
export { azure } from "./dialect/azure.js";
export { citus } from "./dialect/citus.js";
export { cockroachdb } from "./dialect/cockroachdb.js";
export type {
  Dialect,
  DialectSupport,
  IndexedSpace,
  NearestQuery,
  SearchNeeds,
  Settings,
  VectorEncoding,
  VectorIndexTarget,
  VectorVersions,
} from "./dialect/dialect.js";
export { pgvector } from "./dialect/pgvector.js";
export { pgvectorscale } from "./dialect/pgvectorscale.js";
export { vectorchord } from "./dialect/vectorchord.js";
export { yugabytedb } from "./dialect/yugabytedb.js";
export type {
  MaintainOptions,
  MaintenanceProgress,
  MaintenanceReport,
  VectorIndexReport,
} from "./maintain/maintain-options.js";
export { grantsSql } from "./isolation/grants-sql.js";
export type { GrantsOptions } from "./isolation/grants-sql.js";
export { migrationSql } from "./migrations/migration-sql.js";
export type { MigrationSqlOptions } from "./migrations/migration-sql.js";
export type { PostgresStoreOptions, Quantization, VectorIndexOptions } from "./options.js";
export { postgresStore } from "./postgres-store.js";
export type { PostgresStore } from "./postgres-store.js";
