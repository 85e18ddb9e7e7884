/**
 * A store in one SQLite file.
 *
 * @module @kioku/store-sqlite
 */
export type { SqliteHandle } from "./open/sqlite-handle.js";
export type { BackupOptions, BackupProgress, BackupResult } from "./maintain/store-operations.js";
export type {
  IntegrityReport,
  StoreOperations,
  VacuumResult,
} from "./maintain/store-operations.js";
export type { IndexStats, SpaceStats, StoreStats } from "./maintain/store-operations.js";
export type { SqliteStoreOptions } from "./options.js";
export type { Durability } from "./sql/pragmas.js";
export { sqliteStore } from "./sqlite-store.js";
export type { SqliteStore } from "./sqlite-store.js";
export { sqliteVectorCache } from "./sqlite-vector-cache.js";
export type { SqliteVectorCacheOptions } from "./sqlite-vector-cache.js";
