import type { ListOrder, ListRequest } from "../../contracts/selection.js";
import { decodeCursor, encodeCursor } from "../../internal/cursor.js";
import { changedCursor, isCursorText } from "./cursor-text.js";
import type { RecordColumns } from "./record-columns.js";

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
