import type { ScopeRange } from "@kioku/core/toolkit";

import { lastChange } from "../read/find-records.js";
import { scopesInRange } from "../read/selected-scopes.js";
import type { Connection } from "../sql/connection.js";
import type { Pause } from "../sql/scheduling.js";
import type { CodeArena } from "./codes/code-arena.js";
import { CodeMatrix } from "./codes/code-matrix.js";
import { ResidentIndex, type IndexedSpace } from "./index-cache.js";
import { PostingCache } from "./posting-cache.js";
import { readEntries, readTermsOf, readVectorsOf } from "./read-entries.js";
import { RecordTable } from "./record-table.js";
import { TermSet } from "./term-set.js";

/** Records per statement, about a millisecond. */
const RECORDS_PER_READ = 256;

/** Records up to which reading all terms is worth it: some 2 ms a thousand. */
const MOST_WITH_TERMS = 16_384;

interface IndexPlan {
  readonly range: ScopeRange;
  readonly spaces: readonly IndexedSpace[];
  readonly arena: CodeArena;
  readonly pause: Pause;
}

/** Loads a range from one snapshot; `undefined` if the arena has no room for its vectors. */
export async function loadIndex(
  connection: Connection,
  { range, spaces, arena, pause }: IndexPlan,
): Promise<ResidentIndex | undefined> {
  const change = lastChange(connection);
  const rows = await rowsInRange(connection, range, pause);
  const table = new RecordTable(rows.length);
  const matrices = new Map(
    spaces.map(({ id, dimensions }) => [id, new CodeMatrix(arena, dimensions)]),
  );
  const terms = rows.length <= MOST_WITH_TERMS ? new TermSet() : undefined;
  const postings = new PostingCache(terms);
  const resident = new ResidentIndex({ range, change, table, spaces, matrices, postings });
  try {
    for (let start = 0; start < rows.length; start += RECORDS_PER_READ) {
      const pausing = pause();
      if (pausing) await pausing;
      const portion = [...rows.subarray(start, start + RECORDS_PER_READ)];
      const entries = readEntries(connection, portion);
      for (const entry of entries) table.set(entry);
      if (terms) {
        const isNew = (term: string): boolean => !terms.has(term);
        const found = await readTermsOf(connection, entries, { isWanted: isNew, pause });
        for (const term of [...found.values()].flat()) terms.add(term);
      }
      if (!loadVectors(connection, resident, portion)) {
        resident.release();
        return undefined;
      }
    }
    return resident;
  } catch (error) {
    resident.release();
    throw error;
  }
}

function loadVectors(
  connection: Connection,
  { table, matrices }: ResidentIndex,
  rows: readonly number[],
): boolean {
  for (const [space, matrix] of matrices) {
    for (const [row, values] of readVectorsOf(connection, space, rows)) {
      if (!matrix.set(table.ordinalOf(row), values)) return false;
    }
  }
  return true;
}

const ROWS_PER_READ = 4_096;
const ROWS =
  "select row from records indexed by records_by_scope " +
  `where scope = ? and row > ? order by row limit ${ROWS_PER_READ}`;

/** Rows sorted without a pause. */
const RUN = 65_536;

/** Returns the rows of all records of a range, ascending. */
async function rowsInRange(
  connection: Connection,
  range: ScopeRange,
  pause: Pause,
): Promise<Float64Array> {
  const scopes = scopesInRange(connection, range);
  const rows = new Float64Array(scopes.reduce((sum, { records }) => sum + records, 0));
  let count = 0;
  for (const { id } of scopes) {
    let last: number | undefined = -1;
    while (last !== undefined) {
      const pausing = pause();
      if (pausing) await pausing;
      const portion: number[] = connection.values<number>(ROWS, id, last);
      rows.set(portion, count);
      count += portion.length;
      last = portion.length === ROWS_PER_READ ? portion.at(-1) : undefined;
    }
  }
  return scopes.length > 1 ? inOrder(rows, pause) : rows;
}

/** Sorts runs, then merges them: sorting a million numbers at once would take too long. */
async function inOrder(rows: Float64Array, pause: Pause): Promise<Float64Array> {
  for (let start = 0; start < rows.length; start += RUN) {
    const pausing = pause();
    if (pausing) await pausing;
    rows.subarray(start, start + RUN).sort();
  }
  let from = rows;
  let to: Float64Array = new Float64Array(rows.length);
  for (let run = RUN; run < rows.length; run *= 2) {
    for (let start = 0; start < rows.length; start += 2 * run) {
      await mergeRuns(from, to, { start, run, pause });
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two adjacent runs; `run` is the length of the first, the second may be shorter. */
async function mergeRuns(
  from: Float64Array,
  to: Float64Array,
  { start, run, pause }: { readonly start: number; readonly run: number; readonly pause: Pause },
): Promise<void> {
  const middle = Math.min(start + run, from.length);
  const end = Math.min(start + 2 * run, from.length);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at += 1) {
    const pausing = at % RUN === 0 ? pause() : undefined;
    if (pausing) await pausing;
    const takesLeft = right >= end || (left < middle && (from[left] ?? 0) < (from[right] ?? 0));
    to[at] = (takesLeft ? from[left] : from[right]) ?? 0;
    if (takesLeft) left += 1;
    else right += 1;
  }
}
