import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { invalidInput } from "./errors.js";
import { createKeyRing } from "./keys.js";
import { toBackup } from "./manifest.js";
import type { RestoreBackupOptions, RestoredBackup } from "./options.js";
import { findManifest } from "./read-manifests.js";
import { rebuild } from "./rebuild.js";
import { repeatErasures } from "./repeat-erasures.js";
import { withRestoreFolder } from "./restore-folder.js";
import { copyInto, publishFile, requireEmpty, requireFree } from "./restore-target.js";

/**
 * Restores a backup into a new file, or an empty memory. What was erased since the backup is erased
 * again before anybody can read it. A file gets its name when all of it was checked and is on the
 * disk; nothing is ever overwritten.
 * @throws `conflict` if the file is there, or the memory is not empty; `not-found` if there is no
 *   such backup; `store-failed` with the name of what is damaged; `invalid-input` for a wrong key;
 *   `schema-too-new` for a backup of a newer version.
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<RestoredBackup> {
  const { objects, id, before, to, signal, dryRun = false } = options;
  if (id !== undefined && before !== undefined) {
    throw invalidInput("options id and before must not be given together");
  }
  const keys = createKeyRing(options.key);
  const target = typeof to === "string" ? resolve(to) : to;
  const stagingFolder = resolve(options.stagingFolder);
  const isFile = typeof target === "string";
  if (!dryRun) await (isFile ? requireFree(target) : requireEmpty(target, options));
  const found = await findManifest(objects, { id, before }, { keys, signal });
  const { manifest } = found;
  // A dry run leaves no trace beside the target.
  const parent = isFile && !dryRun ? dirname(target) : stagingFolder;
  if (parent === stagingFolder) await mkdir(parent, { recursive: true, mode: 0o700 });
  return withRestoreFolder(parent, manifest.id, async (folder) => {
    const file = join(folder, "restored.db");
    const rebuilt = await rebuild(manifest, { ...options, keys, folder, file });
    const { erasedAgain, knownUntil, damaged } = await rebuilt.use(async (memory) => {
      const erasures = await repeatErasures(memory, { ...options, keys });
      if (!dryRun && !isFile) await copyInto(target, memory, options);
      return erasures;
    });
    signal?.throwIfAborted();
    if (!dryRun && isFile) await publishFile(file, target);
    const backup = toBackup(manifest);
    const isNewer = knownUntil !== undefined && knownUntil > backup.takenAt;
    return {
      ...backup,
      erasedAgain,
      erasuresKnownUntil: isNewer ? knownUntil : backup.takenAt,
      damaged: [...found.damaged, ...damaged],
    };
  });
}
