import { MemoryError, type CallOptions } from "@kioku/core";

import { readDocument } from "./document.js";
import { invalidInput, notFound, storeFailed } from "./errors.js";
import type { KeyRing } from "./keys.js";
import { isBackupId, isManifest, manifestKey, timeOfId, type Manifest } from "./manifest.js";
import type { ObjectStore } from "./object-store.js";
import type { DamagedObject } from "./options.js";

/** A manifest, or why it cannot be read. */
export type ReadManifest =
  | { readonly key: string; readonly manifest: Manifest; readonly error?: undefined }
  | { readonly key: string; readonly manifest?: undefined; readonly error: MemoryError };

interface Reading extends CallOptions {
  readonly keys: KeyRing;
}

/** Which backup. */
export interface BackupChoice {
  /** Its id, or the beginning of it. */
  readonly id?: string | undefined;
  /** Newest moment that it may show. */
  readonly before?: Date | undefined;
}

const FOLDER = "manifests/";

/** Reads the manifests of a place, the newest first. */
export async function* readManifests(
  objects: ObjectStore,
  reading: Reading,
): AsyncGenerator<ReadManifest> {
  for (const id of await listIds(objects, FOLDER, reading)) {
    yield await readManifest(objects, id, reading);
  }
}

/** Lists the ids of manifests that begin so, the newest first. */
async function listIds(
  objects: ObjectStore,
  prefix: string,
  { signal }: CallOptions,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { key } of objects.list(prefix, { signal })) {
    const id = key.slice(FOLDER.length, -".json".length);
    if (isBackupId(id) && key === manifestKey(id)) ids.push(id);
  }
  return ids.toSorted().toReversed();
}

/** Reads a manifest. Rejects only if the store failed. */
async function readManifest(
  objects: ObjectStore,
  id: string,
  { keys, signal }: Reading,
): Promise<ReadManifest> {
  const key = manifestKey(id);
  const bytes = await objects.get(key, { signal });
  try {
    if (bytes === undefined) throw storeFailed(`${key} is listed, but it is not there`);
    const manifest = await readDocument(bytes, isManifest, { key, keys });
    if (manifest.id !== id) throw storeFailed(`${key} is the manifest of ${manifest.id}`);
    return { key, manifest };
  } catch (error) {
    if (MemoryError.is(error)) return { key, error };
    throw error;
  }
}

/**
 * Finds a backup, and names the newer manifests that cannot be read.
 * @throws `not-found`; for an id also what is wrong with its manifest.
 */
export async function findManifest(
  objects: ObjectStore,
  { id = "", before }: BackupChoice,
  reading: Reading,
): Promise<{ readonly manifest: Manifest; readonly damaged: readonly DamagedObject[] }> {
  const ids = isBackupId(id) ? [id] : await listIds(objects, `${FOLDER}${id}`, reading);
  if (id !== "" && ids.length > 1) {
    throw invalidInput(`${id} is the beginning of ${ids.length} backups, such as ${ids[0]}`);
  }
  const damaged: DamagedObject[] = [];
  let failure: MemoryError | undefined;
  for (const one of ids) {
    if (before && timeOfId(one) > before) continue;
    const { key, manifest, error } = await readManifest(objects, one, reading);
    if (manifest && before && new Date(manifest.takenAt) > before) continue;
    if (manifest) return { manifest, damaged };
    failure ??= error;
    damaged.push({ key, problem: error.message });
  }
  // A wrong key explains it better than that nothing was found.
  if (failure && (id !== "" || !MemoryError.is(failure, "store-failed"))) throw failure;
  const which = id === "" ? (before ? ` of ${before.toISOString()} or before` : "") : ` ${id}`;
  const unreadable = damaged.length > 0 ? `, and ${damaged.length} cannot be read` : "";
  throw notFound(`no backup${which} is in ${objects.name}${unreadable}`);
}
