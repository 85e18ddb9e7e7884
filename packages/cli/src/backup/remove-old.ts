import { MemoryError } from "@kioku/core";

import { isBackupId, manifestKey, timeOfId, toBackup } from "./manifest.js";
import type { Backup, BackupPlace } from "./options.js";
import type { ClaimedPlace } from "./place.js";
import { readManifests } from "./read-manifests.js";
import { planRetention, type KeepPolicy } from "./retention.js";
import { deleteVerified } from "./transfer.js";

/** Age at which parts without a manifest are no longer of a backup that is being made. */
const ORPHANED_MS = 86_400_000;

interface Removal extends Pick<BackupPlace, "signal"> {
  readonly clock: () => Date;
  /** None: all backups stay. */
  readonly keep: KeepPolicy | undefined;
  /** The backup that was made, and verified, in this run. */
  readonly made: Backup;
}

interface Removed {
  readonly removed: readonly string[];
  readonly problems: readonly string[];
}

/**
 * Removes backups that need not be kept, and parts that killed backups left. The backup that was
 * made is complete whatever happens here, so failures are only reported.
 */
export async function removeOld(place: ClaimedPlace, call: Removal): Promise<Removed> {
  const removed: string[] = [];
  const problems: string[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      call.signal?.throwIfAborted();
      await work();
    } catch (error) {
      call.signal?.throwIfAborted();
      if (!MemoryError.is(error)) throw error;
      problems.push(error.message);
    }
  };
  await attempt(async () => {
    const backups: Backup[] = [];
    for await (const { manifest, error } of readManifests(place.objects, { ...place, ...call })) {
      if (error) problems.push(error.message);
      else if (manifest.database === place.database) backups.push(toBackup(manifest));
    }
    const later = backups.filter(({ takenAt }) => takenAt > call.clock());
    if (later.length > 0) {
      problems.push(
        `${later.map(({ id }) => id).join(", ")} is of the future, and a restore would take it for the newest: check the clocks`,
      );
    }
    if (!call.keep) return;
    for (const { id } of planRetention(backups, call.keep, call.made.id).removed) {
      await attempt(async () => {
        // Without its manifest it is none, whatever happens to its parts.
        await deleteVerified(place.objects, manifestKey(id), call);
        removed.push(id);
        await removeParts(place, id, call);
      });
    }
  });
  await attempt(async () => removeOrphans(place, call));
  return { removed, problems };
}

async function removeParts({ objects }: ClaimedPlace, id: string, call: Removal): Promise<void> {
  for await (const { key } of objects.list(`parts/${id}/`, call)) {
    call.signal?.throwIfAborted();
    await objects.delete(key, call);
  }
}

async function removeOrphans(place: ClaimedPlace, call: Removal): Promise<void> {
  const { objects } = place;
  const listed = new Set<string>();
  for await (const { key } of objects.list("manifests/", call)) listed.add(key);
  const ids = new Set<string>();
  for await (const { key } of objects.list("parts/", call)) ids.add(key.split("/")[1] ?? "");
  for (const id of ids) {
    if (!isBackupId(id) || id === call.made.id) continue;
    const isOld = call.clock().getTime() - timeOfId(id).getTime() > ORPHANED_MS;
    // A store that forgot one answer may know the other.
    if (!isOld || listed.has(manifestKey(id))) continue;
    if ((await objects.get(manifestKey(id), call)) !== undefined) continue;
    await removeParts(place, id, call);
  }
}
