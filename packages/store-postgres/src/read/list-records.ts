import type { ListRequest, MemoryRecord, Page } from "@kioku/core";
import { areasOf, LIST_COLUMNS, listCursor, listPosition, pageOfRows } from "@kioku/core/stores";
import type { Area, ListPosition } from "@kioku/core/stores";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import type { Ask } from "../ask.js";
import { joinStrength, RECORD_SELECTION, rowToRecord } from "../record/record-row.js";
import type { RecordRow } from "../record/record-row.js";
import { inAreas } from "../sql/area-sql.js";
import type { Names } from "../sql/names.js";
import { selectionSql } from "../sql/selection-sql.js";

/** One page of a selection in the order of a column, then of the paths of scopes, then of ids. */
export async function listRecords(ask: Ask, request: ListRequest): Promise<Page<MemoryRecord>> {
  const position = listPosition(request);
  const rows = await ask<RecordRow>(({ names }) => pageSql(names, request, position));
  return pageOfRows(rows, request.limit, {
    item: (row) => rowToRecord(row),
    cursor: (row) => listCursor(request, row, row.scope),
  });
}

/** The rows of a page, and one more if it is not the last page. */
function pageSql(
  names: Names,
  request: ListRequest,
  position: ListPosition | undefined,
): RawBuilder<unknown> {
  const { limit, order, orderBy, missingVectorIn } = request;
  const areas = areasOf(request);
  const column = sql.ref(`r.${LIST_COLUMNS[orderBy]}`);
  const conditions: RawBuilder<SqlBool>[] = [
    inAreas(sql.ref("r.scope"), areas),
    selectionSql(request),
  ];
  if (position) conditions.push(isBeyond(position, request, areas));
  if (orderBy === "key") conditions.push(sql`r.key is not null`);
  if (missingVectorIn !== undefined) conditions.push(hasNoVectorIn(names, missingVectorIn));
  const way = sql.raw(order);
  return sql`
    select ${RECORD_SELECTION} from ${names.records} as r
    ${joinStrength(names)}
    where ${sql.join(conditions, sql` and `)}
    order by ${column} ${way}, r.scope ${way}, r.id ${way} limit ${limit + 1}`;
}

/** Inside one scope all paths are the same; left out, an index finds where the page begins. */
function isBeyond(
  [value, path, id]: ListPosition,
  { order, orderBy }: ListRequest,
  areas: readonly Area[],
): RawBuilder<SqlBool> {
  const column = sql.ref(`r.${LIST_COLUMNS[orderBy]}`);
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  const isOneScope = areas.length === 1 && areas.every(({ below }) => !below);
  return isOneScope
    ? sql<SqlBool>`(${column}, r.id) ${beyond} (${value}, ${id})`
    : sql<SqlBool>`(${column}, r.scope, r.id) ${beyond} (${value}, ${path}, ${id})`;
}

function hasNoVectorIn(names: Names, space: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(r.text_hash is not null and not exists (
    select from ${names.vectors} as v where v.scope = r.scope and v.id = r.id
      and v.space = (select s.id from ${names.spaces} as s where s.name = ${space})))`;
}
