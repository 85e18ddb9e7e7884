import type { S3ObjectsOptions } from "kioku/backup";

import type { RssReport } from "../transfer/rss-samples.ts";

/** Result of one step. */
export interface BackupStep extends RssReport {
  /** Memories, as the backup counts them. */
  readonly records: number;
  readonly ms: number;
  /** Bytes in the bucket, of a backup. */
  readonly storedBytes?: number;
  /** Of all lines of an export of the database with histories and vectors, after the step. */
  readonly sha256: string;
}

/** Options of one step. */
export interface BackupStepOptions {
  readonly bucket: S3ObjectsOptions;
  /** Secret of the backup, if it is encrypted. */
  readonly key?: string | undefined;
  readonly stagingFolder: string;
  /** Path of the database that is backed up, restored or read. */
  readonly database: string;
}
