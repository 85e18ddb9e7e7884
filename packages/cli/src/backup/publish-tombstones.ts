import { createKeyRing } from "./keys.js";
import type { PublishedTombstones, PublishTombstonesOptions } from "./options.js";
import { claimPlace } from "./place.js";
import { sendTombstones } from "./send-tombstones.js";

/**
 * Sends the list of what was erased, so that restoring an older backup brings nothing back. Call it
 * after each erasure; `createBackup` does it, too.
 * @throws as `createBackup`, and `not-found` if nothing was ever backed up to the place.
 */
export async function publishTombstones(
  options: PublishTombstonesOptions,
): Promise<PublishedTombstones> {
  const { objects, database, signal, clock = () => new Date() } = options;
  const keys = createKeyRing(options.key);
  const place = await claimPlace(objects, { keys, database, signal, mustBeTaken: true });
  return sendTombstones(place, { ...options, clock });
}
