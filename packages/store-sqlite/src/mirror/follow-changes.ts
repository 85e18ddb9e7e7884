import { isInRange } from "@kioku/core/toolkit";
import type { ScopeRange } from "@kioku/core/toolkit";

import type { Pause } from "../jobs/turn.js";
import type { Connection } from "../sql/connection.js";
import { sqlText } from "../sql/sql-fragment.js";
import type { StoreContext } from "../store-context.js";
import type { AreaMirror } from "./area-mirror.js";
import { lastChange, touchedSince } from "./file-changes.js";
import type { TouchedRecord } from "./file-changes.js";
import { readEntries, readTermsOf, readVectorsOf } from "./read-entries.js";

/** Records that are read by one statement, in about a millisecond. */
const PORTION = 128;
/** With more dead slots than this part of all, a mirror is made anew. */
const MOST_DEAD = 0.25;

const PATH = "select path from scopes where id = ?";

/**
 * Brings a mirror in line with the state of the database that the connection sees.
 * @returns False if it cannot be: too much has happened, or the mirror is of a later state. It is
 *   of no use then.
 */
export async function followChanges(
  { connection, pause }: StoreContext,
  mirror: AreaMirror,
): Promise<boolean> {
  const newest = lastChange(connection);
  if (newest === mirror.change) return true;
  const touched = newest < mirror.change ? undefined : touchedSince(connection, mirror.change);
  if (!touched) return false;
  const scopes = new AreaScopes(connection, mirror.area);
  const rows = rowsInArea(scopes, touched);
  for (let start = 0; start < rows.length; start += PORTION) {
    const pausing = pause();
    if (pausing) await pausing;
    const portion = rows.slice(start, start + PORTION);
    if (!(await update({ connection, scopes, mirror, pause }, portion))) return false;
  }
  mirror.change = newest;
  return mirror.roster.deadShare <= MOST_DEAD;
}

/** Tells which scopes belong to an area. */
class AreaScopes {
  readonly #connection: Connection;
  readonly #area: ScopeRange;
  readonly #known = new Map<number, boolean>();

  constructor(connection: Connection, area: ScopeRange) {
    this.#connection = connection;
    this.#area = area;
  }

  has(scope: number): boolean {
    const known = this.#known.get(scope);
    if (known !== undefined) return known;
    const [path] = this.#connection.values<string>(PATH, scope);
    const isIn = path !== undefined && isInRange(path, this.#area);
    this.#known.set(scope, isIn);
    return isIn;
  }
}

/** Ascending, each once. */
function rowsInArea(scopes: AreaScopes, touched: readonly TouchedRecord[]): number[] {
  const rows = new Set<number>();
  for (const { scope, record } of touched) if (scopes.has(scope)) rows.add(record);
  return [...rows].toSorted((a, b) => a - b);
}

interface Following {
  readonly connection: Connection;
  readonly scopes: AreaScopes;
  readonly mirror: AreaMirror;
  readonly pause: Pause;
}

/** False: there is no room. */
async function update(
  { connection, scopes, mirror, pause }: Following,
  rows: readonly number[],
): Promise<boolean> {
  const { roster, postings, matrices, filters } = mirror;
  const size = roster.size;
  // The row of a record that is gone may have become one of another scope.
  const entries = readEntries(connection, rows).filter(({ scope }) => scopes.has(scope));
  const entryOf = new Map(entries.map((entry) => [entry.row, entry]));
  const isWanted = (term: string): boolean => postings.has(term);
  const terms =
    postings.size > 0 ? await readTermsOf(connection, entries, { isWanted, pause }) : undefined;
  for (const row of rows) {
    const entry = entryOf.get(row);
    const slot = entry ? roster.set(entry) : roster.delete(row);
    if (slot === -1) continue;
    if (slot >= size) postings.append(slot, terms?.get(row) ?? []);
    else postings.replace(slot, entry ? terms?.get(row) : undefined);
    if (entry) continue;
    for (const matrix of matrices.values()) matrix.clear(slot);
    for (const { slots } of filters.all) slots.set(slot, false);
  }
  const present = [...entryOf.keys()];
  updateFilters(connection, mirror, present);
  return updateVectors(connection, mirror, present);
}

function updateVectors(
  connection: Connection,
  { roster, matrices }: AreaMirror,
  rows: readonly number[],
): boolean {
  for (const [space, matrix] of matrices) {
    const vectors = readVectorsOf(connection, space, rows);
    for (const row of rows) {
      const slot = roster.slotOf(row);
      if (slot !== -1 && !matrix.set(slot, vectors.get(row))) return false;
    }
  }
  return true;
}

function updateFilters(
  connection: Connection,
  { roster, filters }: AreaMirror,
  rows: readonly number[],
): void {
  for (const { condition, slots } of filters.all) {
    const { sql, parameters } = sqlText`select r.row from records as r
      where r.row in (select value from json_each(${JSON.stringify(rows)})) and ${condition}`;
    const meeting = new Set(
      connection.dynamic<{ row: number }>(sql, parameters).map(({ row }) => row),
    );
    for (const row of rows) {
      const slot = roster.slotOf(row);
      if (slot !== -1) slots.set(slot, meeting.has(row));
    }
  }
}
