import { randomInt } from "node:crypto";

import type { RecordLocation } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";

/** Maximum number of records that a transaction lists; beyond, it lists scopes as a whole. */
const MAX_LISTED = 16_384;
/** Maximum number of entries; older ones are deleted. */
const MAX_KEPT = 65_536;
/** Entry of a scope as a whole; rows of records begin at 1. */
const WHOLE = 0;
/** Limit of the random distance between two numbers: a billion transactions stay exact. */
const MAX_STEP = 2 ** 23;

const LAST_TOUCHED = "select row, change from touched order by row desc limit 1";
const INSERT_TOUCHED =
  "insert into touched (row, change, scope, record) " +
  "select ? + key, ?, ?, value from json_each(?)";
const TOUCHED_PER_INSERT = 1_000;
const FORGET_TOUCHED = "delete from touched where row <= ?";

/** The records changed by one transaction, written once at its end. */
export class TouchedRecords {
  /** Rows by scope: a row may pass from one scope to another in the same transaction. */
  readonly #rows = new Map<number, Set<number>>();
  #count = 0;

  /** Adds a record whose searchable data has changed. */
  add({ scope, row }: RecordLocation): void {
    const rows = this.#rows.get(scope) ?? new Set();
    this.#rows.set(scope, rows);
    this.#count -= rows.size;
    rows.add(row);
    this.#count += rows.size;
  }

  /** Lists the records; of the largest scopes, if they are too many, only the scope. */
  flush(connection: Connection): void {
    if (this.#count === 0) return;
    const listed = new Map<number, Iterable<number>>(this.#rows);
    let count = this.#count;
    for (const [scope, { size }] of [...this.#rows].toSorted(([, a], [, b]) => b.size - a.size)) {
      if (count <= MAX_LISTED || size === 1) break;
      listed.set(scope, [WHOLE]);
      count -= size - 1;
    }
    if (count > MAX_LISTED) touchEverything(connection);
    else writeTouched(connection, listed);
  }
}

/** Notes that any record may have changed. */
export function touchEverything(connection: Connection): void {
  writeTouched(connection, new Map([[0, [0]]]));
}

/**
 * Adds the entries of a transaction. Its number is random, so that two histories of a file, as
 * after a copy was put back, never mean different things by one number.
 */
function writeTouched(
  connection: Connection,
  rowsOfScope: ReadonlyMap<number, Iterable<number>>,
): void {
  const [last = { row: 0, change: 0 }] = connection.all<LastTouched>(LAST_TOUCHED);
  const change = last.change + 1 + randomInt(MAX_STEP);
  let { row } = last;
  for (const [scope, records] of rowsOfScope) {
    const all = [...records];
    for (let from = 0; from < all.length; from += TOUCHED_PER_INSERT) {
      const portion = all.slice(from, from + TOUCHED_PER_INSERT);
      connection.run(INSERT_TOUCHED, row + 1, change, scope, JSON.stringify(portion));
      row += portion.length;
    }
  }
  if (row > MAX_KEPT) connection.run(FORGET_TOUCHED, row - MAX_KEPT);
}

interface LastTouched {
  readonly row: number;
  readonly change: number;
}
