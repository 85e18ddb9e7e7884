import type { MemoryRecord, Page } from "@kioku/core";
import type { ListRequest, ListPosition } from "@kioku/core/toolkit";
import { compareText, LIST_COLUMNS, listCursor, listPosition, takePage } from "@kioku/core/toolkit";
import { sql, type RawBuilder, type SqlBool } from "kysely";

import { storeFailed } from "../errors.js";
import { rowLength, ROWS_PER_SPACE, rowToRecord, SELECT_RECORD } from "../schema/rows.js";
import type { RecordRow } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";
import {
  boundsOfInstant,
  keyBounds,
  oneOf,
  onlyThread,
  selectionSql,
} from "../sql/selection-sql.js";
import type { StoreContext } from "../sql/store-context.js";
import { selectedScopes } from "./selected-scopes.js";

const BY_ROW = `${SELECT_RECORD} where r.row = ?`;

/** Maximum number of rows of a thread that are sorted for a page: some milliseconds. */
const SORTED_ROWS = 2_000;

/** Lists one page of a selection in the order of a column, then path, then id. */
export function listRecords(context: StoreContext, request: ListRequest): Page<MemoryRecord> {
  const found = findRows(context, request, listPosition(request));
  const { items: rows, isCut } = takePage(found, {
    limit: request.limit,
    read: (row) => readRow(context.connection, row),
    lengthOf: rowLength,
  });
  const items = rows.map((row) => rowToRecord(row));
  const last = rows.at(-1);
  return isCut && last ? { items, cursor: listCursor(request, last, last.path) } : { items };
}

/** Reads rows one by one: nothing long is sorted, and no more is read than a page holds. */
function readRow(connection: Connection, row: number): RecordRow {
  const [found] = connection.all<RecordRow>(BY_ROW, row);
  if (found) return found;
  throw storeFailed("a row disappeared during a read");
}

/** Finds the rows of a page, and one more if it is not the last one. */
function findRows(
  context: StoreContext,
  request: ListRequest,
  position: ListPosition | undefined,
): readonly number[] {
  const scopes = selectedScopes(context.connection, request).map(({ id }) => id);
  if (scopes.length === 0) return [];
  const thread = shortThread(context, scopes, request);
  const page = { request, position, scopes, thread };
  if (request.orderBy === "updatedAt" && thread === undefined && scopes.length === 1) {
    return rowsByUpdate(context, page);
  }
  return queryRows(context, page).map(({ row }) => row);
}

/** A selection of a page and the place where the page begins. */
interface PageQuery {
  readonly request: ListRequest;
  readonly position: ListPosition | undefined;
  readonly scopes: readonly number[];
  readonly thread: string | undefined;
  /** Half of the records, in the order of a column of its index. */
  readonly half?: { readonly column: string; readonly condition: RawBuilder<SqlBool> };
}

interface PlacedRow {
  readonly row: number;
  readonly id: string;
  /** Value of the column that orders. */
  readonly value: number | string;
}

/**
 * Merges the records that never changed, by the index of their creation, and the others, by the one
 * of changes: so what never changes is in one index only.
 */
function rowsByUpdate(context: StoreContext, page: PageQuery): readonly number[] {
  const { limit, order } = page.request;
  const halves = [
    { column: "r.created_at", condition: sql<SqlBool>`r.own_updated_at is null` },
    { column: "r.own_updated_at", condition: sql<SqlBool>`r.own_updated_at is not null` },
  ];
  const sign = order === "asc" ? 1 : -1;
  return halves
    .flatMap((half) => queryRows(context, { ...page, half }))
    .toSorted((a, b) => sign * (Number(a.value) - Number(b.value) || compareText(a.id, b.id)))
    .slice(0, limit + 1)
    .map(({ row }) => row);
}

function queryRows(
  { connection, queries }: StoreContext,
  { request, position, scopes, thread, half }: PageQuery,
): readonly PlacedRow[] {
  const { limit, order, orderBy, missingVectorIn } = request;
  const column = half ? sql.ref<number>(half.column) : orderColumn(request, thread);
  let query = queries
    .selectFrom("records as r")
    .innerJoin("scopes as s", "s.id", "r.scope")
    .select(["r.row", "r.id", column.as("value")])
    .where(oneOf(sql.ref("r.scope"), scopes))
    .where(selectionSql(request))
    .orderBy(column, order)
    .limit(limit + 1);
  // Tells the index that it is not null.
  if (thread !== undefined) query = query.where("r.thread", "=", thread);
  // All paths in one scope are equal; without them an index gives the order.
  if (scopes.length > 1) query = query.orderBy("s.path", order);
  query = query.orderBy("r.id", order);
  if (half) {
    query = query.where(half.condition);
    for (const bound of boundsOfInstant(request.where, orderBy, column)) query = query.where(bound);
  }
  if (position)
    query = query.where(isBeyond(position, order, { column, severalScopes: scopes.length > 1 }));
  if (orderBy === "key") {
    query = query.where("r.key", "is not", null);
    for (const bound of keyBounds(request.where)) query = query.where(bound);
  }
  if (missingVectorIn !== undefined) query = query.where(hasNoVectorIn(missingVectorIn));
  return connection.query(query.compile());
}

/** Returns the only thread of a selection if it is short enough to sort for every page. */
function shortThread(
  { connection, queries }: StoreContext,
  scopes: readonly number[],
  { where }: ListRequest,
): string | undefined {
  const thread = onlyThread(where);
  if (thread === undefined) return undefined;
  const first = queries
    .selectFrom("records as r")
    .select("r.row")
    .where(oneOf(sql.ref("r.scope"), scopes))
    .where("r.thread", "=", thread)
    .limit(SORTED_ROWS + 1);
  return connection.query(first.compile()).length > SORTED_ROWS ? undefined : thread;
}

/** Finds a thread by its own index and sorts it; the index of the order would scan the scope. */
function orderColumn(
  { orderBy }: ListRequest,
  thread: string | undefined,
): RawBuilder<number | string> {
  const column = sql.ref<number | string>(`r.${LIST_COLUMNS[orderBy]}`);
  return thread === undefined ? column : sql`+${column}`;
}

function isBeyond(
  [value, path, id]: ListPosition,
  order: ListRequest["order"],
  {
    column,
    severalScopes,
  }: { readonly column: RawBuilder<unknown>; readonly severalScopes: boolean },
): RawBuilder<SqlBool> {
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  return severalScopes
    ? sql<SqlBool>`(${column}, s.path, r.id) ${beyond} (${value}, ${path}, ${id})`
    : sql<SqlBool>`(${column}, r.id) ${beyond} (${value}, ${id})`;
}

function hasNoVectorIn(space: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(r.text_hash is not null and not exists (
    select 1 from vectors as v
    where v.row = (select id from spaces where name = ${space}) * ${ROWS_PER_SPACE} + r.row))`;
}
