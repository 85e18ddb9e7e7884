import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { askOn } from "../../ask.js";
import { numberArray, textArray } from "../../client/encode-array.js";
import type { ThreadPlace } from "../found-record.js";
import { isSelected, LARGE_NEEDS, largeColumns } from "./large-search.js";
import type { LargeRow, LargeSearch } from "./large-search.js";

/**
 * A record of a thread, and whose neighbour it is, counted from 1. Each record is its own
 * neighbour, too.
 */
interface NeighbourRow extends LargeRow {
  readonly place: number;
}

/** Where a record is in its thread, among those of the selection. */
export interface LargePlace extends Omit<ThreadPlace, "of"> {
  readonly of: LargeRow;
}

/**
 * The places of records with threads, and of up to `count` records of the selection on each side of
 * them.
 */
export async function around(
  search: LargeSearch,
  centres: readonly LargeRow[],
  count: number,
): Promise<readonly LargePlace[]> {
  if (centres.length === 0) return [];
  const rows = await askOn(search)<NeighbourRow>(() => neighboursSql(search, centres, count));
  return [...Map.groupBy(rows, ({ place }) => place)].flatMap(([place, window]) => {
    const centre = centres[place - 1];
    const at = window.findIndex(({ id }) => id === centre?.id);
    // One more was read before, so that the first has a previous one.
    return window.flatMap((of, index) =>
      index < at - count ? [] : [{ of, thread: of.thread ?? "", previous: window[index - 1]?.id }],
    );
  });
}

function neighboursSql(
  search: LargeSearch,
  centres: readonly LargeRow[],
  count: number,
): RawBuilder<unknown> {
  const paths = textArray(centres.map(({ scope }) => scope));
  const threads = textArray(centres.map(({ thread }) => thread));
  const instants = numberArray(centres.map(({ happened_at: at }) => at));
  const ids = textArray(centres.map(({ id }) => id));
  return sql`
    select c.place, ${largeColumns(search)}
    from unnest(${paths}::text[], ${threads}::text[], ${instants}::bigint[], ${ids}::text[])
      with ordinality as c (scope, thread, happened_at, id, place)
    cross join lateral (
      (${sideSql(search, { isAfter: false, limit: count + 2 })})
      union all
      (${sideSql(search, { isAfter: true, limit: count })})) as r
    order by c.place, r.happened_at, r.id`;
}

interface Side {
  readonly isAfter: boolean;
  readonly limit: number;
}

function sideSql(search: LargeSearch, { isAfter, limit }: Side): RawBuilder<unknown> {
  const order = sql.raw(isAfter ? "asc" : "desc");
  const beyond = sql.raw(isAfter ? ">" : "<=");
  return sql`
    select ${LARGE_NEEDS}
    from ${search.names.records} as r
    where r.scope = c.scope and r.thread = c.thread
      and (r.happened_at, r.id) ${beyond} (c.happened_at, c.id) and ${isSelected(search)}
    order by r.happened_at ${order}, r.id ${order} limit ${limit}`;
}
