import { constants } from "node:fs";
import type { Stats } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { MemoryError } from "@kioku/core";

/**
 * The least page there is. SQLite takes anything shorter for an empty database, and would overwrite
 * it.
 */
const LEAST_BYTES = 512;

/**
 * Finds out what SQLite would only say in riddles. It never opens the file: to close it again would
 * end the locks that other connections of this process hold, https://sqlite.org/howtocorrupt.html
 * (2.2).
 * @throws `store-failed` if the directory is missing, or the file is a directory, may not be
 *   written or is too short.
 */
export async function checkPath(file: string): Promise<void> {
  const directory = await statIfThere(dirname(file));
  if (directory?.isDirectory() !== true) {
    const what = directory ? "is a file" : "is missing: create it first";
    throw failed(`directory ${dirname(file)} of the database ${what}`);
  }
  const found = await statIfThere(file);
  if (found?.isDirectory() === true) {
    throw failed(`database path ${file} is a directory: name a file in it`);
  }
  if (!found) return;
  await requireWritable(file);
  if (found.size > 0 && found.size < LEAST_BYTES) {
    throw failed(`file ${file} is no SQLite database: choose another path, or move the file away`);
  }
}

/** Whether there is a file with something in it. */
export async function isThere(file: string): Promise<boolean> {
  const found = await statIfThere(file);
  return found !== undefined && found.size > 0;
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing) return undefined;
    throw error;
  });
}

async function requireWritable(file: string): Promise<void> {
  await access(file, constants.R_OK | constants.W_OK).catch((error: unknown) => {
    throw new MemoryError(
      "store-failed",
      `database ${file} is not readable and writable for this process: change its permissions`,
      { cause: error },
    );
  });
}

function failed(message: string): MemoryError {
  return new MemoryError("store-failed", message);
}
