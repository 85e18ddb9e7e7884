import type { MemoryRecord } from "../model/record.js";

/**
 * Length of the texts of a page at which it ends: contents, values, metadata and sources, in bytes
 * or in UTF-16 units as a store likes. A page exceeds it by its last record at most, and has at
 * least one.
 */
export const PAGE_LENGTH = 4_194_304;

/**
 * The same for a page of histories, or of one history: their versions are read one after the other,
 * and nobody counts pages.
 */
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
  /**
   * Length at which the page ends.
   * @defaultValue `PAGE_LENGTH`
   */
  readonly most?: number;
}

/** The rows that were taken. */
export interface TakenPage<Item> {
  /** Items read from the rows. */
  readonly items: readonly Item[];
  /** True if any rows were left. */
  readonly isCut: boolean;
}

/**
 * Takes rows in order as long as there are fewer than `limit` and their texts are not longer than a
 * page.
 */
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
