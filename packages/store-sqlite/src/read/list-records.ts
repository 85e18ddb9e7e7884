import type { ListRequest, MemoryRecord, Page } from "@kioku/core";
import { LIST_COLUMNS, listCursor, listPosition, pageOfRows } from "@kioku/core/stores";
import type { ListPosition } from "@kioku/core/stores";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import { rowToRecord } from "../record/record-codec.js";
import { RECORD_SELECTION } from "../record/record-row.js";
import type { RecordRow } from "../record/record-row.js";
import { oneOf } from "../sql/one-of.js";
import { selectionSql } from "../sql/selection-sql.js";
import type { StoreContext } from "../store-context.js";
import { ROWS_PER_SPACE } from "../vector/vector-row.js";
import { selectedScopes } from "./selected-scopes.js";

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
  const column = `r.${LIST_COLUMNS[orderBy]}` as const;
  let query = queries
    .selectFrom("records as r")
    .leftJoin("strength as t", "t.record", "r.row")
    .innerJoin("scopes as s", "s.id", "r.scope")
    .select([...RECORD_SELECTION])
    .where(oneOf(sql.ref("r.scope"), scopes))
    .where(selectionSql(request))
    .orderBy(column, order)
    .limit(limit + 1);
  // Inside one scope all paths are the same; left out, an index gives the order.
  if (scopes.length > 1) query = query.orderBy("s.path", order);
  query = query.orderBy("r.id", order);
  if (position) query = query.where(isBeyond(position, request, scopes.length > 1));
  if (orderBy === "key") query = query.where("r.key", "is not", null);
  if (missingVectorIn !== undefined) query = query.where(hasNoVectorIn(missingVectorIn));
  return connection.query(query.compile());
}

function isBeyond(
  [value, path, id]: ListPosition,
  { orderBy, order }: ListRequest,
  severalScopes: boolean,
): RawBuilder<SqlBool> {
  const column = sql.ref(`r.${LIST_COLUMNS[orderBy]}`);
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
