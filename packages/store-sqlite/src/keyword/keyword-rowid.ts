/** Lengths from here on are kept as this number and read from the record. */
export const LONG: number = 4095;

/** The rowid that the keyword index knows a record by: it tells the record's own row and its number of terms. */
export function keywordRowid(row: number, termCount: number): number {
  return row * (LONG + 1) + Math.min(termCount, LONG);
}

/** The row of the record. */
export function rowOf(rowid: number): number {
  return Math.floor(rowid / (LONG + 1));
}

/** Its number of terms, or `LONG` if there are at least that many. */
export function termCountOf(rowid: number): number {
  return rowid % (LONG + 1);
}
