import type { ListRequest, MemoryRecord, Page } from "@kioku/core";
import { LIST_COLUMNS, listCursor, listPosition, pageOfRows } from "@kioku/core/stores";
import type { ListPosition } from "@kioku/core/stores";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import { rowToRecord } from "../record/record-codec.js";
import { RECORD_SELECTION } from "../record/record-row.js";
import type { RecordRow } from "../record/record-row.js";
import { keyBounds } from "../sql/key-bounds.js";
import { oneOf } from "../sql/one-of.js";
import { onlyThread } from "../sql/only-thread.js";
import { selectionSql } from "../sql/selection-sql.js";
import type { StoreContext } from "../store-context.js";
import { ROWS_PER_SPACE } from "../vector/vector-row.js";
import { selectedScopes } from "./selected-scopes.js";

/** Most rows of a thread that are sorted for one page: some milliseconds. */
const SORTED_ROWS = 2_000;

/** One page of a selection in the order of a column, then of the paths of scopes, then of ids. */
export function listRecords(context: StoreContext, request: ListRequest): Page<MemoryRecord> {
  return pageOfRows(readRows(context, request, listPosition(request)), request.limit, {
    item: (row) => rowToRecord(row),
    cursor: (row) => listCursor(request, row, row.path),
  });
}

/** The rows of a page, and one more if it is not the last page. */
function readRows(
  { connection, queries }: StoreContext,
  request: ListRequest,
  position: ListPosition | undefined,
): RecordRow[] {
  const { limit, order, orderBy, missingVectorIn } = request;
  const scopes = selectedScopes(connection, request).map(({ id }) => id);
  if (scopes.length === 0) return [];
  const thread = shortThread({ connection, queries }, scopes, request);
  const column = orderColumn(request, thread);
  let query = queries
    .selectFrom("records as r")
    .leftJoin("strength as t", "t.record", "r.row")
    .innerJoin("scopes as s", "s.id", "r.scope")
    .select([...RECORD_SELECTION])
    .where(oneOf(sql.ref("r.scope"), scopes))
    .where(selectionSql(request))
    .orderBy(column, order)
    .limit(limit + 1);
  // Not null, which its index needs to know.
  if (thread !== undefined) query = query.where("r.thread", "=", thread);
  // Inside one scope all paths are the same; left out, an index gives the order.
  if (scopes.length > 1) query = query.orderBy("s.path", order);
  query = query.orderBy("r.id", order);
  if (position)
    query = query.where(isBeyond(position, order, { column, severalScopes: scopes.length > 1 }));
  if (orderBy === "key") {
    query = query.where("r.key", "is not", null);
    for (const bound of keyBounds(request.where)) query = query.where(bound);
  }
  if (missingVectorIn !== undefined) query = query.where(hasNoVectorIn(missingVectorIn));
  return connection.query(query.compile());
}

/** The one thread that is asked for, if it is short enough to be sorted again for every page. */
function shortThread(
  { connection, queries }: Pick<StoreContext, "connection" | "queries">,
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

/** A thread is found by its own index and sorted; the index that gives the order would lead through all of the scope. */
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
