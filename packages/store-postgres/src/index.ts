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
} from "./open/client/clients.js";
export type {
  Dialect,
  IndexedSpace,
  NodeInspection,
  NodeRules,
  NearestQuery,
  Quantization,
  SearchNeeds,
  Settings,
  VectorIndexTarget,
  VectorVersions,
} from "./index/dialect.js";
export { citus } from "./index/citus.js";
export { pgvector } from "./index/pgvector.js";
export type {
  MaintainOptions,
  MaintenanceProgress,
  MaintenanceReport,
  VectorIndexReport,
} from "./maintain/maintain-options.js";
export type { Shard } from "./schema/layout.js";
export { shardedStore } from "./shards/sharded-store.js";
export type {
  ShardedSchemasOptions,
  ShardedServersOptions,
  ShardedStoreOptions,
} from "./shards/sharded-store.js";
export { shardOfScope } from "./shards/shard-of-scope.js";
export { grantsSql } from "./open/grants-sql.js";
export type { GrantsOptions } from "./open/grants-sql.js";
export { migrationSql } from "./open/migration-sql.js";
export type { MigrationSqlOptions } from "./open/migration-sql.js";
export type { PostgresStoreOptions, VectorIndexOptions } from "./options.js";
export { postgresStore } from "./postgres-store.js";
export type { PostgresStore } from "./postgres-store.js";
