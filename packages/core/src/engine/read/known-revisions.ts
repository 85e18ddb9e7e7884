import type { HistoriesRequest, StoredRevision } from "../../contracts/history.js";
import { eachPage } from "../../contracts/store-helpers.js";
import { inGroups } from "../../internal/async/in-groups.js";
import type { CallOptions } from "../../model/call-options.js";
import { compareText } from "../../model/compare-text.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { MemoryRecord, RecordId } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { hasGone } from "./has-gone.js";
import { newestRevisions } from "./newest-revisions.js";

/** Histories that are read at the same time. */
const AT_ONCE = 16;

/** A record as it was known at an instant. */
export interface KnownRevision extends RecordId {
  /** The version that was the last one written by then. */
  readonly revision: StoredRevision;
  /** The record of that version. */
  readonly record: MemoryRecord;
  /** As it is now; absent if it has been forgotten since. */
  readonly current: MemoryRecord | undefined;
}

/** Where to look, and the instant. */
export interface KnownCall extends Pick<HistoriesRequest, "within" | "reach">, CallOptions {
  readonly knownAt: Date;
}

/**
 * What was known at an instant, but for records that have expired by now. Versions that had expired
 * by then are in it.
 */
export async function knownRevisions(
  engine: Engine,
  { within, reach, knownAt, signal }: KnownCall,
): Promise<readonly KnownRevision[]> {
  const known: KnownRevision[] = [];
  const pages = eachPage((cursor) =>
    engine.store.histories({ within, reach, at: knownAt, limit: MAX_LIMIT, cursor }, { signal }),
  );
  for await (const page of pages) {
    const now = engine.clock();
    const current = await engine.store.get(page, { now, signal });
    const found = page.flatMap(({ scope, id, revisions: [revision] }, index) =>
      revision?.record
        ? [{ scope, id, revision, record: revision.record, current: current[index] }]
        : [],
    );
    for (const group of inGroups(found, AT_ONCE)) {
      const left = await Promise.all(
        group.map(async (one) => {
          if (one.current) return true;
          return !hasGone(await newestRevisions(engine.store, one, { signal }), now);
        }),
      );
      known.push(...group.filter((_, index) => left[index]));
    }
  }
  return oneOfEachKey(known);
}

/**
 * Where the clocks of two writers disagreed, two records may seem to have had one key at once: the
 * later one had it.
 */
function oneOfEachKey(known: readonly KnownRevision[]): readonly KnownRevision[] {
  const holders = new Map<string, KnownRevision>();
  for (const one of known) {
    const name = keyOf(one);
    if (name === undefined) continue;
    const holder = holders.get(name);
    if (!holder || isLater(one, holder)) holders.set(name, one);
  }
  return known.filter((one) => {
    const name = keyOf(one);
    return name === undefined || holders.get(name) === one;
  });
}

function keyOf({ scope, record }: KnownRevision): string | undefined {
  return record.key === undefined ? undefined : `${record.key}\0${scopeToPath(scope)}`;
}

function isLater(a: KnownRevision, b: KnownRevision): boolean {
  const between = a.revision.at.getTime() - b.revision.at.getTime();
  return (between || compareText(a.id, b.id)) > 0;
}
