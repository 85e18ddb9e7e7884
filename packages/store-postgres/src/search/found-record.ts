import type { MemoryRecord, Scope } from "@kioku/core";
import { compareText, pathToScope } from "@kioku/core/toolkit";
import type { SearchHit, SearchHits, TextStatistics } from "@kioku/core/toolkit";

import { rowToRecord, type RecordRow } from "../schema/record-row.js";

/** A selected record that a search may return. */
export interface FoundRecord {
  /** Path of its scope. */
  readonly path: string;
  readonly id: string;
  readonly speaker: string | null;
  /** Traits of its search entry; null where it is not searchable. */
  readonly traits: number | null;
  readonly thread: string | null;
  /** Time in its thread; 0 if no neighbours are wanted. */
  readonly happenedAt: number;
  /** Score of each leg; `undefined` where it does not match. */
  readonly scores: readonly (number | undefined)[];
  /** By the first text leg, if that matches. */
  readonly coverage?: number | undefined;
  /** Returns its row, if that was sent along. Most are never asked for. */
  readonly row?: (() => RecordRow) | undefined;
}

/** A record's position in its thread, within the selection. */
export interface ThreadPosition {
  readonly of: FoundRecord;
  readonly thread: string;
  readonly previous: string | undefined;
}

/** Returns a unique key: neither ids nor paths contain NUL. */
export function keyOf(path: string, id: string): string {
  return `${path}\0${id}`;
}

/** Orders by the score of a leg, best first, then by id and scope. */
function byLeg(leg: number): (a: FoundRecord, b: FoundRecord) => number {
  return (a, b) => {
    const [left, right] = [a.scores[leg] ?? -Infinity, b.scores[leg] ?? -Infinity];
    if (left !== right) return left > right ? -1 : 1;
    return compareText(a.id, b.id) || compareText(a.path, b.path);
  };
}

/** Returns the best `limit` matches of a leg, best first. */
export function bestOf<Found extends FoundRecord>(
  records: readonly Found[],
  leg: number,
  limit: number,
): readonly Found[] {
  const matches = records.filter(({ scores }) => scores[leg] !== undefined);
  return matches.toSorted(byLeg(leg)).slice(0, limit);
}

/** Returns the hits of a search: the best of its legs and their neighbours. */
export function toHits(
  found: ReadonlySet<FoundRecord>,
  positions: Iterable<ThreadPosition>,
  statistics: TextStatistics | undefined,
): SearchHits {
  const placed = new Map<FoundRecord, ThreadPosition | undefined>();
  for (const record of found) placed.set(record, undefined);
  for (const position of positions) placed.set(position.of, position);
  const scopes = new Map<string, Scope>();
  for (const { path } of placed.keys()) {
    if (!scopes.has(path)) scopes.set(path, pathToScope(path));
  }
  const hits = [...placed.keys()]
    .toSorted(byLeg(0))
    .map((record) => toHit(record, scopes.get(record.path) ?? [], placed.get(record)));
  return statistics ? Object.assign(hits, { statistics }) : hits;
}

function toHit(
  { id, scores, speaker, traits, coverage, row }: FoundRecord,
  scope: Scope,
  position: ThreadPosition | undefined,
): SearchHit {
  const hit = {
    scope: [...scope],
    id,
    scores,
    ...(traits === null ? undefined : { traits }),
    ...(speaker === null ? undefined : { speaker }),
    ...(coverage === undefined ? undefined : { coverage }),
    ...(position === undefined ? undefined : { thread: position.thread }),
    ...(position?.previous === undefined ? undefined : { previous: position.previous }),
  };
  return row ? withRecord(hit, row) : hit;
}

/** Adds the record, which is made when it is asked for. */
function withRecord(hit: SearchHit, row: () => RecordRow): SearchHit {
  let record: MemoryRecord | undefined;
  return {
    ...hit,
    get record() {
      return (record ??= rowToRecord(row(), [...hit.scope]));
    },
  };
}
