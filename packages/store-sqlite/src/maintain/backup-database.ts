import { link, open, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { MemoryError } from "@kioku/core";
import { safeProgress } from "@kioku/core/toolkit";

import { storeFailed, toMemoryError } from "../errors.js";
import { removeIndexFiles } from "../index/saved/index-folder.js";
import { APPLICATION_ID, SCHEMA_VERSION } from "../schema/migrate.js";
import { retryWhileBusy, type BusyTimeout } from "../sql/scheduling.js";
import type { SqlRows } from "../sql/sql-text.js";
import { checkTarget, withBackupFolder } from "./backup-target.js";
import { checkDatabase } from "./check-database.js";
import type { Maintenance } from "./maintenance.js";
import { resolveBackupOptions, type BackupOptions, type BackupResult } from "./store-operations.js";
import { readSizes } from "./store-stats.js";

/** Copies the database to a file that is complete and verified, or does not exist. */
export async function backupDatabase(
  { maintenance, timeout }: { readonly maintenance: Maintenance; readonly timeout: BusyTimeout },
  target: string,
  given: BackupOptions | undefined,
): Promise<BackupResult> {
  const startedAt = performance.now();
  const { overwrite, signal, onProgress } = resolveBackupOptions(given);
  const { file: source } = maintenance.database;
  return maintenance.run({ exclusive: false, timeout }, async (sql) => {
    signal?.throwIfAborted();
    const file = await checkTarget(target, source, overwrite);
    return withBackupFolder(dirname(file), async (folder) => {
      const copy = join(folder, "copy.db");
      await copyDatabase(sql, copy, { onProgress, timeout });
      signal?.throwIfAborted();
      const records = await verifyCopy(sql, copy, signal);
      signal?.throwIfAborted();
      const bytes = await publishCopy(copy, { file, source, overwrite });
      // Of the database that the copy replaced.
      await removeIndexFiles(file);
      return { bytes, records, durationMs: performance.now() - startedAt };
    }).catch((error: unknown) => {
      if (signal?.aborted === true && error === signal.reason) throw error;
      throw toMemoryError(error, file);
    });
  });
}

const INTERVAL_MS = 100;

/**
 * Writes a compact snapshot of the database to a new file, without anything erased. The copy of an
 * encrypted database is encrypted with the same key.
 */
async function copyDatabase(
  sql: SqlRows,
  copy: string,
  { onProgress, timeout }: Pick<BackupOptions, "onProgress"> & { readonly timeout: BusyTimeout },
): Promise<void> {
  const { bytes, freeBytes } = await readSizes(sql);
  const endProgress = reportProgress(copy, bytes - freeBytes, onProgress);
  try {
    await retryWhileBusy(timeout, async () => {
      await rm(copy, { force: true });
      await sql.rows("vacuum into ?", copy);
    });
  } finally {
    await endProgress();
  }
}

/** Reports progress by the length of the copy, until the returned function reports the end. */
function reportProgress(
  copy: string,
  expectedBytes: number,
  onProgress: BackupOptions["onProgress"],
): () => Promise<void> {
  const notify = safeProgress(onProgress);
  const report = async (): Promise<void> => {
    const bytes = await stat(copy).then(
      ({ size }) => size,
      () => 0,
    );
    notify?.({ bytes, totalBytes: Math.max(bytes, expectedBytes) });
  };
  const timer = onProgress && setInterval(() => void report(), INTERVAL_MS);
  return () => {
    clearInterval(timer);
    return report();
  };
}

const COUNT_RECORDS = "select count(*) as records from copy.records";

/**
 * Checks a copy and returns its number of records. Uses the same connection, and so the same key.
 * @throws `store-failed` if anything is wrong with it.
 */
async function verifyCopy(sql: SqlRows, copy: string, signal?: AbortSignal): Promise<number> {
  await sql.rows("attach ? as copy", copy);
  try {
    const [identity] = await sql.rows<{ application_id: number }>("pragma copy.application_id");
    const [schema] = await sql.rows<{ user_version: number }>("pragma copy.user_version");
    if (identity?.application_id !== APPLICATION_ID || schema?.user_version !== SCHEMA_VERSION) {
      throw damaged("it is not marked as a database of Kioku");
    }
    const { problems } = await checkDatabase(sql, "copy", signal);
    if (problems.length > 0) throw damaged(problems.join("; "));
    const [counted] = await sql.rows<{ records: number }>(COUNT_RECORDS);
    return counted?.records ?? 0;
  } finally {
    await sql.rows("detach copy");
  }
}

function damaged(what: string): MemoryError {
  return storeFailed(
    `backup failed: the copy did not pass its check (${what}); run integrityCheck on the database`,
  );
}

interface Publication {
  readonly file: string;
  /** The original: nobody may read the copy who may not read it. */
  readonly source: string | undefined;
  readonly overwrite: boolean;
}

/**
 * Flushes a copy to the disk, renames it, and returns its length.
 * @throws `EEXIST` if the path was taken meanwhile.
 */
async function publishCopy(
  copy: string,
  { file, source, overwrite }: Publication,
): Promise<number> {
  const handle = await open(copy, "r+");
  try {
    await handle.chmod(source === undefined ? 0o600 : (await stat(source)).mode & 0o777);
    await handle.sync();
    const { size } = await handle.stat();
    await (overwrite ? rename(copy, file) : renameIfFree(copy, file));
    await syncDirectory(dirname(file));
    return size;
  } finally {
    await handle.close();
  }
}

/** Links instead of renaming, which would overwrite; some file systems have no links. */
async function renameIfFree(copy: string, file: string): Promise<void> {
  try {
    await link(copy, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    await rename(copy, file);
    return;
  }
  await unlink(copy);
}

/** Flushes the new name to the disk; Windows cannot and need not. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
