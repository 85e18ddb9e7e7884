import type { MemoryRoot } from "@kioku/core";

import type { PublishedTombstones } from "../../backup/options.js";
import type { Call } from "../../command/call.js";
import { failureOf } from "../../output/failure.js";
import { shown } from "../../output/shown.js";

type Published = PublishedTombstones & {
  /** Where it is. */
  readonly place: string;
};

/**
 * Sends the list of what was erased to the place of the backups, so that restoring one of them
 * brings nothing back. Returns `undefined` if no place is configured, or it has no backups of this
 * database.
 */
export async function publishErasure(
  { host, print, signal, settings: load }: Pick<Call, "host" | "print" | "signal" | "settings">,
  memory: MemoryRoot,
): Promise<Published | undefined> {
  const settings = await load();
  const { target, key } = settings.backup;
  if (target === undefined || target === "") return undefined;
  const [{ objectsOf }, { knownDatabaseId }, { publishTombstones }] = await Promise.all([
    import("../back-up/objects-of.js"),
    import("../back-up/database-id.js"),
    import("../../backup/publish-tombstones.js"),
  ]);
  const objects = await objectsOf(undefined, settings, host);
  const database = await knownDatabaseId(settings, host);
  const place = { objects, key, clock: host.clock, signal };
  try {
    const sent = await publishTombstones({ ...place, database: database ?? "unknown", memory });
    return { ...sent, place: objects.name };
  } catch (error) {
    const { code, message } = failureOf(error, signal);
    if (code === "not-found" && database === undefined) return undefined;
    if (code !== "conflict") throw error;
    await print.note(print.style.warning(shown(`erasure was not sent to backups: ${message}`)));
    return undefined;
  }
}
