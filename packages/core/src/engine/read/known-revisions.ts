import type { HistoriesRequest, StoredRevision } from "../../contracts/history.js";
import type { CompleteStore } from "../../contracts/memory-store.js";
import { isExpired } from "../../in-memory-store/selection.js";
import { chunk } from "../../internal/async/chunk.js";
import { recordKey } from "../../internal/record-key.js";
import type { CallOptions } from "../../model/call-options.js";
import { compareText } from "../../model/compare-text.js";
import type { MemoryRecord, RecordId, Revision } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { historyPages } from "../history-pages.js";

/** Histories that are read at the same time. */
const AT_ONCE = 16;

/** A record as it was known at an instant. */
export interface KnownRevision extends RecordId {
  /** The version that was the last one written by then. */
  readonly revision: StoredRevision;
  readonly record: MemoryRecord;
  /** As it is now; absent if it has been forgotten since. */
  readonly current: MemoryRecord | undefined;
}

/** Reads what was known at an instant, but for records that have expired by now. */
export async function knownRevisions(
  engine: Engine,
  { within, reach, at, signal }: Pick<HistoriesRequest, "within" | "reach" | "at"> & CallOptions,
): Promise<readonly KnownRevision[]> {
  const known: KnownRevision[] = [];
  for await (const page of historyPages(engine, { within, reach, at }, { signal })) {
    const now = engine.clock();
    const current = await engine.store.get(page, { now, signal });
    const found = page.flatMap(({ scope, id, revisions: [revision] }, index) =>
      revision?.record
        ? [{ scope, id, revision, record: revision.record, current: current[index] }]
        : [],
    );
    for (const group of chunk(found, AT_ONCE)) {
      const left = await Promise.all(
        group.map(async (one) => {
          if (one.current) return true;
          return !isPurged(await newestRevisions(engine.store, one, { signal }), now);
        }),
      );
      known.push(...group.filter((_, index) => left[index]));
    }
  }
  return oneOfEachKey(known);
}

/** Reads a record as it is now, or as it was known at an instant. */
export async function readAt(
  engine: Engine,
  ref: RecordId,
  { knownAt, signal }: CallOptions & { readonly knownAt: Date | undefined },
): Promise<MemoryRecord | undefined> {
  const { store } = engine;
  const now = engine.clock();
  if (knownAt === undefined) {
    const [record] = await store.get([ref], { now, signal });
    return record;
  }
  const [known] = await newestRevisions(store, ref, { at: knownAt, signal });
  const record = known?.record;
  if (!record || isExpired(record, knownAt)) return undefined;
  return isPurged(await newestRevisions(store, ref, { signal }), now) ? undefined : record;
}

/** Reads the last versions of a record, oldest first: at least its deletion and the one before. */
async function newestRevisions(
  store: CompleteStore,
  { scope, id }: RecordId,
  { at, signal }: CallOptions & { readonly at?: Date | undefined },
): Promise<readonly StoredRevision[]> {
  const request = { within: [scope], reach: "here", ids: [id], limit: 1, at } as const;
  const { items } = await store.histories(request, { signal });
  return items[0]?.revisions ?? [];
}

/** Tests if nothing of a record may be read any more: it was purged, or it has expired. */
export function isPurged(revisions: readonly Revision[], now: Date): boolean {
  const last = revisions.findLast(({ record }) => record !== undefined)?.record;
  return last === undefined ? revisions.length === 0 : isExpired(last, now);
}

/** Keeps the latest record of each key, where clocks of writers disagreed. */
function oneOfEachKey(known: readonly KnownRevision[]): readonly KnownRevision[] {
  const ordered = known.toSorted(
    (a, b) => a.revision.at.getTime() - b.revision.at.getTime() || compareText(a.id, b.id),
  );
  const latest = new Map(ordered.map((one) => [keyOf(one), one]));
  return known.filter((one) => one.record.key === undefined || latest.get(keyOf(one)) === one);
}

function keyOf({ scope, record }: KnownRevision): string | undefined {
  return record.key === undefined ? undefined : recordKey({ scope, id: record.key });
}
