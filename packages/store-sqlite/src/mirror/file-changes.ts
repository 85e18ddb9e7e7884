import type { Connection } from "../sql/connection.js";

const LAST = "select change from touched order by row desc limit 1";
const LATEST = "select row, change, scope, record from touched order by row desc limit ?";

/**
 * Most changes are of a few records, so few entries are read at first. There are never more than
 * the last of these.
 */
const LOOKS = [64, 1_024, 8_192, 70_000] as const;

/** A record that a transaction touched. */
export interface TouchedRecord {
  readonly change: number;
  /** 0: everything may have been touched. */
  readonly scope: number;
  readonly record: number;
}

/**
 * The number of the last transaction that touched a record, as this state of the database has it.
 */
export function lastChange(connection: Connection): number {
  return connection.values<number>(LAST)[0] ?? 0;
}

/** What was touched after a transaction, latest first; `undefined` if that is no longer known. */
export function touchedSince(
  connection: Connection,
  change: number,
): readonly TouchedRecord[] | undefined {
  for (const limit of LOOKS) {
    const entries = connection.all<ListedRecord>(LATEST, limit);
    const known = entries.findIndex((entry) => entry.change <= change);
    const oldest = entries.at(-1);
    // The list has to reach back to what is known already, or to the first entry of all.
    if (known === -1 && oldest && oldest.row > 1) continue;
    const since = (known === -1 ? entries : entries.slice(0, known)).map(
      ({ change: of, scope, record }): TouchedRecord => ({ change: of, scope, record }),
    );
    return since.some(({ scope }) => scope === 0) ? undefined : since;
  }
  return undefined;
}

interface ListedRecord extends TouchedRecord {
  readonly row: number;
}
