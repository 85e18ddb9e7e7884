import type { ScopeRange } from "@kioku/core/toolkit";

import type { Pause } from "../jobs/turn.js";
import { selectedAreaScopes } from "../read/selected-scopes.js";
import type { Connection } from "../sql/connection.js";

const PORTION = 4_096;
const ROWS =
  "select row from records indexed by records_by_scope " +
  `where scope = ? and row > ? order by row limit ${PORTION}`;

/** Rows that are put in order at a stretch. */
const RUN = 65_536;

/** The rows of all records of an area, ascending. */
export async function rowsOfArea(
  connection: Connection,
  area: ScopeRange,
  pause: Pause,
): Promise<Float64Array> {
  const scopes = selectedAreaScopes(connection, area);
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
      last = portion.length === PORTION ? portion.at(-1) : undefined;
    }
  }
  return scopes.length > 1 ? inOrder(rows, pause) : rows;
}

/** Sorts runs, then merges ever longer ones: a million numbers at once would take too long. */
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

/** Two runs that lie one after the other. */
interface TwoRuns {
  readonly start: number;
  /** How long the first is; the second may be shorter. */
  readonly run: number;
  readonly pause: Pause;
}

async function mergeRuns(
  from: Float64Array,
  to: Float64Array,
  { start, run, pause }: TwoRuns,
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
