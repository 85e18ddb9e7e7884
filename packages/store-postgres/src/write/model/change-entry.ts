import type { MemoryRecord } from "@kioku/core";
import { pathToScope, recordToJson, columnsToRecord } from "@kioku/core/toolkit";

import type { CurrentRecord } from "../../schema/record-row.js";
import type { RecordEntry } from "./record-entry.js";
import type { WriteModel } from "./write-model.js";

/** Author, time and cause of the end of a version. */
export interface Ending {
  readonly at: Date;
  readonly actor?: string | undefined;
  readonly cause?: string | undefined;
}

/** Returns a fresh record for callers. */
export function currentToRecord(path: string, current: CurrentRecord): MemoryRecord {
  return columnsToRecord(current, pathToScope(path));
}

/** Adds a version to history before it is replaced or deleted. */
export function keepVersion(entry: RecordEntry, current: CurrentRecord): void {
  const { version, change, actor, cause } = current;
  entry.ended.push({
    version,
    change,
    actor,
    cause,
    recorded_at: current.updated_at,
    searchable: current.text_hash !== null,
    snapshot: JSON.stringify(recordToJson(currentToRecord(entry.path, current))),
  });
}

/** Deletes a record; its versions and the deletion stay in history. */
export function endRecord(model: WriteModel, entry: RecordEntry, ending: Ending): void {
  const { current } = entry;
  if (!current) return;
  keepVersion(entry, current);
  const { at, actor = null, cause = null } = ending;
  entry.endedVersion = current.version + 1;
  entry.ended.push({
    version: entry.endedVersion,
    change: "deleted",
    actor,
    cause,
    recorded_at: at.getTime(),
    searchable: false,
    snapshot: null,
  });
  removeRecord(model, entry);
}

/** Removes a record without a trace; returns true if there was any. */
export function eraseRecord(model: WriteModel, entry: RecordEntry): boolean {
  const wasKnown = entry.current !== undefined || entry.endedVersion > 0;
  removeRecord(model, entry);
  if (wasKnown) entry.isHistoryErased = true;
  entry.ended = [];
  entry.endedVersion = 0;
  return wasKnown;
}

/** Drops the vectors of a removed text. */
export function dropVectors(entry: RecordEntry): void {
  entry.vectors.clear();
  entry.areVectorsDropped = entry.stored !== undefined;
}

/** Removes the text from the queue. */
export function dropJob(entry: RecordEntry): void {
  entry.jobRunsAt = undefined;
  entry.isJobDropped = (entry.stored?.text_hash ?? null) !== null;
}

/** Notes that the stored text is no longer found. */
export function markTextRemoved(entry: RecordEntry): void {
  entry.removedNumber = entry.stored?.number ?? undefined;
}

function removeRecord(model: WriteModel, entry: RecordEntry): void {
  if (!entry.current) return;
  model.dropKeys(entry);
  dropVectors(entry);
  dropJob(entry);
  markTextRemoved(entry);
  entry.isReplaced = entry.stored !== undefined;
  entry.isStrengthNew = false;
  model.replace(entry, undefined);
}
