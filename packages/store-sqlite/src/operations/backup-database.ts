import { mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { toMemoryError } from "../errors.js";
import type { Patience } from "../jobs/patience.js";
import { resolveBackupOptions } from "./backup-options.js";
import type { BackupOptions, BackupResult } from "./backup-options.js";
import { checkTarget } from "./backup-target.js";
import { copyDatabase } from "./copy-database.js";
import type { Maintenance } from "./maintenance.js";
import { publishCopy } from "./publish-copy.js";
import { verifyCopy } from "./verify-copy.js";

/** Copies the database into a file that is complete and sound, or is not there. */
export async function backupDatabase(
  { maintenance, patience }: { readonly maintenance: Maintenance; readonly patience: Patience },
  target: string,
  given: BackupOptions | undefined,
): Promise<BackupResult> {
  const startedAt = performance.now();
  const { overwrite, signal, onProgress } = resolveBackupOptions(given);
  const { file: source } = maintenance.database;
  return maintenance.run({ exclusive: false, patience }, async (sql) => {
    signal?.throwIfAborted();
    const file = await checkTarget(target, source, overwrite);
    return inDirectoryBeside(file, async (directory) => {
      const copy = join(directory, "copy.db");
      await copyDatabase(sql, copy, { onProgress, patience });
      signal?.throwIfAborted();
      const records = await verifyCopy(sql, copy, signal);
      signal?.throwIfAborted();
      const bytes = await publishCopy(copy, { file, source, overwrite });
      return { bytes, records, durationMs: performance.now() - startedAt };
    }).catch((error: unknown) => {
      if (signal?.aborted === true && error === signal.reason) throw error;
      throw toMemoryError(error, file);
    });
  });
}

/** Whatever becomes of it, the directory goes, with all that is in it. */
async function inDirectoryBeside<T>(
  file: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(dirname(file), ".kioku-backup-"));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
