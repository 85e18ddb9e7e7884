import { dirname } from "node:path";

import { isBusy } from "../errors.js";
import { indexFolder, readIdentity, removeIndexFiles } from "../index/saved/index-folder.js";
import { retryWhileBusy, type BusyTimeout } from "../sql/scheduling.js";
import { emptyLog } from "../sql/write-ahead-log.js";
import { removeLeftovers } from "./backup-target.js";
import { isRewriteDue, rewriteDatabase, type Maintenance } from "./maintenance.js";
import type { VacuumResult } from "./store-operations.js";
import { readSizes } from "./store-stats.js";

/** Makes erased content unreadable in the file and its log, and returns what has to wait. */
export async function scrubDatabase(
  maintenance: Maintenance,
  timeout: BusyTimeout,
): Promise<readonly string[]> {
  const { file } = maintenance.database;
  if (file === undefined) return [];
  const what = `${file} and its write-ahead log can still hold erased data`;
  return maintenance.run({ exclusive: true, timeout }, async (sql) => {
    await removeLeftovers(dirname(file));
    const left = (await removeIndexFiles(file, await readIdentity(sql)))
      ? []
      : [
          `${indexFolder(file)} can still hold erased data, because a file in it cannot be deleted: delete the folder`,
        ];
    const rewrite = async (): Promise<void> => {
      if (await isRewriteDue(sql)) await rewriteDatabase(sql, timeout);
    };
    if (!(await isFree(rewrite))) {
      return [
        ...left,
        `${what}, because another connection is writing to it: it is rewritten when the last connection closes`,
      ];
    }
    if (!(await isFree(() => retryWhileBusy(timeout, () => emptyLog(sql))))) {
      return [
        ...left,
        `${what}, because another connection is using it: the log, which has the file as it was rewritten, ` +
          "moves into it when the last connection closes",
      ];
    }
    return left;
  });
}

/** Returns false if others held locks for too long. */
async function isFree(attempt: () => Promise<void>): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return false;
  }
}

/** Rewrites the file without the space that deletions left. */
export async function vacuumDatabase(
  maintenance: Maintenance,
  timeout: BusyTimeout,
): Promise<VacuumResult> {
  return maintenance.run({ exclusive: true, timeout }, async (sql) => {
    const { bytes: bytesBefore } = await readSizes(sql);
    await rewriteDatabase(sql, timeout);
    try {
      await retryWhileBusy(timeout, () => emptyLog(sql));
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    const { bytes: bytesAfter } = await readSizes(sql);
    return { bytesBefore, bytesAfter };
  });
}
