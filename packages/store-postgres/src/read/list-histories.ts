import type { Page } from "@kioku/core";
import { compareText, pathToScope, historiesCursor, historiesStart } from "@kioku/core/toolkit";
import type { HistoriesRequest, RecordHistory } from "@kioku/core/toolkit";
import { sql } from "kysely";

import type { Ask } from "../ask.js";
import { lookUp } from "../sql/look-up.js";
import { findTimelines } from "./find-timelines.js";
import type { Timeline } from "./find-timelines.js";
import { findVersions } from "./find-versions.js";
import { readTimelines, wantedSql } from "./read-timelines.js";

/** One page of what is known of records, whether or not they are still there. */
export async function listHistories(
  ask: Ask,
  request: HistoriesRequest,
): Promise<Page<RecordHistory>> {
  const { limit, cursor } = request;
  const start = historiesStart(cursor);
  const timelines = await findTimelines(ask, { ...request, start, limit: limit + 1 });
  const [first] = timelines;
  const isGoingOn = first !== undefined && start?.path === first.scope && start.id === first.id;
  const before = isGoingOn ? start.before : Number.MAX_SAFE_INTEGER;
  const versions = await findVersions(ask, timelines.slice(0, limit), before);
  const end = versions.at(-1);
  const shown = timelines.slice(0, end?.place ?? 0);
  const wanted = versions.flatMap(({ place, version }): readonly Timeline[] => {
    const timeline = shown[place - 1];
    return timeline ? [{ ...timeline, version }] : [];
  });
  const [revisions, keys] = await Promise.all([
    readTimelines(ask, wanted),
    readIdempotencyKeys(ask, shown),
  ]);
  const byPlace = Map.groupBy(versions.keys(), (index) => versions[index]?.place);
  const last = shown.at(-1);
  const isCut = end !== undefined && end.next_place === end.place;
  const items = shown.flatMap((timeline, index): readonly RecordHistory[] => {
    const found = (byPlace.get(index + 1) ?? []).flatMap((place) => revisions[place] ?? []);
    if (found.length === 0) return [];
    const ownKeys = index === 0 && isGoingOn ? [] : (keys.get(index + 1) ?? []);
    return [
      {
        scope: pathToScope(timeline.scope),
        id: timeline.id,
        revisions: found.toReversed(),
        idempotencyKeys: ownKeys.map(({ key }) => key).toSorted(compareText),
        ...(timeline === last && isCut && { more: true }),
      },
    ];
  });
  if (!last || !end || (!isCut && shown.length === timelines.length)) return { items };
  const at = isCut ? end.version : 0;
  return { items, cursor: historiesCursor({ path: last.scope, id: last.id, before: at }) };
}

interface KeyRow {
  readonly place: number;
  readonly key: string;
}

async function readIdempotencyKeys(
  ask: Ask,
  timelines: readonly Timeline[],
): Promise<ReadonlyMap<number, readonly KeyRow[]>> {
  const rows = await ask<KeyRow>(
    ({ names }) => sql`
      select w.place, k.key from ${wantedSql(timelines)}
      ${lookUp(names.idempotency_keys, "k")}`,
  );
  return Map.groupBy(rows, ({ place }) => place);
}
