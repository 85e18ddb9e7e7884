import { keyOf } from "../found-record.js";
import { toSimilarity } from "../to-similarity.js";
import type { RosterRow } from "./roster-sql.js";
import type { RosterRecord } from "./roster.js";

/**
 * The records in the rows of `rosterSql`.
 * @param path - Of the scope, where rows do not say it.
 */
export function readRoster(
  rows: readonly RosterRow[],
  path: string,
  legs: number,
): readonly RosterRecord[] {
  const records = new Map<string, RosterRecord>();
  const others: RosterRecord[] = [];
  for (const row of rows) {
    const key = keyOf(row.scope ?? path, row.id ?? "");
    if (typeof row.leg === "number") {
      const record = records.get(key);
      if (record) record.scores[row.leg] = toSimilarity(row.score ?? 0);
    } else if (row.id === null) others.push(toRecord(row, path, legs));
    else records.set(key, toRecord(row, path, legs));
  }
  return [...records.values(), ...others];
}

function toRecord(row: RosterRow, path: string, legs: number): RosterRecord {
  return {
    path: row.scope ?? path,
    id: row.id ?? "",
    isSelected: row.id !== null,
    scripts: row.scripts,
    thread: row.thread ?? null,
    happenedAt: row.happened_at ?? 0,
    termCount: row.term_count ?? 0,
    terms: row.terms ?? "",
    scores: Array.from<number | undefined>({ length: legs }),
  };
}
