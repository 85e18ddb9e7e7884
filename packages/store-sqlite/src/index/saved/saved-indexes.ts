import { MemoryError } from "@kioku/core";
import type { ScopeRange } from "@kioku/core/toolkit";

import { hasChange, lastChange } from "../../read/find-records.js";
import type { Connection } from "../../sql/connection.js";
import type { Pause } from "../../sql/scheduling.js";
import type { CodeArena } from "../codes/code-arena.js";
import type { ResidentIndex } from "../index-cache.js";
import type { IndexFiles } from "./index-files.js";
import { FILE_VERSION, readIdentity } from "./index-folder.js";
import { ProvedReader, ProvedWriter } from "./proved-file.js";
import { restoreIndex } from "./restore-index.js";
import { beginToSave, saveIndex } from "./save-index.js";

/** Runs work on a connection, in a transaction. */
export type InTransaction = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

interface OpenPlan {
  readonly range: ScopeRange;
  readonly arena: CodeArena;
  readonly pause: Pause;
  readonly inRead: InTransaction;
  /** Reserves memory for what the file holds. Returns false if there is no room. */
  readonly reserve: (bytes: number) => boolean;
}

/**
 * Reads the saved index of a range. A file that is damaged, or of another history of the database,
 * is deleted.
 * @returns `undefined` if there is none, or none of use.
 */
export async function openSaved(
  files: IndexFiles,
  { range, arena, pause, inRead, reserve }: OpenPlan,
): Promise<ResidentIndex | undefined> {
  const identity = await inRead((connection) => readIdentity(connection));
  const handle = await files.open(identity, range).catch(() => undefined);
  if (!handle) return undefined;
  let reader: ProvedReader | undefined;
  let restored: ResidentIndex | undefined;
  let isUsed = false;
  try {
    const file = await ProvedReader.open(handle, { key: identity.token, version: FILE_VERSION });
    reader = file?.reader;
    if (file && !reserve(file.bytes)) return undefined;
    const resident = file && (await restoreIndex(file, { range, arena, pause }));
    restored = resident;
    isUsed =
      resident !== undefined && (await inRead(async (found) => isOfHistory(found, resident)));
    if (isUsed) return resident;
  } catch (error) {
    // Thrown by a pause because the store is closed; all else is of the file.
    if (error instanceof MemoryError) throw error;
  } finally {
    if (!isUsed) restored?.release();
    await reader?.settle();
    await handle.close();
  }
  await files.discard(identity, range).catch(() => undefined);
  return undefined;
}

/**
 * Returns true if a database has all transactions that a saved index has changes of. After a loss
 * of power it may have lost the latest ones. None that comes later gets a number of theirs: numbers
 * grow by random steps.
 */
function isOfHistory(connection: Connection, { change, newest }: ResidentIndex): boolean {
  return hasChange(connection, change) && (newest === change || hasChange(connection, newest));
}

interface SavePlan {
  readonly inWrite: InTransaction;
  readonly pause: Pause;
}

/**
 * Saves an index in use. Returns false if it was not up to date at the beginning, or something was
 * erased meanwhile.
 */
export async function saveResident(
  files: IndexFiles,
  resident: ResidentIndex,
  { inWrite, pause }: SavePlan,
): Promise<boolean> {
  const { range } = resident;
  if (!(await files.hasRoomFor(resident.bytes))) return false;
  const begun = await inWrite(async (connection) => {
    // Otherwise it could hold what was erased before.
    if (lastChange(connection) !== resident.change) return undefined;
    const index = beginToSave(resident);
    const identity = await readIdentity(connection);
    return { index, file: await files.create(identity, range), key: identity.token };
  });
  if (!begun) return false;
  const { index, file, key } = begun;
  try {
    await saveIndex(new ProvedWriter(file.handle, { key, version: FILE_VERSION }), index, pause);
    return await inWrite(async (connection) => files.publish(await readIdentity(connection), file));
  } finally {
    await files.abandon(file);
  }
}

/** Returns true if an index has a file that the next process can follow changes from. */
export async function isOfUse(
  files: IndexFiles,
  { range, savedChange }: ResidentIndex,
  inRead: InTransaction,
): Promise<boolean> {
  const identity = await inRead(async (connection) => {
    const isListed = savedChange !== undefined && hasChange(connection, savedChange);
    return isListed ? readIdentity(connection) : undefined;
  });
  return identity !== undefined && files.exists(identity, range);
}
