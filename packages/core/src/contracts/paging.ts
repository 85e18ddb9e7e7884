import type { MemoryError } from "../errors/memory-error.js";
import { wrongInput } from "../internal/check/check.js";
import { decodeCursor, encodeCursor } from "../internal/cursor.js";
import type { MemoryRecord, Page } from "../model/record.js";
import type { ListOrder, ListRequest } from "./search.js";

/**
 * Length at which a page ends: contents, values, metadata and sources, in bytes or UTF-16 units. A
 * page exceeds it by its last record at most, and has at least one.
 */
export const PAGE_LENGTH = 4_194_304;

/** Length at which a page of histories ends. */
export const HISTORY_PAGE_LENGTH = 1_048_576;

/** Returns the length of the texts of a record, in UTF-16 units. */
export function recordLength({ content, value, metadata, sources }: MemoryRecord): number {
  const ofValue = value === undefined ? 0 : JSON.stringify(value).length;
  const ofSources = sources.reduce((sum, id) => sum + id.length, 0);
  return content.length + ofValue + JSON.stringify(metadata).length + ofSources;
}

/** Options of `takePage`. */
export interface PageTaking<Row, Item> {
  /** Most items. */
  readonly limit: number;
  /** Reads the item of a row; called for no more rows than the page has. */
  readonly read: (row: Row) => Item;
  /** Returns the length of the texts of an item. */
  readonly lengthOf: (item: Item) => number;
  /** Length at which the page ends. @defaultValue `PAGE_LENGTH` */
  readonly most?: number;
}

/** The rows that were taken. */
export interface TakenPage<Item> {
  /** Items read from the rows. */
  readonly items: readonly Item[];
  /** True if any rows were left. */
  readonly isCut: boolean;
}

/** Takes rows in order until there are `limit`, or their texts exceed a page. */
export function takePage<Row, Item>(
  rows: Iterable<Row>,
  { limit, read, lengthOf, most = PAGE_LENGTH }: PageTaking<Row, Item>,
): TakenPage<Item> {
  const items: Item[] = [];
  let length = 0;
  for (const row of rows) {
    if (items.length >= limit || length >= most) return { items, isCut: true };
    const item = read(row);
    items.push(item);
    length += lengthOf(item);
  }
  return { items, isCut: false };
}

/** Returns true for a part of a cursor that is a storable text, without NUL. */
export function isCursorText(part: unknown): part is string {
  return typeof part === "string" && !part.includes("\0");
}

/** Makes the error for a cursor that was changed. */
export function changedCursor(): MemoryError {
  return wrongInput("cursor was changed; pass it as the page before returned it");
}

const HISTORIES = "histories";

/** Start of a page of histories. */
export interface HistoriesStart {
  /** The path of the scope. */
  readonly path: string;
  /** The id of the record that the page before ended with. */
  readonly id: string;
  /** Its versions before this one are left; 0: none. */
  readonly before: number;
}

/** Makes the cursor of a page of histories. */
export function historiesCursor({ path, id, before }: HistoriesStart): string {
  return encodeCursor(HISTORIES, [path, id, before]);
}

/** Reads the cursor of a page of histories. @throws `invalid-input` if it is none. */
export function historiesStart(cursor: string | undefined): HistoriesStart | undefined {
  if (cursor === undefined) return undefined;
  const [path, id, before] = decodeCursor(cursor, HISTORIES, 3);
  if (!isCursorText(path) || !isCursorText(id)) throw changedCursor();
  if (typeof before !== "number" || !Number.isSafeInteger(before)) throw changedCursor();
  return { path, id, before };
}

/** End of a page of a listing: sort value, path of the scope, id. */
export type ListPosition = readonly [value: number | string, path: string, id: string];

/** The column that a listing is ordered by. */
export const LIST_COLUMNS: Readonly<Record<ListOrder, "created_at" | "updated_at" | "key">> = {
  createdAt: "created_at",
  updatedAt: "updated_at",
  key: "key",
};

/** Reads the cursor of a listing. @throws `invalid-input` for one of another listing. */
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

/** Columns of a record that a listing is ordered by. */
interface ListedColumns {
  readonly created_at: number;
  readonly updated_at: number;
  readonly key: string | null;
  readonly id: string;
}

/** Makes the cursor of a page that ends with a record. */
export function listCursor(
  request: Pick<ListRequest, "order" | "orderBy">,
  row: ListedColumns,
  path: string,
): string {
  return encodeCursor(kindOf(request), [row[LIST_COLUMNS[request.orderBy]] ?? "", path, row.id]);
}

function kindOf({ order, orderBy }: Pick<ListRequest, "order" | "orderBy">): string {
  return `list:${orderBy}:${order}`;
}

/** Readers of a row for `pageOfRows`. */
export interface PagedRow<Row, Item> {
  /** Returns the item of a row. */
  readonly item: (row: Row) => Item;
  /** Returns the cursor of a page that ends with this row. */
  readonly cursor: (row: Row) => string;
}

/** Makes a page of ordered rows, of which one more than `limit` was read if there are more. */
export function pageOfRows<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { item, cursor }: PagedRow<Row, Item>,
): Page<Item> {
  const items = rows.slice(0, limit).map((row) => item(row));
  const last = rows[limit - 1];
  return rows.length <= limit || last === undefined ? { items } : { items, cursor: cursor(last) };
}
