import { scopeToPath, rangesOf } from "@kioku/core/toolkit";
import type { Neighbours, NeighboursRequest, RecordId } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Ask } from "../ask.js";
import { textArray } from "../client/encode-array.js";
import { joinStrength, RECORD_SELECTION, rowToRecord } from "../record/record-row.js";
import type { RecordRow } from "../record/record-row.js";
import { inAreas } from "../sql/area-sql.js";
import { lookUp } from "../sql/look-up.js";
import type { Names } from "../sql/names.js";
import { selectionSql } from "../sql/selection-sql.js";

type Sql = RawBuilder<unknown>;

/** A record, whose neighbour it is (counted from 1), and on which side. */
interface NeighbourRow extends RecordRow {
  readonly place: number;
  readonly is_after: boolean;
}

/** The records of the same scope and thread just before and after each one named. */
export async function findNeighbours(
  ask: Ask,
  request: NeighboursRequest,
): Promise<readonly Neighbours[]> {
  const rows = await ask<NeighbourRow>(({ names }) => neighboursSql(names, request));
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return request.refs.map((_, index) => {
    const found = byPlace.get(index + 1) ?? [];
    return {
      before: found.filter((row) => !row.is_after).map((row) => rowToRecord(row)),
      after: found.filter((row) => row.is_after).map((row) => rowToRecord(row)),
    };
  });
}

/** In the order of their threads. */
function neighboursSql(names: Names, { refs, before, after, selection }: NeighboursRequest): Sql {
  const selected = selectionSql(selection);
  return sql`
    select c.place, n.* from (
      select w.place, r.scope, r.id, r.thread, r.happened_at from ${refsSql(refs)}
      ${lookUp(names.records, "r")}
      where r.thread is not null and ${inAreas(sql.ref("r.scope"), rangesOf(selection))}
        and ${selected}) as c
    cross join lateral (
      (${sideSql(names, selected, { isAfter: false, limit: before })})
      union all
      (${sideSql(names, selected, { isAfter: true, limit: after })})) as n
    order by c.place, n.is_after, n.happened_at, n.id`;
}

function refsSql(refs: readonly RecordId[]): Sql {
  const paths = textArray(refs.map(({ scope }) => scopeToPath(scope)));
  const ids = textArray(refs.map(({ id }) => id));
  return sql`unnest(${paths}::text[], ${ids}::text[]) with ordinality as w(scope, id, place)`;
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
