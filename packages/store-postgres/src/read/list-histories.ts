import { compareText, encodeCursor, pathToScope } from "@kioku/core";
import type { HistoriesRequest, Page, RecordHistory } from "@kioku/core";
import { pageOfRows } from "@kioku/core/stores";
import { sql } from "kysely";

import type { Ask } from "../ask.js";
import { lookUp } from "../sql/look-up.js";
import { findTimelines, HISTORIES } from "./find-timelines.js";
import type { Timeline } from "./find-timelines.js";
import { readTimelines, wantedSql } from "./read-timelines.js";

/** One page of what is known of records, whether or not they are still there. */
export async function listHistories(
  ask: Ask,
  request: HistoriesRequest,
): Promise<Page<RecordHistory>> {
  const { limit } = request;
  const timelines = await findTimelines(ask, { ...request, limit: limit + 1 });
  const shown = timelines.slice(0, limit);
  const [revisions, keys] = await Promise.all([
    readTimelines(ask, shown),
    readIdempotencyKeys(ask, shown),
  ]);
  const items = shown.map(({ scope, id }, index) => ({
    scope: pathToScope(scope),
    id,
    revisions: revisions[index] ?? [],
    idempotencyKeys: (keys.get(index + 1) ?? []).map(({ key }) => key).toSorted(compareText),
  }));
  const { cursor } = pageOfRows(timelines, limit, {
    item: ({ id }) => id,
    cursor: ({ scope, id }) => encodeCursor(HISTORIES, [scope, id]),
  });
  return cursor === undefined ? { items } : { items, cursor };
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
