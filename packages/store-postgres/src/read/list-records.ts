import type { MemoryRecord, Page } from "@kioku/core";
import type { ListRequest, ScopeRange, ListPosition } from "@kioku/core/toolkit";
import { rangesOf, LIST_COLUMNS, listCursor, listPosition, PAGE_LENGTH } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import type { Ask } from "../ask.js";
import { joinStrength, RECORD_SELECTION, rowToRecord } from "../record/record-row.js";
import type { RecordRow } from "../record/record-row.js";
import { inAreas } from "../sql/area-sql.js";
import type { Names } from "../sql/names.js";
import { selectionSql } from "../sql/selection-sql.js";
import { STORED_LENGTH, storedSize } from "../write/model/stored-columns.js";

const SIZE = storedSize("r");

/** One page of a selection in the order of a column, then of the paths of scopes, then of ids. */
export async function listRecords(ask: Ask, request: ListRequest): Promise<Page<MemoryRecord>> {
  const position = listPosition(request);
  const rows = await ask<PagedRow>(({ names }) => pageSql(names, request, position));
  const items = rows.map((row) => rowToRecord(row));
  const last = rows.at(-1);
  return last?.has_next ? { items, cursor: listCursor(request, last, last.scope) } : { items };
}

/** A row, and whether there is one after it. */
interface PagedRow extends RecordRow {
  readonly has_next: boolean | null;
}

/**
 * The rows of a page. It ends where the rows before take as much of the disk as a page may be long,
 * or else are as long: the length of what is compressed costs time, and is looked at only where a
 * page may still have room.
 */
function pageSql(
  names: Names,
  request: ListRequest,
  position: ListPosition | undefined,
): RawBuilder<unknown> {
  const { limit, order, orderBy, missingVectorIn } = request;
  const areas = rangesOf(request);
  const column = sql.ref(`r.${LIST_COLUMNS[orderBy]}`);
  const conditions: RawBuilder<SqlBool>[] = [
    inAreas(sql.ref("r.scope"), areas),
    selectionSql(request),
  ];
  if (position) conditions.push(isBeyond(position, request, areas));
  if (orderBy === "key") conditions.push(sql`r.key is not null`);
  if (missingVectorIn !== undefined) conditions.push(hasNoVectorIn(names, missingVectorIn));
  const way = sql.raw(order);
  const inOrder = sql`order by ${column} ${way}, r.scope ${way}, r.id ${way}`;
  const page = sql`window page as (${inOrder} rows unbounded preceding)`;
  const most = sql.lit(PAGE_LENGTH);
  return sql`
    select ${RECORD_SELECTION}, r.has_next from (
      select r.*, ${STORED_LENGTH} as length, sum(${STORED_LENGTH}) over page as lengths from (
        select r.*, ${SIZE} as size, sum(${SIZE}) over page as sizes, lead(true) over page as has_next
        from ${names.records} as r where ${sql.join(conditions, sql` and `)}
        ${page} ${inOrder} limit ${limit}) as r
      where r.sizes - r.size < ${most} ${page}) as r
    ${joinStrength(names)}
    where r.lengths - r.length < ${most} ${inOrder}`;
}

/** Inside one scope all paths are the same; left out, an index finds where the page begins. */
function isBeyond(
  [value, path, id]: ListPosition,
  { order, orderBy }: ListRequest,
  areas: readonly ScopeRange[],
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
