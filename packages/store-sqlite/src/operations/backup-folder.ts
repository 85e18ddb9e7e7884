import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Database } from "better-sqlite3";
import Driver from "better-sqlite3";

const PREFIX = ".kioku-backup-";
/** The system gives up its lock when the process that has it ends, however that ends. */
const LOCK = "lock";
/**
 * A folder without a lock is of an older version, or of a process that is about to make one: this
 * old, it is left over.
 */
const OLD_MS = 3_600_000;

/**
 * Runs `work` with a new folder in `parent`. The folder goes afterwards, whatever becomes of the
 * work.
 */
export async function withBackupFolder<T>(
  parent: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(parent, PREFIX));
  let lock: Database | undefined;
  try {
    lock = new Driver(join(folder, LOCK), { timeout: 0 });
    lock.exec("begin exclusive");
    await removeLeftovers(parent, folder);
    return await work(folder);
  } finally {
    lock?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes what killed backups left in a directory: copies that no erasure reaches.
 * @param fresh - A folder that was made just now. Without it, folders without a lock are left
 *   alone.
 */
export async function removeLeftovers(parent: string, fresh?: string): Promise<void> {
  const now = fresh === undefined ? 0 : (await stat(fresh)).mtimeMs;
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    if (!name.startsWith(PREFIX) || folder === fresh) continue;
    // One that another process removes meanwhile is gone as well.
    const isLeft = await isLeftOver(folder, now).catch(() => false);
    if (isLeft) await rm(folder, { recursive: true, force: true });
  }
}

async function isLeftOver(folder: string, now: number): Promise<boolean> {
  const file = join(folder, LOCK);
  const hasLock = await stat(file).then(
    () => true,
    () => false,
  );
  if (!hasLock) return now - (await stat(folder)).mtimeMs > OLD_MS;
  const lock = new Driver(file, { timeout: 0, fileMustExist: true });
  try {
    lock.exec("begin exclusive");
    return true;
  } catch {
    return false;
  } finally {
    lock.close();
  }
}
