import type { RecordPlace } from "../record/record-place.js";
import type { Connection } from "../sql/connection.js";

/** A transaction that touches more says only that it touched much. */
const MAX_LISTED = 16_384;
/** Older entries are deleted. */
const MAX_KEPT = 65_536;

const LAST = "select row, change from touched order by row desc limit 1";
const INSERT =
  "insert into touched (row, change, scope, record) " +
  "select ? + key, ?, ?, value from json_each(?)";
/** So many are inserted by one statement. */
const PORTION = 1_000;
const FORGET = "delete from touched where row <= ?";

/** The records that one transaction puts, embeds or deletes: written once, at its end. */
export class TouchedRecords {
  /** Rows by scope: a row that a scope gives up may become another's in the same transaction. */
  readonly #rows = new Map<number, Set<number>>();
  #count = 0;

  /** Notes that something that searches see of a record has changed. */
  add({ scope, row }: RecordPlace): void {
    const rows = this.#rows.get(scope) ?? new Set();
    this.#rows.set(scope, rows);
    this.#count -= rows.size;
    rows.add(row);
    this.#count += rows.size;
  }

  /** Writes the list, if there is anything on it. */
  flush(connection: Connection): void {
    if (this.#count > MAX_LISTED) touchEverything(connection);
    else if (this.#count > 0) writeTouched(connection, this.#rows);
  }
}

/** Says that everything may have changed. */
export function touchEverything(connection: Connection): void {
  writeTouched(connection, new Map([[0, [0]]]));
}

function writeTouched(
  connection: Connection,
  rowsOfScope: ReadonlyMap<number, Iterable<number>>,
): void {
  const [last = { row: 0, change: 0 }] = connection.all<LastTouched>(LAST);
  let { row } = last;
  for (const [scope, records] of rowsOfScope) {
    const all = [...records];
    for (let from = 0; from < all.length; from += PORTION) {
      const portion = all.slice(from, from + PORTION);
      connection.run(INSERT, row + 1, last.change + 1, scope, JSON.stringify(portion));
      row += portion.length;
    }
  }
  if (row > MAX_KEPT) connection.run(FORGET, row - MAX_KEPT);
}

interface LastTouched {
  readonly row: number;
  readonly change: number;
}
