/**
 * A store in one SQLite file.
 *
 * @module @kioku/store-sqlite
 */
export type { SqliteHandle } from "./open/sqlite-handle.js";
export type { BackupOptions, BackupProgress, BackupResult } from "./operations/backup-options.js";
export type { MirrorStats } from "./operations/mirror-stats.js";
export type {
  IntegrityReport,
  StoreOperations,
  VacuumResult,
} from "./operations/store-operations.js";
export type { SpaceStats, StoreStats } from "./operations/store-stats.js";
export type { Durability, SqliteStoreOptions } from "./options.js";
export { sqliteStore } from "./sqlite-store.js";
export type { SqliteStore } from "./sqlite-store.js";
export { sqliteVectorCache } from "./vector-cache/sqlite-vector-cache.js";
export type { SqliteVectorCacheOptions } from "./vector-cache/vector-cache-options.js";
