import type { CurrentRecord } from "./stored-columns.js";

/** A row of `history` to write; its columns but for scope and id. */
export interface EndedVersion {
  readonly version: number;
  readonly change: string;
  readonly actor: string | null;
  readonly cause: string | null;
  readonly recorded_at: number;
  readonly searchable: boolean;
  readonly snapshot: string | null;
}

/**
 * What a batch knows of one record: what the database has, what it is by now, and what has to be
 * written for that.
 */
export interface RecordEntry {
  /** `scopeToPath` of its scope. */
  readonly path: string;
  readonly id: string;
  /** As it is in the database. */
  readonly stored: CurrentRecord | undefined;
  /** As it is by now. */
  current: CurrentRecord | undefined;
  /**
   * The last version in history, where there is no current one; 0 if nothing is known of the
   * record.
   */
  endedVersion: number;
  /** Idempotency keys of the current record that this batch knows of. */
  readonly idempotencyKeys: Set<string>;
  /** What the database keeps beside the record is not of the current one. */
  isReplaced: boolean;
  /** What the database has as history goes. */
  isHistoryErased: boolean;
  /** Last version in the history of the database before this one goes; 0: none. */
  historyFrom: number;
  /** The vectors that the database has go. */
  areVectorsDropped: boolean;
  /** The strength of the current record is to be written. */
  isStrengthNew: boolean;
  /** Versions to add to history. */
  ended: EndedVersion[];
  /** Idempotency keys to write. */
  readonly newKeys: Set<string>;
  /** Vectors to write, by the name of their space. */
  readonly vectors: Map<string, Float32Array>;
  /** The number of the text that the database has, if it is to be found no more. */
  buriedNumber: number | undefined;
  /** The place in the queue goes that the text has in the database. */
  isJobDropped: boolean;
  /**
   * From when on workers may embed the current text, if it is to be queued; milliseconds since
   * 1970.
   */
  jobRunsAt: number | undefined;
}

/** What a batch knows of a record before its first op. */
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
    buriedNumber: undefined,
    isJobDropped: false,
    jobRunsAt: undefined,
  };
}
