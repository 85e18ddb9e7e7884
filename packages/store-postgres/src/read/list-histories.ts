import type { Page } from "@kioku/core";
import { compareText, pathToScope, historiesCursor, historiesStart } from "@kioku/core/toolkit";
import type { HistoriesRequest, RecordHistory } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { lookUp } from "../sql/fragments.js";
import type { Query } from "../sql/query.js";
import { findTimelines, type Timeline } from "./find-timelines.js";
import { findVersions, readTimelines, wantedSql } from "./read-history.js";

/** Lists one page of histories, of deleted records too. */
export async function listHistories(
  query: Query,
  request: HistoriesRequest,
): Promise<Page<RecordHistory>> {
  const { limit, cursor } = request;
  const start = historiesStart(cursor);
  const timelines = await findTimelines(query, { ...request, start, limit: limit + 1 });
  const [first] = timelines;
  const isContinued = first !== undefined && start?.path === first.scope && start.id === first.id;
  const before = isContinued ? start.before : Number.MAX_SAFE_INTEGER;
  const versions = await findVersions(query, timelines.slice(0, limit), before);
  const end = versions.at(-1);
  const shown = timelines.slice(0, end?.position ?? 0);
  const wanted = versions.flatMap(({ position, version }): readonly Timeline[] => {
    const timeline = shown[position - 1];
    return timeline ? [{ ...timeline, version }] : [];
  });
  const [revisions, keys] = await Promise.all([
    readTimelines(query, wanted),
    readIdempotencyKeys(query, shown),
  ]);
  const byPosition = Map.groupBy(versions.keys(), (index) => versions[index]?.position);
  const last = shown.at(-1);
  const isCut = end !== undefined && end.next_position === end.position;
  const items = shown.flatMap((timeline, index): readonly RecordHistory[] => {
    const found = (byPosition.get(index + 1) ?? []).flatMap(
      (position) => revisions[position] ?? [],
    );
    if (found.length === 0) return [];
    const ownKeys = index === 0 && isContinued ? [] : (keys.get(index + 1) ?? []);
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
  readonly position: number;
  readonly key: string;
}

async function readIdempotencyKeys(
  query: Query,
  timelines: readonly Timeline[],
): Promise<ReadonlyMap<number, readonly KeyRow[]>> {
  const rows = await query<KeyRow>(
    ({ names }) => sql`
      select w.position, k.key from ${wantedSql(timelines)}
      ${lookUp(names.idempotency_keys, "k")}`,
  );
  return Map.groupBy(rows, ({ position }) => position);
}
