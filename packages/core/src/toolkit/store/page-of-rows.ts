import type { Page } from "../../model/page.js";

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
