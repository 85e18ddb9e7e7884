import { decodeCursor, encodeCursor, MemoryError } from "@kioku/core";
import type { ListOrder, ListRequest, MemoryRecord, Page } from "@kioku/core";
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

const COLUMNS = { createdAt: "created_at", updatedAt: "updated_at", key: "key" } as const;

/** One page of a selection in the order of a column, then of the paths of scopes, then of ids. */
export function listRecords(context: StoreContext, request: ListRequest): Page<MemoryRecord> {
  const { cursor, limit, orderBy, order } = request;
  const kind = `list:${orderBy}:${order}`;
  const position = cursor === undefined ? undefined : positionOf(cursor, kind, orderBy);
  const rows = readRows(context, request, position);
  const items = rows.slice(0, limit).map((row) => rowToRecord(row));
  const last = rows[limit - 1];
  if (rows.length <= limit || last === undefined) return { items };
  return { items, cursor: encodeCursor(kind, [last[COLUMNS[orderBy]] ?? "", last.path, last.id]) };
}

/** The rows of a page, and one more if it is not the last page. */
function readRows(
  { connection, queries }: StoreContext,
  request: ListRequest,
  position: Position | undefined,
): RecordRow[] {
  const { limit, order, orderBy, missingVectorIn } = request;
  const scopes = selectedScopes(connection, request).map(({ id }) => id);
  if (scopes.length === 0) return [];
  const column = `r.${COLUMNS[orderBy]}` as const;
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

/** Where a page ended: value, path, id. */
type Position = readonly [number | string, string, string];

function positionOf(cursor: string, kind: string, orderBy: ListOrder): Position {
  const [value, path, id] = decodeCursor(cursor, kind, 3);
  const expected = orderBy === "key" ? "string" : "number";
  if (
    value === undefined ||
    typeof value !== expected ||
    typeof path !== "string" ||
    typeof id !== "string"
  ) {
    throw new MemoryError("invalid-input", "cursor was changed: pass it as the page before had it");
  }
  return [value, path, id];
}

function isBeyond(
  [value, path, id]: Position,
  { orderBy, order }: ListRequest,
  severalScopes: boolean,
): RawBuilder<SqlBool> {
  const column = sql.ref(`r.${COLUMNS[orderBy]}`);
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
