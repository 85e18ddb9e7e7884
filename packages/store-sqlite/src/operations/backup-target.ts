import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import { MemoryError } from "@kioku/core";

/** What the names of SQLite's files end in beside the database itself. */
const SUFFIXES = ["", "-wal", "-shm", "-journal", "-reserve"] as const;

/**
 * Finds out whether a copy may go there, and answers with its absolute path.
 * @param database - The database's own path; `undefined` if it is in memory.
 * @throws `invalid-input` if it is no path, taken, or the database itself; `store-failed` if its
 *   directory is missing.
 */
export async function checkTarget(
  target: unknown,
  database: string | undefined,
  overwrite: boolean,
): Promise<string> {
  if (typeof target !== "string" || target.trim() !== target || !/^[^\0]+$/u.test(target)) {
    throw refused("backup takes the path of a file, without space around it and without NUL");
  }
  const file = resolve(target);
  const directory = await statIfThere(dirname(file));
  if (directory?.isDirectory() !== true) {
    const what = directory ? "is a file" : "is missing: create it first";
    throw new MemoryError("store-failed", `directory ${dirname(file)} of the backup ${what}`);
  }
  const found = await statIfThere(file);
  if (await isPartOf(database, file, found)) {
    throw refused(`backup path ${file} is the database itself: choose another path`);
  }
  if (found && !found.isFile()) throw refused(`backup path ${file} is no file: name a file in it`);
  if (found && !overwrite) {
    throw refused(`backup path ${file} is taken: choose another path, or set overwrite`);
  }
  for (const suffix of ["-wal", "-journal"]) {
    // SQLite would take it for the log of the copy.
    if (!(await statIfThere(`${file}${suffix}`))) continue;
    throw refused(
      `backup path ${file} has a log from another database beside it, ${suffix}: choose another path`,
    );
  }
  return file;
}

/** Whether a path leads to one of the files of a database, be it by another name. */
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

async function statIfThere(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    const { code } = error as { readonly code?: unknown };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  });
}

function refused(message: string): MemoryError {
  return new MemoryError("invalid-input", message);
}
