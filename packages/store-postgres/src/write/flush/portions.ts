/**
 * So many characters are read or sent at once, unless one row has more: a text of JavaScript and a
 * message of PostgreSQL end at some hundred times that.
 */
export const MAX_CHARACTERS = 4_194_304;

/** How rows are divided. */
export interface PortionRules<Row> {
  /** Most rows of a portion. */
  readonly rows: number;
  /** How many characters of a row count: those that may be many. */
  readonly charactersOf: (row: Row) => number;
}

/** Rows in portions, in their order, each small enough for one statement. */
export function* portions<Row>(
  rows: readonly Row[],
  { rows: most, charactersOf }: PortionRules<Row>,
): Generator<readonly Row[]> {
  let from = 0;
  let characters = 0;
  for (const [place, row] of rows.entries()) {
    const more = charactersOf(row);
    if (place > from && (place - from === most || characters + more > MAX_CHARACTERS)) {
      yield rows.slice(from, place);
      from = place;
      characters = 0;
    }
    characters += more;
  }
  if (from < rows.length) yield rows.slice(from);
}
