import { sqlText } from "../../sql/sql-fragment.js";
import type { SelectedRow, ThreadPlace } from "../found-record.js";
import { ask, foundColumns } from "./sql-search.js";
import type { FoundRow, SqlSearch } from "./sql-search.js";

interface Neighbour extends FoundRow {
  /** Whose neighbour it is. */
  readonly hit: number;
}

/** The places of these rows and of up to `count` rows of the selection on each side of them. */
export function aroundBySql(
  search: SqlSearch,
  rows: readonly SelectedRow[],
  count: number,
): readonly ThreadPlace[] {
  const threaded = rows.filter(({ hasThread }) => hasThread);
  if (threaded.length === 0) return [];
  const hits = JSON.stringify(threaded.map(({ row }) => row));
  // One more before, so that the first has a previous one.
  const before = groupByHit(readSide(search, hits, { isBefore: true, limit: count + 2 }));
  const after = groupByHit(readSide(search, hits, { isBefore: false, limit: count }));
  const places = new Map<number, ThreadPlace>();
  for (const hit of threaded) {
    const earlier = before.get(hit.row) ?? [];
    const window = [...earlier, ...(after.get(hit.row) ?? [])];
    const spare = earlier.filter(({ row }) => row !== hit.row).length > count ? 1 : 0;
    for (const [index, neighbour] of window.entries()) {
      if (index < spare) continue;
      places.set(neighbour.row, {
        of: search.known(neighbour),
        thread: neighbour.thread ?? "",
        previous: window[index - 1]?.id,
      });
    }
  }
  return [...places.values()];
}

function groupByHit(neighbours: readonly Neighbour[]): ReadonlyMap<number, readonly Neighbour[]> {
  return Map.groupBy(neighbours, ({ hit }) => hit);
}

/** The hits themselves and what is before them, or what is after them, in order. */
function readSide(
  { connection, selected }: SqlSearch,
  hits: string,
  { isBefore, limit }: { readonly isBefore: boolean; readonly limit: number },
): readonly Neighbour[] {
  const order = { sql: isBefore ? "desc" : "asc", parameters: [] };
  const beyond = { sql: isBefore ? "<=" : ">", parameters: [] };
  const columns = { sql: foundColumns("n"), parameters: [] };
  return ask<Neighbour>(
    connection,
    sqlText`select h.row as hit, ${columns} from records as h join records as n on n.row in (
        select r.row from records as r
        where r.scope = h.scope and r.thread = h.thread
          and (r.happened_at, r.id) ${beyond} (h.happened_at, h.id) and ${selected}
        order by r.happened_at ${order}, r.id ${order} limit ${limit})
      where h.row in (select value from json_each(${hits})) and h.thread is not null
      order by h.row, n.happened_at, n.id`,
  );
}
