import { createHmac } from "node:crypto";
import { lstat, open, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";

import { rangeKey, type ScopeRange } from "@kioku/core/toolkit";

import { SCHEMA_VERSION } from "../../schema/migrate.js";
import type { SqlRows } from "../../sql/sql-text.js";
import { ProvedReader } from "./proved-file.js";

/** Version of all that is in a file; another one is not read. */
export const FILE_VERSION: number = 1_000 * SCHEMA_VERSION + 1;

const FOLDER_SUFFIX = "-index";
/** Token, number of erasures, range; unfinished files end in `.new`. */
const NAME = /^[0-9a-f]{8}-\d+-[0-9a-f]{32}(?:\.new)?$/u;
/** Ending of names of files being written. */
export const UNFINISHED = ".new";

const IDENTITY = "select token, erased from identity, erasure";

/** Identity of a database, and of its state between two erasures. */
export interface DatabaseIdentity {
  readonly token: Uint8Array;
  /** Number of erasures. */
  readonly erased: number;
}

/** Reads the identity of a database; it changes with each erasure. */
export async function readIdentity(sql: SqlRows): Promise<DatabaseIdentity> {
  const [found] = await sql.rows<DatabaseIdentity>(IDENTITY);
  return found ?? { token: new Uint8Array(0), erased: 0 };
}

/** Returns the path of the folder beside a database that keeps its saved indexes. */
export function indexFolder(database: string): string {
  return `${database}${FOLDER_SUFFIX}`;
}

/**
 * Deletes the saved indexes of a database, by default all.
 * @param kept - Keeps files of this identity.
 * @returns False if some of them may be left.
 */
export async function removeIndexFiles(
  database: string,
  kept?: DatabaseIdentity,
): Promise<boolean> {
  const folder = indexFolder(database);
  try {
    await removeOthers(folder, kept);
    // Fails if something is left there, maybe of others.
    if (!kept) await rmdir(folder).catch(() => undefined);
    return true;
  } catch {
    return false;
  }
}

/** Deletes the saved indexes of a database that are damaged, as far as they can be read. */
export async function removeDamagedFiles(sql: SqlRows, database: string): Promise<void> {
  await checkFiles(sql, database).catch(() => undefined);
}

async function checkFiles(sql: SqlRows, database: string): Promise<void> {
  const folder = indexFolder(database);
  const identity = await readIdentity(sql);
  const proof = { key: identity.token, version: FILE_VERSION };
  for (const name of await removeOthers(folder, identity)) {
    if (name.endsWith(UNFINISHED)) continue;
    const handle = await open(join(folder, name), "r");
    try {
      const file = await ProvedReader.open(handle, proof);
      if ((await file?.reader.isProved()) !== true) await rm(join(folder, name), { force: true });
    } finally {
      await handle.close();
    }
  }
}

/** Deletes our files in a folder but those of an identity, and returns the names of these. */
export async function removeOthers(
  folder: string,
  kept: DatabaseIdentity | undefined,
): Promise<readonly string[]> {
  const beginning = kept && beginningOf(kept);
  const names: string[] = [];
  for (const name of await namesIn(folder)) {
    if (beginning !== undefined && name.startsWith(beginning)) names.push(name);
    else await rm(join(folder, name), { force: true });
  }
  return names;
}

/** Returns the names of our files in a folder; none if there is no folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const found = await lstat(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  if (found?.isDirectory() !== true) return [];
  return (await readdir(folder)).filter((name) => NAME.test(name));
}

/** Returns the name of the file of a range. */
export function nameOf(identity: DatabaseIdentity, range: ScopeRange): string {
  return `${beginningOf(identity)}${hash(identity, `range ${rangeKey(range)}`, 32)}`;
}

/** Returns the beginning of the names of all files of an identity. */
export function beginningOf(identity: DatabaseIdentity): string {
  return `${hash(identity, "database", 8)}-${identity.erased}-`;
}

/** Returns hexadecimal digits that tell nothing of a text. */
function hash({ token }: DatabaseIdentity, text: string, digits: number): string {
  return createHmac("sha256", token).update(text).digest("hex").slice(0, digits);
}
