import { isInRange, type ScopeRange } from "@kioku/core/toolkit";

import { lastChange, touchedSince } from "../read/find-records.js";
import type { Connection } from "../sql/connection.js";
import type { Pause } from "../sql/scheduling.js";
import { sqlText } from "../sql/sql-text.js";
import type { StoreContext } from "../sql/store-context.js";
import type { ResidentIndex } from "./index-cache.js";
import { readEntries, readTermsOf, readVectorsOf } from "./read-entries.js";

/** Records per statement, about a millisecond. */
const PORTION = 128;
/** Share of dead ordinals above which an index is loaded anew. */
const MOST_DEAD = 0.25;

const PATH = "select path from scopes where id = ?";

/** Brings an index up to date with the connection's snapshot. Returns false if it is of no use. */
export async function followChanges(
  { connection, pause }: StoreContext,
  resident: ResidentIndex,
): Promise<boolean> {
  const newest = lastChange(connection);
  const touched = newest < resident.change ? undefined : touchedSince(connection, resident.change);
  if (!touched) return false;
  resident.revision += 1;
  resident.newest = newest;
  const isCovered = scopeFilter(connection, resident.range);
  const records = touched.filter(({ scope }) => isCovered(scope)).map(({ record }) => record);
  const rows = [...new Set(records)].toSorted((a, b) => a - b);
  // A whole scope is read faster from the start.
  if (rows[0] === 0) return false;
  for (let start = 0; start < rows.length; start += PORTION) {
    const pausing = pause();
    if (pausing) await pausing;
    const portion = rows.slice(start, start + PORTION);
    if (!(await update({ connection, isCovered, resident, pause }, portion))) return false;
  }
  resident.change = newest;
  resident.followed += rows.length;
  return resident.table.deadShare <= MOST_DEAD;
}

function scopeFilter(connection: Connection, range: ScopeRange): (scope: number) => boolean {
  const known = new Map<number, boolean>();
  return (scope) => {
    let isIn = known.get(scope);
    if (isIn === undefined) {
      const [path] = connection.values<string>(PATH, scope);
      isIn = path !== undefined && isInRange(path, range);
      known.set(scope, isIn);
    }
    return isIn;
  };
}

interface Following {
  readonly connection: Connection;
  readonly isCovered: (scope: number) => boolean;
  readonly resident: ResidentIndex;
  readonly pause: Pause;
}

/** Returns false if the arena is full. */
async function update(
  { connection, isCovered, resident, pause }: Following,
  rows: readonly number[],
): Promise<boolean> {
  const { table, postings, matrices, filters } = resident;
  const size = table.size;
  // The row of a deleted record may belong to another scope now.
  const entries = readEntries(connection, rows).filter(({ scope }) => isCovered(scope));
  const entryOf = new Map(entries.map((entry) => [entry.row, entry]));
  const isWanted = (term: string): boolean => postings.see(term);
  const terms = postings.needsTerms
    ? await readTermsOf(connection, entries, { isWanted, pause })
    : undefined;
  for (const row of rows) {
    const entry = entryOf.get(row);
    const ordinal = entry ? table.set(entry) : table.delete(row);
    if (ordinal === -1) continue;
    if (ordinal >= size) postings.append(ordinal, terms?.get(row) ?? []);
    else postings.replace(ordinal, entry ? terms?.get(row) : undefined);
    if (entry) continue;
    for (const matrix of matrices.values()) matrix.clear(ordinal);
    for (const { ordinals } of filters.all) ordinals.set(ordinal, false);
  }
  const present = [...entryOf.keys()];
  updateFilters(connection, resident, present);
  return updateVectors(connection, resident, present);
}

function updateVectors(
  connection: Connection,
  { table, matrices }: ResidentIndex,
  rows: readonly number[],
): boolean {
  for (const [space, matrix] of matrices) {
    const vectors = readVectorsOf(connection, space, rows);
    for (const row of rows) {
      const ordinal = table.ordinalOf(row);
      if (ordinal !== -1 && !matrix.set(ordinal, vectors.get(row))) return false;
    }
  }
  return true;
}

function updateFilters(
  connection: Connection,
  { table, filters }: ResidentIndex,
  rows: readonly number[],
): void {
  for (const { condition, ordinals } of filters.all) {
    const query = sqlText`select r.row from records as r
      where r.row in (select value from json_each(${JSON.stringify(rows)})) and ${condition}`;
    const meeting = new Set(connection.dynamic<{ row: number }>(query).map(({ row }) => row));
    for (const row of rows) {
      const ordinal = table.ordinalOf(row);
      if (ordinal !== -1) ordinals.set(ordinal, meeting.has(row));
    }
  }
}
