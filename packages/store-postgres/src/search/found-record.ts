import { compareText } from "@kioku/core/toolkit";

/** A record of the selection that a search may answer with. */
export interface FoundRecord {
  /** Of its scope. */
  readonly path: string;
  readonly id: string;
  /** Of its search entry; `null` where it is not searchable. */
  readonly scripts: number | null;
  readonly thread: string | null;
  /** When it happened, by which its thread is ordered; 0 where nobody asks for it. */
  readonly happenedAt: number;
  /** What each leg says of it, leg by leg; `undefined` where it does not match. */
  readonly scores: readonly (number | undefined)[];
}

/** Where a record is in its thread, among those of the selection. */
export interface ThreadPlace {
  readonly of: FoundRecord;
  readonly thread: string;
  /** Id of the record before it. */
  readonly previous: string | undefined;
}

/** One text for each record: no two have the same, because no id or path has a zero. */
export function keyOf(path: string, id: string): string {
  return `${path}\0${id}`;
}

/**
 * Best first by what one leg says, those that do not match it last; equal ones by id, then by
 * scope.
 */
export function byLeg(leg: number): (a: FoundRecord, b: FoundRecord) => number {
  return (a, b) => {
    const [left, right] = [a.scores[leg] ?? -Infinity, b.scores[leg] ?? -Infinity];
    if (left !== right) return left > right ? -1 : 1;
    return compareText(a.id, b.id) || compareText(a.path, b.path);
  };
}

/** The best `limit` of those that match a leg, best first. */
export function bestOf(
  records: readonly FoundRecord[],
  leg: number,
  limit: number,
): readonly FoundRecord[] {
  const matches = records.filter(({ scores }) => scores[leg] !== undefined);
  return matches.toSorted(byLeg(leg)).slice(0, limit);
}
