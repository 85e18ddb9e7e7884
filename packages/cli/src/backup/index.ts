/**
 * Backups of a memory to a folder or an S3-compatible store, and their restoration.
 *
 * @module kioku/backup
 */
export { createBackup } from "./create-backup.js";
export { folderObjects } from "./folder-objects.js";
export { listBackups } from "./list-backups.js";
export type { ObjectStore, PutOptions, StoredObject } from "./object-store.js";
export type { Backup, BackupCall, BackupList, BackupPlace, BackupProgress } from "./options.js";
export type { BackupSource, CreateBackupOptions, CreatedBackup, DamagedObject } from "./options.js";
export type { PublishedTombstones, PublishTombstonesOptions } from "./options.js";
export type { RestoreBackupOptions, RestoredBackup } from "./options.js";
export type { VerifiedBackup, VerifyBackupOptions } from "./options.js";
export { publishTombstones } from "./publish-tombstones.js";
export { restoreBackup } from "./restore-backup.js";
export type { S3ObjectsOptions } from "./s3/s3-options.js";
export { s3Objects } from "./s3-objects.js";
export { verifyBackup } from "./verify-backup.js";
