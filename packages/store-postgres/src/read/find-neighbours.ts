import { rangesOf, type Neighbours, type NeighboursRequest } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { joinStrength, RECORD_SELECTION, rowToRecord } from "../schema/record-row.js";
import type { RecordRow } from "../schema/record-row.js";
import { inRanges, lookUp, refsSql } from "../sql/fragments.js";
import type { Names } from "../sql/names.js";
import type { Query } from "../sql/query.js";
import { selectionSql } from "../sql/selection-sql.js";

type Sql = RawBuilder<unknown>;

interface NeighbourRow extends RecordRow {
  readonly position: number;
  readonly is_after: boolean;
}

/** Finds the records just before and after each reference in its scope and thread. */
export async function findNeighbours(
  query: Query,
  request: NeighboursRequest,
): Promise<readonly Neighbours[]> {
  const rows = await query<NeighbourRow>(({ names }) => neighboursSql(names, request));
  const byPosition = Map.groupBy(rows, ({ position }) => position);
  return request.refs.map((_, index) => {
    const found = byPosition.get(index + 1) ?? [];
    return {
      before: found.filter((row) => !row.is_after).map((row) => rowToRecord(row)),
      after: found.filter((row) => row.is_after).map((row) => rowToRecord(row)),
    };
  });
}

function neighboursSql(names: Names, { refs, before, after, selection }: NeighboursRequest): Sql {
  const selected = selectionSql(selection);
  return sql`
    select c.position, n.* from (
      select w.position, r.scope, r.id, r.thread, r.happened_at from ${refsSql(refs)}
      ${lookUp(names.records, "r")}
      where r.thread is not null and ${inRanges(sql.ref("r.scope"), rangesOf(selection))}
        and ${selected}) as c
    cross join lateral (
      (${sideSql(names, selected, { isAfter: false, limit: before })})
      union all
      (${sideSql(names, selected, { isAfter: true, limit: after })})) as n
    order by c.position, n.is_after, n.happened_at, n.id`;
}

interface Side {
  readonly isAfter: boolean;
  readonly limit: number;
}

function sideSql(names: Names, selected: Sql, { isAfter, limit }: Side): Sql {
  const order = sql.raw(isAfter ? "asc" : "desc");
  const beyond = sql.raw(isAfter ? ">" : "<");
  return sql`
    select ${sql.lit(isAfter)} as is_after, r.happened_at, ${RECORD_SELECTION}
    from ${names.records} as r
    ${joinStrength(names)}
    where r.scope = c.scope and r.thread = c.thread
      and (r.happened_at, r.id) ${beyond} (c.happened_at, c.id) and ${selected}
    order by r.happened_at ${order}, r.id ${order} limit ${limit}`;
}
