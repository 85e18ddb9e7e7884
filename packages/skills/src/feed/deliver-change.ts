import type { Memory, MemoryRecord, Revision } from "@kioku/core";

import { trailOf } from "../access/trail-mark.js";
import type { ChangedVersion, FeedPlace } from "./feed-place.js";
import type { FeedProgress } from "./feed-progress.js";
import type { MemoryChange } from "./memory-feed.js";

/** Versions of one page. */
const PAGE = 1_000;

/** What a change is delivered with. */
export interface DeliverChange {
  readonly place: FeedPlace;
  readonly progress: FeedProgress;
  readonly now: Date;
  /** Delivers one version. */
  readonly deliver: (change: MemoryChange) => Promise<void>;
}

/**
 * Delivers what was written of a record up to a version and was not delivered before, version by
 * version. Versions that only put it aside, brought it back or ended its validity are none; and a
 * record that is gone by now is passed over.
 * @returns how many versions were delivered.
 */
export async function deliverChange(
  change: ChangedVersion,
  { place, progress, now, deliver }: DeliverChange,
): Promise<number> {
  if (progress.has(change)) return 0;
  const { scope, id } = change;
  const memory = place.viewOf(scope);
  const page = { limit: PAGE };
  const [current, first] = await Promise.all([memory.read(id), memory.history(id, page)]);
  if (!isThere(current, now)) {
    progress.add(change);
    return 0;
  }
  let delivered = 0;
  for await (const revision of versionsOf(memory, change, first)) {
    const { version, at, record } = revision;
    const one = { scope, id, version, atMs: at.getTime() };
    if (progress.has(one)) continue;
    // Versions before the overlap were delivered; what was heard of is new in any case.
    if (version < change.version && one.atMs < progress.fromMs) continue;
    if (record && (revision.change === "created" || revision.change === "updated")) {
      const eventId = place.eventId(one);
      await deliver({ eventId, record, memory, trail: trailOf(revision) });
      delivered += 1;
    }
    progress.add(one);
  }
  progress.add(change);
  return delivered;
}

/** Reads the versions of a record up to the one that was written, from its first page on. */
async function* versionsOf(
  memory: Pick<Memory, "history">,
  { id, version: last }: ChangedVersion,
  first: readonly Revision[],
): AsyncGenerator<Revision> {
  for (let page = first; ;) {
    for (const revision of page) if (revision.version <= last) yield revision;
    const after = page.at(-1)?.version ?? last;
    if (after >= last) return;
    page = await memory.history(id, { after, limit: PAGE });
  }
}

/** Whether somebody who asked for it now would get it. */
function isThere(record: MemoryRecord | undefined, now: Date): boolean {
  if (!record || record.archivedAt) return false;
  return record.expiresAt === undefined || record.expiresAt > now;
}
