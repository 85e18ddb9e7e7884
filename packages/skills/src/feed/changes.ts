import type { ListQuery, Memory, MemoryRecord, Page, Reach, Revision } from "@kioku/core";

import { causePathOf } from "../access/cause-mark.js";
import { FeedProgress, MAX_SEEN, OVERLAP_MS } from "./feed-progress.js";
import type { ChangedVersion, FeedSource } from "./feed-source.js";
import type { MemoryChange } from "./memory-feed.js";

const PAGE = 100;

/** Yields what was written since an instant, oldest first, page by page. */
export async function* changesSince(
  source: FeedSource,
  fromMs: number,
  { reach }: { readonly reach: Reach },
): AsyncGenerator<readonly ChangedVersion[]> {
  yield* pages(source, { ...since(fromMs), reach, order: "asc" });
}

/** Makes the progress of a feed that begins now: all records up to now are old. */
export async function beginNow(
  source: FeedSource,
  now: Date,
  { reach }: { readonly reach: Reach },
): Promise<FeedProgress> {
  const nowMs = now.getTime();
  const progress = new FeedProgress(nowMs);
  const query = {
    ...since(nowMs - OVERLAP_MS),
    reach,
    order: "desc",
    includeArchived: true,
  } as const;
  for await (const changes of pages(source, query)) {
    for (const change of changes) progress.add(change);
    const isPast = (changes.at(-1)?.atMs ?? nowMs) < nowMs;
    if (isPast && progress.size > MAX_SEEN) break;
  }
  progress.advance(nowMs);
  return progress;
}

function since(ms: number): ListQuery {
  return {
    orderBy: "updatedAt",
    includeRetired: true,
    filter: { "@updatedAt": { $gte: new Date(ms) } },
    limit: PAGE,
  };
}

async function* pages(
  source: FeedSource,
  query: ListQuery,
): AsyncGenerator<readonly ChangedVersion[]> {
  let cursor: string | undefined;
  do {
    const page: Page<MemoryRecord> = await source.memory.list({ ...query, cursor });
    yield page.items.filter(({ scope }) => source.covers(scope)).map((record) => versionOf(record));
    ({ cursor } = page);
  } while (cursor !== undefined);
}

export function versionOf({ scope, id, version, updatedAt }: MemoryRecord): ChangedVersion {
  return { scope, id, version, atMs: updatedAt.getTime() };
}

const VERSIONS_PAGE = 1_000;

interface DeliverChange {
  readonly source: FeedSource;
  readonly progress: FeedProgress;
  readonly now: Date;
  readonly deliver: (change: MemoryChange) => Promise<void>;
}

/**
 * Delivers the versions of a record that were not delivered yet, up to the given one, except those
 * that only archive, restore or end it. Returns the number of deliveries.
 */
export async function deliverChange(
  change: ChangedVersion,
  { source, progress, now, deliver }: DeliverChange,
): Promise<number> {
  if (progress.has(change)) return 0;
  const { scope, id } = change;
  const memory = source.viewOf(scope);
  const page = { limit: VERSIONS_PAGE };
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
    // Versions before the overlap were delivered, except the one that the memory just told of.
    if (version < change.version && one.atMs < progress.fromMs) continue;
    if (record && (revision.change === "created" || revision.change === "updated")) {
      const eventId = source.eventId(one);
      await deliver({ eventId, record, memory, causePath: causePathOf(revision) });
      delivered += 1;
    }
    progress.add(one);
  }
  progress.add(change);
  return delivered;
}

/** Reads the versions of a record up to the given one, from its first page on. */
async function* versionsOf(
  memory: Pick<Memory, "history">,
  { id, version: last }: ChangedVersion,
  first: readonly Revision[],
): AsyncGenerator<Revision> {
  for (let page = first; ;) {
    for (const revision of page) if (revision.version <= last) yield revision;
    const after = page.at(-1)?.version ?? last;
    if (after >= last) return;
    page = await memory.history(id, { after, limit: VERSIONS_PAGE });
  }
}

/** Returns true if a read would find the record now. */
function isThere(record: MemoryRecord | undefined, now: Date): boolean {
  if (!record || record.archivedAt) return false;
  return record.expiresAt === undefined || record.expiresAt > now;
}
