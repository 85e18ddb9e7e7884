import { createKeyRing } from "./keys.js";
import { toBackup } from "./manifest.js";
import type { Backup, BackupList, BackupPlace, DamagedObject } from "./options.js";
import { readManifests } from "./read-manifests.js";

/** Lists the backups of a place. Without the secret of encrypted ones, only damage is noticed. */
export async function listBackups({ objects, key, signal }: BackupPlace): Promise<BackupList> {
  const keys = createKeyRing(key);
  const backups: Backup[] = [];
  const damaged: DamagedObject[] = [];
  for await (const read of readManifests(objects, { keys, signal })) {
    if (read.manifest) backups.push(toBackup(read.manifest));
    else damaged.push({ key: read.key, problem: read.error.message });
  }
  return { backups, damaged };
}
