import type { ListQuery, MemoryRecord, Page, Reach } from "@kioku/core";

import type { ChangedVersion, FeedPlace } from "./feed-place.js";
import { FeedProgress, MAX_SEEN, OVERLAP_MS } from "./feed-progress.js";

const PAGE = 100;

/** What was written from an instant on, oldest first, page by page. */
export async function* changesSince(
  place: FeedPlace,
  fromMs: number,
  { reach }: { readonly reach: Reach },
): AsyncGenerator<readonly ChangedVersion[]> {
  yield* pages(place, { ...since(fromMs), reach, order: "asc" });
}

/** A feed that begins now: all that is there by then is old. */
export async function beginNow(
  place: FeedPlace,
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
  for await (const changes of pages(place, query)) {
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
  place: FeedPlace,
  query: ListQuery,
): AsyncGenerator<readonly ChangedVersion[]> {
  let cursor: string | undefined;
  do {
    const page: Page<MemoryRecord> = await place.memory.list({ ...query, cursor });
    yield page.items.filter(({ scope }) => place.hears(scope)).map((record) => versionOf(record));
    ({ cursor } = page);
  } while (cursor !== undefined);
}

/** Which version a record is. */
export function versionOf({ scope, id, version, updatedAt }: MemoryRecord): ChangedVersion {
  return { scope, id, version, atMs: updatedAt.getTime() };
}
