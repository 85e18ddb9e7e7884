import { sql, type RawBuilder } from "kysely";

import { numberArray, textArray } from "../../sql/encode.js";
import type { ThreadPosition } from "../found-record.js";
import { isSelected, LARGE_NEEDS, largeColumns } from "./large-search.js";
import type { LargeRow, LargeSearch } from "./large-search.js";

/** A record of a thread and the index of its centre, from 1. A centre is a row of its own, too. */
interface NeighbourRow extends LargeRow {
  readonly position: number;
}

/** A row's position in its thread, within the selection. */
export interface LargePosition extends Omit<ThreadPosition, "of"> {
  readonly of: LargeRow;
}

/** Finds the positions of records with threads and of up to `count` neighbours on each side. */
export async function around(
  search: LargeSearch,
  centres: readonly LargeRow[],
  count: number,
): Promise<readonly LargePosition[]> {
  if (centres.length === 0) return [];
  const rows = await search.channel.rows<NeighbourRow>(neighboursSql(search, centres, count));
  return [...Map.groupBy(rows, ({ position }) => position)].flatMap(([position, window]) => {
    const centre = centres[position - 1];
    const at = window.findIndex(({ id }) => id === centre?.id);
    // One more was read, so that the first one has a predecessor.
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
    select c.position, ${largeColumns(search)}
    from unnest(${paths}::text[], ${threads}::text[], ${instants}::bigint[], ${ids}::text[])
      with ordinality as c (scope, thread, happened_at, id, position)
    cross join lateral (
      (${sideSql(search, { isAfter: false, limit: count + 2 })})
      union all
      (${sideSql(search, { isAfter: true, limit: count })})) as r
    order by c.position, r.happened_at, r.id`;
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
