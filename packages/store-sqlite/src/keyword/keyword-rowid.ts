/** Rowids of one record. */
export const ROWIDS: number = 4096;

/**
 * Lengths from here on are read from the record: such a text has several rowids, one for each part,
 * in their order.
 */
export const LONG: number = 2048;
/** Most parts of a text. */
export const MOST_PARTS: number = ROWIDS - LONG;

/**
 * The rowid that the keyword index knows a record, or a part of it, by: it tells the record's own
 * row and its number of terms.
 */
export function keywordRowid(row: number, termCount: number, part = 0): number {
  return row * ROWIDS + (termCount < LONG ? termCount : LONG + part);
}

/** The row of the record. */
export function rowOf(rowid: number): number {
  return Math.floor(rowid / ROWIDS);
}

/** The first rowid of the next record. */
export function nextRecord(rowid: number): number {
  return (rowOf(rowid) + 1) * ROWIDS;
}

/** Its number of terms, or `LONG` if there are at least that many. */
export function termCountOf(rowid: number): number {
  return Math.min(rowid % ROWIDS, LONG);
}
