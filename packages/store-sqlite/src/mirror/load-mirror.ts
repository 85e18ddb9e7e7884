import type { ScopeRange } from "@kioku/core/toolkit";

import type { CodeArena } from "../codes/code-arena.js";
import { CodeMatrix } from "../codes/code-matrix.js";
import type { Pause } from "../jobs/turn.js";
import type { Connection } from "../sql/connection.js";
import { AreaMirror } from "./area-mirror.js";
import type { MirroredSpace } from "./area-mirror.js";
import { lastChange } from "./file-changes.js";
import { readEntries, readVectorsOf } from "./read-entries.js";
import { Roster } from "./roster.js";
import { rowsOfArea } from "./rows-of-area.js";

/** Records that are read by one statement, in about a millisecond. */
const PORTION = 256;

/** What to load. */
export interface MirrorPlan {
  readonly area: ScopeRange;
  readonly spaces: readonly MirroredSpace[];
  readonly arena: CodeArena;
  readonly pause: Pause;
}

/**
 * Loads an area from one state of the database. `undefined`: the arena has no room for its vectors.
 */
export async function loadMirror(
  connection: Connection,
  { area, spaces, arena, pause }: MirrorPlan,
): Promise<AreaMirror | undefined> {
  const change = lastChange(connection);
  const rows = await rowsOfArea(connection, area, pause);
  const roster = new Roster(rows.length);
  const matrices = new Map(
    spaces.map(({ id, dimensions }) => [id, new CodeMatrix(arena, dimensions)]),
  );
  const mirror = new AreaMirror({ area, change, roster, spaces, matrices });
  try {
    for (let start = 0; start < rows.length; start += PORTION) {
      const pausing = pause();
      if (pausing) await pausing;
      const portion = [...rows.subarray(start, start + PORTION)];
      for (const entry of readEntries(connection, portion)) roster.set(entry);
      if (!loadVectors(connection, mirror, portion)) {
        mirror.release();
        return undefined;
      }
    }
    return mirror;
  } catch (error) {
    mirror.release();
    throw error;
  }
}

function loadVectors(
  connection: Connection,
  { roster, matrices }: AreaMirror,
  rows: readonly number[],
): boolean {
  for (const [space, matrix] of matrices) {
    for (const [row, values] of readVectorsOf(connection, space, rows)) {
      if (!matrix.set(roster.slotOf(row), values)) return false;
    }
  }
  return true;
}
