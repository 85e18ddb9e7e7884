import type { WriteOptions } from "@kioku/core";

import { ROOT } from "./file-path.js";
import type { FilePath } from "./file-path.js";
import { inDirectory } from "./file-records.js";
import type { FileRecords } from "./file-records.js";
import { ToolMistake } from "./tool-mistake.js";
import { othersFiles, requireOwn } from "./trusted-files.js";
import { untilWritten } from "./until-written.js";

/**
 * Forgets a file, or a directory with all that is in it, at once. History keeps them.
 * @throws `not-found` if there is no such path, `invalid-input` for the root, `untrusted` if a file
 *   is of somebody who is trusted and the model is not, `conflict` if others keep changing it,
 *   `rejected-by-plugin` for a veto.
 */
export async function removeFiles(
  files: FileRecords,
  { given, key }: FilePath,
  options: WriteOptions,
): Promise<string> {
  const { memory, settings } = files;
  if (key === ROOT) {
    throw new ToolMistake("invalid-input", `Cannot delete the ${ROOT} directory itself`);
  }
  const named = { $or: [{ "@key": key }, inDirectory(key)] };
  const others = othersFiles(settings);
  await untilWritten(given, async () => {
    const file = await files.file(key, options);
    const isDirectory = await files.isDirectory(key, options);
    if (!file && !isDirectory) {
      throw new ToolMistake("not-found", `The path ${given} does not exist`);
    }
    const kept = others && (await files.first({ $and: [named, others] }, options));
    if (kept) requireOwn(files, kept, "delete");
    // By its version: without, what somebody moved away in between would be forgotten where it is
    // now.
    if (file && !isDirectory) {
      return () => memory.forget(file.id, { ...options, ifVersion: file.version });
    }
    // What others write in between, or what is no longer true, is no more the model's than what was
    // seen.
    const own = others ? [{ $not: others }] : [];
    const filter = { $and: [{ "@kind": settings.kind }, named, ...own] };
    return () => memory.forget({ filter }, options);
  });
  return `Successfully deleted ${given}`;
}
