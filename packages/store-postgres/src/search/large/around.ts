import { sql, type RawBuilder } from "kysely";

import { numberArray, textArray } from "../../sql/encode.js";
import type { ThreadPosition } from "../found-record.js";
import { keyOf } from "../found-record.js";
import { ofTexts } from "../search-sql.js";
import type { TextRef } from "../segment-scores.js";
import { amongTablesOf, isSelected, LARGE_NEEDS, largeColumns } from "./large-search.js";
import type { LargeRow, LargeSearch } from "./large-search.js";

/** A record of a thread and the id of its centre, which is a row of its own, too. */
interface NeighbourRow extends LargeRow {
  readonly centre: string;
}

/** A row's position in its thread, within the selection. */
export interface LargePosition extends Omit<ThreadPosition, "of"> {
  readonly of: LargeRow;
}

/** Records in the middle of what is read. */
export interface Centres {
  readonly rows: readonly LargeRow[];
  /** Others, that are not read yet. */
  readonly texts: readonly TextRef[];
}

/**
 * Finds the positions of records with threads and of up to `count` neighbours on each side, by the
 * key of the centre.
 */
export async function around(
  search: LargeSearch,
  { rows: known, texts }: Centres,
  count: number,
): Promise<ReadonlyMap<string, readonly LargePosition[]>> {
  const centres = known.filter(({ thread }) => thread !== null);
  if (count === 0 || (centres.length === 0 && texts.length === 0)) return new Map();
  const statement = neighboursSql(search, { rows: centres, texts }, count);
  const rows = await search.channel.rows<NeighbourRow>(statement);
  const windows = Map.groupBy(rows, ({ scope, centre }) => keyOf(scope, centre));
  return new Map(
    [...windows].map(([key, window]) => {
      const at = window.findIndex(({ id, centre }) => id === centre);
      // One more was read, so that the first one has a predecessor.
      const positions = window.flatMap((of, index) =>
        index < at - count
          ? []
          : [{ of, thread: of.thread ?? "", previous: window[index - 1]?.id }],
      );
      return [key, positions];
    }),
  );
}

function neighboursSql(search: LargeSearch, centres: Centres, count: number): RawBuilder<unknown> {
  return sql`
    select c.id as centre, ${largeColumns(amongTablesOf(search, [...centres.rows, ...centres.texts]))} from (${centresSql(search, centres)}) as c
    cross join lateral (
      (${sideSql(search, { isAfter: false, limit: count + 2 })})
      union all
      (${sideSql(search, { isAfter: true, limit: count })})) as r
    order by c.scope, c.id, r.happened_at, r.id`;
}

function centresSql(search: LargeSearch, { rows, texts }: Centres): RawBuilder<unknown> {
  const paths = textArray(rows.map(({ scope }) => scope));
  const threads = textArray(rows.map(({ thread }) => thread));
  const instants = numberArray(rows.map(({ happened_at: at }) => at));
  const ids = textArray(rows.map(({ id }) => id));
  return sql`
    select * from unnest(${paths}::text[], ${threads}::text[], ${instants}::bigint[], ${ids}::text[])
      as k (scope, thread, happened_at, id)
    union all
    select r.scope, r.thread, r.happened_at, r.id from ${ofTexts(search.names, texts)}
    where r.thread is not null and ${isSelected(search)}`;
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
