import type { MemoryRecord } from "@kioku/core";

import { CommandError, invalidCommand, noSuchPath } from "./command-error.js";
import type { Edit } from "./edits.js";
import { ROOT, type FilePath } from "./file-path.js";
import { inDirectory, textOf, type FileRecords } from "./file-records.js";
import { retryOnConflict } from "./retry-on-conflict.js";

/**
 * Creates a file.
 * @throws `conflict` for a taken path, for a path through a file, and if others keep changing it;
 *   `invalid-input` for a text that is too long; `untrusted` over an ended text of somebody whom
 *   the model may not replace; `rejected-by-plugin` for a veto.
 */
export async function createFile(
  files: FileRecords,
  path: FilePath,
  text: string,
): Promise<string> {
  const { given, key } = path;
  const { options, settings } = files;
  const { kind, trust } = settings;
  await retryOnConflict(given, async () => {
    // Read first: a record that becomes a file in between has another version.
    const holder = await files.holder(key);
    const isTaken = holder && (holder.kind !== kind || (await files.file(key)));
    if (isTaken || (await files.isDirectory(key))) {
      throw new CommandError("conflict", `File ${given} already exists`);
    }
    await requireDirectories(files, path);
    checkSize(files, given, text);
    const origin = "assistant";
    const index = contentOf(key, text);
    const ifVersion = holder?.version ?? 0;
    return () => files.memory.set(key, text, { ...options, kind, origin, trust, index, ifVersion });
  });
  return `File created successfully at: ${given}`;
}

/**
 * Changes the text of a file.
 * @throws `not-found` without such a path; `invalid-input` for a directory, an edit that does not
 *   fit, or a text that would be too long; `untrusted` for a trusted file of others; `conflict` if
 *   others keep changing it; `rejected-by-plugin` for a veto.
 */
export async function editFile(
  files: FileRecords,
  path: FilePath,
  edit: (text: string) => Edit,
): Promise<string> {
  const { given, key } = path;
  return retryOnConflict(given, async () => {
    const file = await files.file(key);
    if (!file) throw await noFile(files, path);
    const { text, answer } = edit(textOf(file));
    checkSize(files, given, text);
    files.requireOwn(file, "edit");
    // An edit makes a text trusted no more than the model is.
    const trust = Math.min(file.trust, files.settings.trust);
    const patch = { content: contentOf(key, text), value: text, trust };
    return async () => {
      const ifVersion = await versionInUse(files, file);
      await files.memory.update(file.id, patch, { ...files.options, ifVersion });
      return answer;
    };
  });
}

/**
 * Forgets a file, or a directory with all files below it, at once. History keeps them.
 * @throws `not-found` without such a path; `invalid-input` for the root; `untrusted` for a trusted
 *   file of others; `conflict` if others keep changing it; `rejected-by-plugin` for a veto.
 */
export async function removeFiles(files: FileRecords, { given, key }: FilePath): Promise<string> {
  const { memory, settings } = files;
  if (key === ROOT) throw invalidCommand(`Cannot delete the ${ROOT} directory itself`);
  const named = { $or: [{ "@key": key }, inDirectory(key)] };
  const others = files.othersFiles();
  await retryOnConflict(given, async () => {
    const file = await files.file(key);
    const isDirectory = await files.isDirectory(key);
    if (!file && !isDirectory) {
      throw new CommandError("not-found", `The path ${given} does not exist`);
    }
    const kept = others && (await files.first({ $and: [named, others] }));
    if (kept) files.requireOwn(kept, "delete");
    // Its version keeps a file that was moved away in between.
    if (file && !isDirectory) {
      return () => memory.forget(file.id, { ...files.options, ifVersion: file.version });
    }
    // Also keeps files of others that were written in between, or are no longer true.
    const own = others ? [{ $not: others }] : [];
    const filter = { $and: [{ "@kind": settings.kind }, named, ...own] };
    return () => memory.forget({ filter }, files.options);
  });
  return `Successfully deleted ${given}`;
}

/** Refuses a path that leads through a file. @throws `conflict` */
export async function requireDirectories(
  files: FileRecords,
  { given, key }: FilePath,
): Promise<void> {
  const file = await files.fileOnTheWay(key);
  if (file === undefined) return;
  const why = `${file} is a file, not a directory.`;
  throw new CommandError("conflict", `There can be no ${given}: ${why}`);
}

async function noFile(files: FileRecords, { given, key }: FilePath): Promise<CommandError> {
  return (await files.isDirectory(key))
    ? invalidCommand(`The path ${given} is not a file.`)
    : noSuchPath(given);
}

/** Returns the content of a file, which cannot be blank. */
function contentOf(key: string, text: string): string {
  return text.trim() === "" ? key : text;
}

function checkSize({ settings }: FileRecords, given: string, text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= settings.maxFileBytes) return;
  throw invalidCommand(
    `File ${given} would be ${bytes} bytes long, and may be at most ${settings.maxFileBytes}. Nothing was written: use several files.`,
  );
}

/** Restores an archived file, and returns the version to change. */
async function versionInUse(
  { memory, options }: FileRecords,
  { id, archivedAt, version }: MemoryRecord,
): Promise<number> {
  if (!archivedAt) return version;
  await memory.markUsed(id, options);
  return version + 1;
}
