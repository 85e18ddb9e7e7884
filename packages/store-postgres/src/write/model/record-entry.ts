import type { CurrentRecord } from "../../schema/record-row.js";

/** A row of `history` to write, without scope and id. */
export interface EndedVersion {
  readonly version: number;
  readonly change: string;
  readonly actor: string | null;
  readonly cause: string | null;
  readonly recorded_at: number;
  readonly searchable: boolean;
  readonly snapshot: string | null;
}

/** A record in a batch: as stored, as it is now, and what has to be written. */
export interface RecordEntry {
  /** Path of its scope. */
  readonly path: string;
  readonly id: string;
  /** The record in the database. */
  readonly stored: CurrentRecord | undefined;
  /** The record after the ops so far. */
  current: CurrentRecord | undefined;
  /** The last version in history, where there is no current one; 0 for an unknown record. */
  endedVersion: number;
  /** Known idempotency keys of the current record. */
  readonly idempotencyKeys: Set<string>;
  /** True if strength and keys in the database belong to a removed record. */
  isReplaced: boolean;
  /** True if the stored history goes. */
  isHistoryErased: boolean;
  /** Stored versions before this one go; 0 for none. */
  historyFrom: number;
  /** True if the stored vectors go. */
  areVectorsDropped: boolean;
  /** True if the strength has to be written. */
  isStrengthNew: boolean;
  ended: EndedVersion[];
  readonly newKeys: Set<string>;
  /** Vectors to write, by the name of their space. */
  readonly vectors: Map<string, Float32Array>;
  /** Number of the stored text, if it is no longer found. */
  removedNumber: number | undefined;
  /** True if the stored text leaves the queue. */
  isJobDropped: boolean;
  /** Time from which the current text may be embedded, if it is queued; in milliseconds. */
  jobRunsAt: number | undefined;
}

/** Returns the entry of a record before the first op. */
export function newEntry(
  { path, id }: { readonly path: string; readonly id: string },
  stored: CurrentRecord | undefined,
  endedVersion: number,
): RecordEntry {
  return {
    path,
    id,
    stored,
    current: stored,
    endedVersion,
    idempotencyKeys: new Set(),
    isReplaced: false,
    isHistoryErased: false,
    historyFrom: 0,
    areVectorsDropped: false,
    isStrengthNew: false,
    ended: [],
    newKeys: new Set(),
    vectors: new Map(),
    removedNumber: undefined,
    isJobDropped: false,
    jobRunsAt: undefined,
  };
}
