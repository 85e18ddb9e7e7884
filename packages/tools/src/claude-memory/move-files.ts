import { waitedTimer } from "@kioku/core/toolkit";

import { CommandError, invalidCommand } from "./command-error.js";
import { checkedKey, ROOT, type FilePath } from "./file-path.js";
import type { FileRecords, PageStart } from "./file-records.js";
import { isLostRace, keepsChanging, retryOnConflict } from "./retry-on-conflict.js";
import { requireDirectories } from "./write-files.js";

/** Attempts in a row in which others changed all files. */
const MAX_STALLS = 16;
/** Files that are moved before timers run, and with them an abort. */
const FILES_AT_ONCE = 100;

/** Source and destination. */
interface Move {
  readonly from: FilePath;
  readonly to: FilePath;
}

/** A file to move. */
interface Listed {
  readonly id: string;
  readonly version: number;
  /** Its path below the directory. */
  readonly rest: string;
}

/**
 * Changes the key of a file, which keeps its history; moves a directory file by file.
 * @throws `conflict` for a destination that is or was taken, and if others keep changing what is
 *   moved; `not-found` without such a path; `invalid-input` for the root, a directory into itself
 *   and a path that would be too long; `untrusted` for a trusted file of others;
 *   `rejected-by-plugin` for a veto.
 */
export async function moveFiles(files: FileRecords, move: Move): Promise<string> {
  const { from, to } = move;
  if (from.key === ROOT) throw invalidCommand(`Cannot rename the ${ROOT} directory itself`);
  const wasFile = await retryOnConflict(from.given, async () => {
    await requireFree(files, to);
    const file = await files.file(from.key);
    if (!file) {
      await requireMovable(files, move);
      return async () => false;
    }
    files.requireOwn(file, "rename");
    const options = { ...files.options, ifVersion: file.version };
    return async () => {
      await files.memory.update(file.id, { key: to.key }, options);
      return true;
    };
  });
  if (!wasFile) await moveDirectory(files, move);
  return `Successfully renamed ${from.given} to ${to.given}`;
}

async function requireFree(files: FileRecords, to: FilePath): Promise<void> {
  await requireDirectories(files, to);
  if (await files.isDirectory(to.key)) throw alreadyExists(to.given);
  // Records of other kinds, and those no longer true, keep their keys.
  const holder = await files.holder(to.key);
  if (!holder) return;
  const isGone = holder.kind === files.settings.kind && !(await files.file(to.key));
  if (!isGone) throw alreadyExists(to.given);
  const why = "by a file that is no longer true. Choose another path.";
  throw new CommandError("conflict", `The destination ${to.given} was used before, ${why}`);
}

function alreadyExists(given: string): CommandError {
  return new CommandError("conflict", `The destination ${given} already exists`);
}

/** Refuses a path that is no directory, and a directory that would go into itself. */
async function requireMovable(files: FileRecords, { from, to }: Move): Promise<void> {
  if (!(await files.isDirectory(from.key))) {
    throw new CommandError("not-found", `The path ${from.given} does not exist`);
  }
  if (!to.key.startsWith(`${from.key}/`)) return;
  throw invalidCommand(`Cannot rename ${from.given} to ${to.given}, which is inside of it`);
}

/**
 * Moves the files of a directory one by one, including those written meanwhile. If one cannot be
 * moved, the others are moved back.
 */
async function moveDirectory(files: FileRecords, move: Move): Promise<void> {
  const { from, to } = move;
  const moved: Listed[] = [];
  try {
    for (let stalls = 0; stalls < MAX_STALLS; stalls += 1) {
      // Lists all before the first is moved, so that a file that others move is noticed.
      const listed = await listFiles(files, from);
      if (listed.length === 0) {
        if (moved.length > 0) return;
        throw new CommandError("not-found", `The path ${from.given} does not exist`);
      }
      const count = moved.length;
      for (const [index, file] of listed.entries()) {
        if (index % FILES_AT_ONCE === FILES_AT_ONCE - 1) await runTimers();
        // Noted before the attempt: a failed one may have been written.
        moved.push(file);
        if (!(await moveOne(files, file, move))) moved.pop();
      }
      if (moved.length > count) stalls = -1;
    }
    throw keepsChanging(from.given);
  } catch (error) {
    const left = await moveBack(files, moved, move);
    if (left === 0) throw error;
    const some = left === 1 ? "1 file is" : `${left} files are`;
    throw new CommandError(
      "conflict",
      `${from.given} was renamed in part: ${some} in ${to.given} now. View both and move the rest one by one.`,
      { cause: error },
    );
  }
}

async function listFiles(files: FileRecords, { key }: FilePath): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  let start: PageStart = { $gte: `${key}/` };
  for (;;) {
    const { records, isLast } = await files.page(key, start);
    for (const record of records) {
      files.requireOwn(record, "rename");
      const { id, version, key: path = "" } = record;
      listed.push({ id, version, rest: path.slice(key.length) });
      start = { $gt: path };
    }
    if (isLast) return listed;
  }
}

/** Moves a file. Returns false if others changed, deleted or moved it first. */
async function moveOne(files: FileRecords, file: Listed, { from, to }: Move): Promise<boolean> {
  const { id, version: ifVersion, rest } = file;
  const key = checkedKey(`${to.key}${rest}`);
  try {
    await files.memory.update(id, { key }, { ...files.options, ifVersion });
    return true;
  } catch (error) {
    if (!isLostRace(error)) throw error;
    const holder = await files.holder(key);
    if (holder && holder.id !== id) throw alreadyExists(`${to.given}${rest}`);
    const record = await files.memory.read(id, { signal: files.options.signal });
    if (!record || record.key === key || record.key === `${from.key}${rest}`) return false;
    throw new CommandError(
      "conflict",
      `Somebody else has moved ${from.given}${rest} elsewhere meanwhile. ${from.given} was not renamed: view it and try again.`,
    );
  }
}

/** Moves files back, even after an abort, and returns the number of those that failed. */
async function moveBack(
  { memory, options }: FileRecords,
  moved: readonly Listed[],
  { from, to }: Move,
): Promise<number> {
  const { actor, cause } = options;
  let left = 0;
  for (const { id, rest } of moved.toReversed()) {
    try {
      const record = await memory.read(id);
      // Others deleted or moved it since, or it was never moved.
      if (record?.key !== `${to.key}${rest}`) continue;
      const ifVersion = record.version;
      await memory.update(id, { key: `${from.key}${rest}` }, { actor, cause, ifVersion });
    } catch {
      left += 1;
    }
  }
  return left;
}

async function runTimers(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waitedTimer(resolve, 0);
  await promise;
}
