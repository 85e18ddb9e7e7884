import { dirname } from "node:path";

import { isBusy } from "../errors.js";
import type { Patience } from "../jobs/patience.js";
import { removeLeftovers } from "../operations/backup-folder.js";
import type { Maintenance } from "../operations/maintenance.js";
import { emptyLog } from "./empty-log.js";
import { isRewriteDue, rewriteDatabase } from "./rewrite-database.js";
import { whenFree } from "./when-free.js";

/**
 * Makes what was erased unreadable in the file and its write-ahead log, and says in words if that
 * has to wait.
 */
export async function scrubDatabase(
  maintenance: Maintenance,
  patience: Patience,
): Promise<readonly string[]> {
  const { file } = maintenance.database;
  if (file === undefined) return [];
  const what = `${file} and its write-ahead log can still hold what was erased`;
  return maintenance.run({ exclusive: true, patience }, async (sql) => {
    await removeLeftovers(dirname(file));
    const rewrite = async (): Promise<void> => {
      if (await isRewriteDue(sql)) await rewriteDatabase(sql, patience);
    };
    if (!(await isFree(rewrite))) {
      return [
        `${what}, because another connection is writing to it: it is rewritten when the last connection closes`,
      ];
    }
    if (!(await isFree(() => whenFree(patience, () => emptyLog(sql))))) {
      return [
        `${what}, because another connection is using it: the log, which has the file as it was rewritten, ` +
          "moves into it when the last connection closes",
      ];
    }
    return [];
  });
}

/** Whether nobody was in the way for too long. */
async function isFree(attempt: () => Promise<void>): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return false;
  }
}
