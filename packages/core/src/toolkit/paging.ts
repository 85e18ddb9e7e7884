import type { ListOrder, ListRequest } from "../contracts/search.js";
import { MemoryError } from "../errors/memory-error.js";
import { decodeCursor, encodeCursor } from "../internal/cursor.js";
import type { Page } from "../model/record.js";
import type { RecordColumns } from "./columns.js";

/** Whether a part of a cursor is a text that can be stored: a NUL never is. */
export function isCursorText(part: unknown): part is string {
  return typeof part === "string" && !part.includes("\0");
}

/** Says that a cursor is not what a page had. */
export function changedCursor(): MemoryError {
  return new MemoryError("invalid-input", "cursor was changed: pass it as the page before had it");
}

/** Names what the cursors of histories are of. */
const HISTORIES = "histories";

/** Where a page of histories begins. */
export interface HistoriesStart {
  /** The path of the scope. */
  readonly path: string;
  /** The id of the record that the page before ended with. */
  readonly id: string;
  /** Versions of it before this one are still to come; 0: none. */
  readonly before: number;
}

/** Makes the cursor of a page of histories. */
export function historiesCursor({ path, id, before }: HistoriesStart): string {
  return encodeCursor(HISTORIES, [path, id, before]);
}

/**
 * Reads the cursor of a page of histories; `undefined` for the first page.
 * @throws `invalid-input` if it is no such cursor.
 */
export function historiesStart(cursor: string | undefined): HistoriesStart | undefined {
  if (cursor === undefined) return undefined;
  const [path, id, before] = decodeCursor(cursor, HISTORIES, 3);
  if (!isCursorText(path) || !isCursorText(id)) throw changedCursor();
  if (typeof before !== "number" || !Number.isSafeInteger(before)) throw changedCursor();
  return { path, id, before };
}

/**
 * Where a page of a listing ended: the value that it is ordered by, the path of the scope, the id.
 */
export type ListPosition = readonly [value: number | string, path: string, id: string];

/** The column that a listing is ordered by. */
export const LIST_COLUMNS: Readonly<Record<ListOrder, "created_at" | "updated_at" | "key">> = {
  createdAt: "created_at",
  updatedAt: "updated_at",
  key: "key",
};

/**
 * Where the page before ended; `undefined` for the first page.
 * @throws `invalid-input` for a cursor of another listing.
 */
export function listPosition(
  request: Pick<ListRequest, "cursor" | "order" | "orderBy">,
): ListPosition | undefined {
  if (request.cursor === undefined) return undefined;
  const [value, path, id] = decodeCursor(request.cursor, kindOf(request), 3);
  const isValue = request.orderBy === "key" ? isCursorText(value) : Number.isSafeInteger(value);
  if (value === undefined || !isValue || !isCursorText(path) || !isCursorText(id)) {
    throw changedCursor();
  }
  return [value, path, id];
}

/** The cursor of a page that ends with a record. */
export function listCursor(
  request: Pick<ListRequest, "order" | "orderBy">,
  row: Pick<RecordColumns, "created_at" | "id" | "key" | "updated_at">,
  path: string,
): string {
  return encodeCursor(kindOf(request), [row[LIST_COLUMNS[request.orderBy]] ?? "", path, row.id]);
}

function kindOf({ order, orderBy }: Pick<ListRequest, "order" | "orderBy">): string {
  return `list:${orderBy}:${order}`;
}

/** What a page says of a row. */
export interface PagedRow<Row, Item> {
  /** As the caller gets it. */
  readonly item: (row: Row) => Item;
  /** Where the next page begins if this row is the last of its page. */
  readonly cursor: (row: Row) => string;
}

/**
 * A page of rows in order; those that were read are one more than `limit` if there is another page.
 */
export function pageOfRows<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { item, cursor }: PagedRow<Row, Item>,
): Page<Item> {
  const items = rows.slice(0, limit).map((row) => item(row));
  const last = rows[limit - 1];
  return rows.length <= limit || last === undefined ? { items } : { items, cursor: cursor(last) };
}
