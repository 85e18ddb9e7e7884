import type { MemoryRecord, Page } from "@kioku/core";
import type { ListRequest, ScopeRange, ListPosition } from "@kioku/core/toolkit";
import { rangesOf, LIST_COLUMNS, listCursor, listPosition, PAGE_LENGTH } from "@kioku/core/toolkit";
import { sql, type RawBuilder, type SqlBool } from "kysely";

import { ownVectors, tableGroups, type VectorTable } from "../index/vector-tables.js";
import {
  joinStrength,
  RECORD_SELECTION,
  rowToRecord,
  STORED_LENGTH,
  storedSize,
} from "../schema/record-row.js";
import type { RecordRow } from "../schema/record-row.js";
import { textArray } from "../sql/encode.js";
import { inRanges, onlyScope } from "../sql/fragments.js";
import type { Names } from "../sql/names.js";
import type { Query } from "../sql/query.js";
import { selectionSql } from "../sql/selection-sql.js";

const SIZE = storedSize("r");

/**
 * Lists one page of a selection, by a column, then by path, then by id.
 *
 * @param tables - Own tables of the scopes in the space of `missingVectorIn`.
 */
export async function listRecords(
  query: Query,
  request: ListRequest,
  tables: readonly VectorTable[] = [],
): Promise<Page<MemoryRecord>> {
  const position = listPosition(request);
  const rows = await query<PagedRow>(({ names }) =>
    pageSql(names, { ...request, tables }, position),
  );
  const items = rows.map((row) => rowToRecord(row));
  const last = rows.at(-1);
  return last?.has_next ? { items, cursor: listCursor(request, last, last.scope) } : { items };
}

interface PageRequest extends ListRequest {
  readonly tables: readonly VectorTable[];
}

interface PagedRow extends RecordRow {
  readonly has_next: boolean | null;
}

/** Cuts the page by stored sizes first, as true lengths of compressed values are costly to read. */
function pageSql(
  names: Names,
  request: PageRequest,
  position: ListPosition | undefined,
): RawBuilder<unknown> {
  const { limit, order, orderBy, missingVectorIn } = request;
  const ranges = rangesOf(request);
  const column = sql.ref(`r.${LIST_COLUMNS[orderBy]}`);
  const conditions: RawBuilder<SqlBool>[] = [
    inRanges(sql.ref("r.scope"), ranges),
    selectionSql(request),
  ];
  if (position) conditions.push(isBeyond(position, request, ranges));
  if (orderBy === "key") conditions.push(sql`r.key is not null`);
  if (missingVectorIn !== undefined)
    conditions.push(hasNoVectorIn(names, missingVectorIn, request.tables));
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

/** Inside one scope the path is left out, so that an index finds the start of the page. */
function isBeyond(
  [value, path, id]: ListPosition,
  { order, orderBy }: ListRequest,
  ranges: readonly ScopeRange[],
): RawBuilder<SqlBool> {
  const column = sql.ref(`r.${LIST_COLUMNS[orderBy]}`);
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  return onlyScope(ranges) !== undefined
    ? sql<SqlBool>`(${column}, r.id) ${beyond} (${value}, ${id})`
    : sql<SqlBool>`(${column}, r.scope, r.id) ${beyond} (${value}, ${path}, ${id})`;
}

function hasNoVectorIn(
  names: Names,
  space: string,
  tables: readonly VectorTable[],
): RawBuilder<SqlBool> {
  const isNotIn = (vectors: RawBuilder<unknown>): RawBuilder<unknown> => sql`not exists (
    select from ${vectors} as v where v.scope = r.scope and v.id = r.id
      and v.space = (select s.id from ${names.spaces} as s where s.name = ${space}))`;
  // Each record is looked up in few tables.
  const own = tableGroups(tables).map((some) => {
    const scopes = textArray(some.map(({ scope }) => scope));
    return sql`(r.scope <> all(${scopes}::text[]) or ${isNotIn(ownVectors(names, some))})`;
  });
  const conditions = [sql`r.text_hash is not null`, isNotIn(names.vectors), ...own];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
