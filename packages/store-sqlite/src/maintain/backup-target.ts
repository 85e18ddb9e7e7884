import type { Stats } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import Driver from "better-sqlite3";
import type { Database } from "better-sqlite3";

import { storeFailed, invalidInput } from "../errors.js";

/** Suffixes of the files of an SQLite database. */
const SUFFIXES = ["", "-wal", "-shm", "-journal", "-reserve", "-index"] as const;

/**
 * Checks the path of a copy and returns it as an absolute one.
 * @param database - Path of the database; `undefined` if it is in memory.
 * @throws `invalid-input` if the path is unusable; `store-failed` if its directory is missing.
 */
export async function checkTarget(
  target: unknown,
  database: string | undefined,
  overwrite: boolean,
): Promise<string> {
  if (typeof target !== "string" || target.trim() !== target || !/^[^\0]+$/u.test(target)) {
    throw invalidInput("backup takes the path of a file, without space around it and without NUL");
  }
  const file = resolve(target);
  const directory = await statIfThere(dirname(file));
  if (directory?.isDirectory() !== true) {
    const what = directory ? "is a file" : "is missing: create it first";
    throw storeFailed(`directory ${dirname(file)} of the backup ${what}`);
  }
  const found = await statIfThere(file);
  if (await isPartOf(database, file, found)) {
    throw invalidInput(`backup path ${file} is the database itself: choose another path`);
  }
  if (found && !found.isFile())
    throw invalidInput(`backup path ${file} is not a file: name a file in it`);
  if (found && !overwrite) {
    throw invalidInput(`backup path ${file} is taken: choose another path, or set overwrite`);
  }
  for (const suffix of ["-wal", "-journal"]) {
    // SQLite would take it for the log of the copy.
    if (!(await statIfThere(`${file}${suffix}`))) continue;
    throw invalidInput(
      `backup path ${file} has a log from another database beside it, ${suffix}: choose another path`,
    );
  }
  return file;
}

/** Returns true if a path leads to a file of the database, also by another name. */
async function isPartOf(
  database: string | undefined,
  file: string,
  found: Stats | undefined,
): Promise<boolean> {
  if (database === undefined) return false;
  for (const suffix of SUFFIXES) {
    if (`${database}${suffix}` === file) return true;
    const own = await statIfThere(`${database}${suffix}`);
    if (own && found && own.ino === found.ino && own.dev === found.dev) return true;
  }
  return false;
}

/** Returns the status of a file; `undefined` if there is none. */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    const { code } = error as { readonly code?: unknown };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  });
}

const PREFIX = ".kioku-backup-";
/** The system releases its lock when the owning process ends. */
const LOCK = "lock";
/** Age at which a folder without a lock counts as a leftover. */
const OLD_MS = 3_600_000;

/** Runs `work` with a new folder in `parent` and removes the folder afterwards. */
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
 * Removes folders that killed backups left: erasures do not reach them.
 * @param fresh - A folder made just now. Without it, folders without a lock are kept.
 */
export async function removeLeftovers(parent: string, fresh?: string): Promise<void> {
  const now = fresh === undefined ? 0 : (await stat(fresh)).mtimeMs;
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    if (!name.startsWith(PREFIX) || folder === fresh) continue;
    // Another process may remove it meanwhile.
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
