import { compareText, encodeCursor, pathToScope } from "@kioku/core";
import type { HistoriesRequest, Page, RecordHistory } from "@kioku/core";
import { currentToRevision, endedToRevision } from "@kioku/core/stores";

import { ENDED_COLUMNS } from "../record/ended-row.js";
import type { EndedRow } from "../record/ended-row.js";
import { STORED_COLUMNS } from "../record/stored-row.js";
import type { StoredRow } from "../record/stored-row.js";
import type { Connection } from "../sql/connection.js";
import { findTimelines, HISTORIES } from "./find-timelines.js";
import type { Timeline } from "./find-timelines.js";

// A list of [scope, id], or [scope, id, version] where that version is all there is to read.
const WANTED = "from json_each(?) as w";
const OF_WANTED = (name: "h" | "r"): string =>
  `on ${name}.scope = w.value ->> 0 and ${name}.id = w.value ->> 1 ` +
  `and ${name}.version = coalesce(w.value ->> 2, ${name}.version)`;

const ENDED = `
  select w.key as place, ${ENDED_COLUMNS} ${WANTED}
  cross join history as h ${OF_WANTED("h")}`;
const CURRENT = `
  select w.key as place, ${STORED_COLUMNS} ${WANTED} cross join records as r ${OF_WANTED("r")}
  cross join scopes as s on s.id = r.scope left join strength as t on t.record = r.row`;
const IDEMPOTENCY_KEYS = `
  select w.key as place, k.key ${WANTED}
  cross join records as r on r.scope = w.value ->> 0 and r.id = w.value ->> 1
  cross join idempotency_keys as k on k.record = r.row`;

/** A row, and which of the records asked for it is about. */
interface Placed {
  readonly place: number;
}

/** One page of what is known of records, whether or not they are still there. */
export function listHistories(
  connection: Connection,
  request: HistoriesRequest,
): Page<RecordHistory> {
  const { limit } = request;
  const timelines = findTimelines(connection, { ...request, limit: limit + 1 });
  const shown = timelines.slice(0, limit);
  const items = readHistories(connection, shown);
  const last = shown.at(-1);
  if (timelines.length <= limit || last === undefined) return { items };
  return { items, cursor: encodeCursor(HISTORIES, [last.path, last.id]) };
}

function readHistories(
  connection: Connection,
  timelines: readonly Timeline[],
): readonly RecordHistory[] {
  const wanted = JSON.stringify(timelines.map(({ scope, id, version }) => [scope, id, version]));
  const byPlace = <Row>(sql: string): ReadonlyMap<number, readonly (Row & Placed)[]> =>
    Map.groupBy(connection.all<Row & Placed>(sql, wanted), ({ place }) => place);
  const ended = byPlace<EndedRow>(ENDED);
  const current = byPlace<StoredRow>(CURRENT);
  const keys = byPlace<{ readonly key: string }>(IDEMPOTENCY_KEYS);
  return timelines.map(({ path, id }, place) => ({
    scope: pathToScope(path),
    id,
    revisions: [
      ...(ended.get(place) ?? []).toSorted(byVersion).map((row) => ({
        ...endedToRevision(row),
        searchable: row.searchable === 1,
      })),
      ...(current.get(place) ?? []).map((row) => ({
        ...currentToRevision(row, pathToScope(path)),
        searchable: row.text_hash !== null,
      })),
    ],
    idempotencyKeys: (keys.get(place) ?? []).map(({ key }) => key).toSorted(compareText),
  }));
}

function byVersion(a: EndedRow, b: EndedRow): number {
  return a.version - b.version;
}
