import type { WriteOptions } from "@kioku/core";

import { ROOT } from "./file-path.js";
import type { FilePath } from "./file-path.js";
import type { FileRecords } from "./file-records.js";
import { moveDirectory } from "./move-directory.js";
import type { Move } from "./move-directory.js";
import { ToolMistake } from "./tool-mistake.js";
import { requireOwn } from "./trusted-files.js";
import { untilWritten } from "./until-written.js";
import { requireDirectories } from "./write-file.js";

/**
 * Gives a file another key, and with it its history; a directory is moved file by file.
 * @throws `conflict` if there is or was something where it goes, or if others keep changing what is
 *   moved; `not-found` if there is nothing to move; `invalid-input` for the root, for a directory
 *   that would go into itself and for a path that would be too long; `untrusted` if a file is of
 *   somebody who is trusted and the model is not; `rejected-by-plugin` for a veto.
 */
export async function moveFiles(
  files: FileRecords,
  move: Move,
  options: WriteOptions,
): Promise<string> {
  const { from, to } = move;
  if (from.key === ROOT) {
    throw new ToolMistake("invalid-input", `Cannot rename the ${ROOT} directory itself`);
  }
  const wasFile = await untilWritten(from.given, async () => {
    await requireFree(files, to, options);
    const file = await files.file(from.key, options);
    if (!file) {
      await requireMovable(files, move, options);
      return async () => false;
    }
    requireOwn(files, file, "rename");
    return async () => {
      await files.memory.update(file.id, { key: to.key }, { ...options, ifVersion: file.version });
      return true;
    };
  });
  if (!wasFile) await moveDirectory(files, move, options);
  return `Successfully renamed ${from.given} to ${to.given}`;
}

async function requireFree(files: FileRecords, to: FilePath, options: WriteOptions): Promise<void> {
  await requireDirectories(files, to, options);
  if (await files.isDirectory(to.key, options)) throw alreadyExists(to.given);
  // Whatever holds the key: a record of another kind, or one that is no longer true, keeps it.
  const holder = await files.holder(to.key, options);
  if (!holder) return;
  const isGone = holder.kind === files.settings.kind && !(await files.file(to.key, options));
  throw isGone ? usedBefore(to.given) : alreadyExists(to.given);
}

function alreadyExists(given: string): ToolMistake {
  return new ToolMistake("conflict", `The destination ${given} already exists`);
}

function usedBefore(given: string): ToolMistake {
  return new ToolMistake(
    "conflict",
    `The destination ${given} was used before, by a file that is no longer true. Choose another path.`,
  );
}

/** Refuses what is no directory, and one that would go into itself. */
async function requireMovable(
  files: FileRecords,
  { from, to }: Move,
  options: WriteOptions,
): Promise<void> {
  if (!(await files.isDirectory(from.key, options))) {
    throw new ToolMistake("not-found", `The path ${from.given} does not exist`);
  }
  if (!to.key.startsWith(`${from.key}/`)) return;
  throw new ToolMistake(
    "invalid-input",
    `Cannot rename ${from.given} to ${to.given}, which is inside of it`,
  );
}
