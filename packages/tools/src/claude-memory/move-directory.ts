import type { WriteOptions } from "@kioku/core";
import { waitedTimer } from "@kioku/core/toolkit";

import { checkedKey } from "./file-path.js";
import type { FilePath } from "./file-path.js";
import type { FileRecords, PageStart } from "./file-records.js";
import { ToolMistake } from "./tool-mistake.js";
import { requireOwn } from "./trusted-files.js";
import { isLostRace, keepsChanging } from "./until-written.js";

/** How often in a row all files may turn out to be changed by others. */
const MAX_STALLS = 16;
/** How many files are moved before timers get their turn, and with them an abort. */
const AT_ONCE = 100;

/** From where to where. */
export interface Move {
  readonly from: FilePath;
  readonly to: FilePath;
}

/** A file that is there to be moved. */
interface Listed {
  readonly id: string;
  readonly version: number;
  /** What its path has after that of the directory. */
  readonly rest: string;
}

/**
 * Moves the files of a directory one by one, what is written there meanwhile included. If one
 * cannot be moved, those that were are moved back; none is ever without a path.
 * @throws `conflict` if somebody writes where they go, moves one elsewhere meanwhile, or keeps
 *   changing them; `not-found` if others were faster with all of them; `untrusted` if a file is of
 *   somebody who is trusted and the model is not.
 */
export async function moveDirectory(
  files: FileRecords,
  move: Move,
  options: WriteOptions,
): Promise<void> {
  const { from, to } = move;
  const moved: Listed[] = [];
  try {
    for (let stalls = 0; stalls < MAX_STALLS; stalls += 1) {
      // All of them before the first is moved: so it shows whether somebody else takes one
      // elsewhere.
      const listed = await listFiles(files, from, options);
      if (listed.length === 0) {
        if (moved.length > 0) return;
        throw new ToolMistake("not-found", `The path ${from.given} does not exist`);
      }
      const count = moved.length;
      for (const [index, file] of listed.entries()) {
        if (index % AT_ONCE === AT_ONCE - 1) await timersTurn();
        // Before the attempt: of one that fails it may not be known whether it was written.
        moved.push(file);
        if (!(await moveOne(files, { file, move }, options))) moved.pop();
      }
      if (moved.length > count) stalls = -1;
    }
    throw keepsChanging(from.given);
  } catch (error) {
    const left = await moveBack(files, { moved, move }, options);
    if (left === 0) throw error;
    const some = left === 1 ? "1 file is" : `${left} files are`;
    throw new ToolMistake(
      "conflict",
      `${from.given} was renamed in part: ${some} in ${to.given} now. View both and move the rest one by one.`,
      { cause: error },
    );
  }
}

async function listFiles(
  files: FileRecords,
  { key }: FilePath,
  options: WriteOptions,
): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  let start: PageStart = { $gte: `${key}/` };
  for (;;) {
    const { records, isLast } = await files.page(key, start, options);
    for (const record of records) {
      requireOwn(files, record, "rename");
      const { id, version, key: path = "" } = record;
      listed.push({ id, version, rest: path.slice(key.length) });
      start = { $gt: path };
    }
    if (isLast) return listed;
  }
}

/**
 * Moves a file unless somebody else has changed or deleted it, or has moved it there, and says
 * whether it did.
 */
async function moveOne(
  files: FileRecords,
  { file, move: { from, to } }: { readonly file: Listed; readonly move: Move },
  options: WriteOptions,
): Promise<boolean> {
  const { id, version: ifVersion, rest } = file;
  const key = checkedKey(`${to.key}${rest}`);
  try {
    await files.memory.update(id, { key }, { ...options, ifVersion });
    return true;
  } catch (error) {
    if (!isLostRace(error)) throw error;
    const holder = await files.holder(key, options);
    if (holder && holder.id !== id) {
      throw new ToolMistake("conflict", `The destination ${to.given}${rest} already exists`);
    }
    const record = await files.memory.read(id, { signal: options.signal });
    if (!record || record.key === key || record.key === `${from.key}${rest}`) return false;
    throw new ToolMistake(
      "conflict",
      `Somebody else has moved ${from.given}${rest} elsewhere meanwhile. ${from.given} was not renamed: view it and try again.`,
    );
  }
}

/**
 * Moves files back to where they were, also when the call was aborted, and says how many are not
 * there again.
 */
async function moveBack(
  { memory }: FileRecords,
  { moved, move: { from, to } }: { readonly moved: readonly Listed[]; readonly move: Move },
  { actor, cause }: WriteOptions,
): Promise<number> {
  let left = 0;
  for (const { id, rest } of moved.toReversed()) {
    try {
      const record = await memory.read(id);
      // Somebody else has deleted or moved it since, or it never came there.
      if (record?.key !== `${to.key}${rest}`) continue;
      const ifVersion = record.version;
      await memory.update(id, { key: `${from.key}${rest}` }, { actor, cause, ifVersion });
    } catch {
      left += 1;
    }
  }
  return left;
}

async function timersTurn(): Promise<void> {
  await new Promise<void>((resolve) => {
    waitedTimer(resolve, 0);
  });
}
