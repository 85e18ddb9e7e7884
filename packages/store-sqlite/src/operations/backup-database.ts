import { dirname, join } from "node:path";

import { toMemoryError } from "../errors.js";
import type { Patience } from "../jobs/patience.js";
import { withBackupFolder } from "./backup-folder.js";
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
    return withBackupFolder(dirname(file), async (folder) => {
      const copy = join(folder, "copy.db");
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
