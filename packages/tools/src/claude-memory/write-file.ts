import type { WriteOptions, MemoryRecord } from "@kioku/core";

import type { ClaudeCreateCommand } from "./commands.js";
import type { Edit } from "./edits.js";
import type { FilePath } from "./file-path.js";
import { textOf } from "./file-records.js";
import type { FileRecords } from "./file-records.js";
import { ToolMistake } from "./tool-mistake.js";
import { requireOwn } from "./trusted-files.js";
import { untilWritten } from "./until-written.js";

/**
 * Makes a new file.
 * @throws `conflict` if there is something, or on the way a file where a directory should be, or if
 *   others keep changing it; `invalid-input` for a text that is too long; `untrusted` if there was
 *   a text that is no longer true, of somebody who is trusted, and the model is not;
 *   `rejected-by-plugin` for a veto.
 */
export async function createFile(
  files: FileRecords,
  { path, text }: { readonly path: FilePath; readonly text: ClaudeCreateCommand["file_text"] },
  options: WriteOptions,
): Promise<string> {
  const { given, key } = path;
  const { kind, trust } = files.settings;
  await untilWritten(given, async () => {
    // Before it is looked at as a file: what becomes one in between has another version.
    const holder = await files.holder(key, options);
    const isTaken = holder && (holder.kind !== kind || (await files.file(key, options)));
    if (isTaken || (await files.isDirectory(key, options))) {
      throw new ToolMistake("conflict", `File ${given} already exists`);
    }
    await requireDirectories(files, path, options);
    checkSize(files, given, text);
    const origin = "assistant";
    const index = contentOf(key, text);
    const ifVersion = holder?.version ?? 0;
    return () => files.memory.set(key, text, { ...options, kind, origin, trust, index, ifVersion });
  });
  return `File created successfully at: ${given}`;
}

/**
 * Changes the text of a file, anew for as long as somebody else changes it in between.
 * @throws `not-found` if there is no such path; `invalid-input` if it is a directory, the edit does
 *   not fit it, or the text would be too long; `untrusted` if the text is of somebody who is
 *   trusted and the model is not; `conflict` if others keep changing it; `rejected-by-plugin` for a
 *   veto.
 */
export async function editFile(
  files: FileRecords,
  { path, edit }: { readonly path: FilePath; readonly edit: (text: string) => Edit },
  options: WriteOptions,
): Promise<string> {
  const { given, key } = path;
  return untilWritten(given, async () => {
    const file = await files.file(key, options);
    if (!file) throw await noFile(files, path, options);
    const { text, answer } = edit(textOf(file));
    checkSize(files, given, text);
    requireOwn(files, file, "edit");
    // An edit makes a text trusted no more than the model is.
    const trust = Math.min(file.trust, files.settings.trust);
    const patch = { content: contentOf(key, text), value: text, trust };
    return async () => {
      const ifVersion = await versionInUse(files, file, options);
      await files.memory.update(file.id, patch, { ...options, ifVersion });
      return answer;
    };
  });
}

/**
 * Refuses a path that leads through a file.
 * @throws `conflict`
 */
export async function requireDirectories(
  files: FileRecords,
  { given, key }: FilePath,
  options: WriteOptions,
): Promise<void> {
  const file = await files.fileOnTheWay(key, options);
  if (file === undefined) return;
  throw new ToolMistake(
    "conflict",
    `There can be no ${given}: ${file} is a file, not a directory.`,
  );
}

async function noFile(
  files: FileRecords,
  { given, key }: FilePath,
  options: WriteOptions,
): Promise<ToolMistake> {
  return (await files.isDirectory(key, options))
    ? new ToolMistake("invalid-input", `The path ${given} is not a file.`)
    : noSuchPath(given);
}

/** What is said of a path that is to be shown or changed. */
export function noSuchPath(given: string): ToolMistake {
  return new ToolMistake(
    "not-found",
    `The path ${given} does not exist. Please provide a valid path.`,
  );
}

/** The text to be found by, which must not be blank. */
function contentOf(key: string, text: string): string {
  return text.trim() === "" ? key : text;
}

function checkSize({ settings }: FileRecords, given: string, text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= settings.maxFileBytes) return;
  throw new ToolMistake(
    "invalid-input",
    `File ${given} would be ${bytes} bytes long, and may be at most ${settings.maxFileBytes}. Nothing was written: use several files.`,
  );
}

/** An archived file is taken back before it is changed. */
async function versionInUse(
  { memory }: FileRecords,
  { id, archivedAt, version }: MemoryRecord,
  options: WriteOptions,
): Promise<number> {
  if (!archivedAt) return version;
  await memory.markUsed(id, options);
  return version + 1;
}
