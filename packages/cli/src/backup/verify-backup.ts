import { fetchParts } from "./fetch-parts.js";
import { createKeyRing } from "./keys.js";
import { toBackup } from "./manifest.js";
import type { DamagedObject, VerifiedBackup, VerifyBackupOptions } from "./options.js";
import { findManifest } from "./read-manifests.js";

/**
 * Reads all of a backup again and names what is missing or damaged.
 * @throws `not-found`; `invalid-input` for a wrong key; `store-failed` if its manifest is damaged.
 */
export async function verifyBackup(options: VerifyBackupOptions): Promise<VerifiedBackup> {
  const { objects, id, key, signal } = options;
  const keys = createKeyRing(key);
  const { manifest } = await findManifest(objects, { id }, { keys, signal });
  const damaged: DamagedObject[] = [];
  for await (const part of fetchParts(manifest, { ...options, keys })) {
    if ("problem" in part) damaged.push(part);
  }
  return { ...toBackup(manifest), damaged };
}
