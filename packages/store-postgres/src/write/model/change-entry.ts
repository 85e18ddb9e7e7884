import type { MemoryRecord } from "@kioku/core";
import { pathToScope, recordToJson, columnsToRecord } from "@kioku/core/toolkit";

import type { RecordEntry } from "./record-entry.js";
import type { CurrentRecord } from "./stored-columns.js";
import type { WriteModel } from "./write-model.js";

/** Who ended a version, when and why. */
export interface Ending {
  readonly at: Date;
  readonly actor?: string | undefined;
  readonly cause?: string | undefined;
}

/** A record as callers get it, a fresh copy. */
export function currentToRecord(path: string, current: CurrentRecord): MemoryRecord {
  return columnsToRecord(current, pathToScope(path));
}

/** Keeps a version that is about to be replaced or deleted. */
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

/** Removes a record without a trace, and says whether there was any. */
export function eraseRecord(model: WriteModel, entry: RecordEntry): boolean {
  const wasKnown = entry.current !== undefined || entry.endedVersion > 0;
  removeRecord(model, entry);
  if (wasKnown) entry.isHistoryErased = true;
  entry.ended = [];
  entry.endedVersion = 0;
  return wasKnown;
}

/** Drops the vectors of a text that is there no more. */
export function dropVectors(entry: RecordEntry): void {
  entry.vectors.clear();
  entry.areVectorsDropped = entry.stored !== undefined;
}

/** Takes the text off the queue, whoever works on it. */
export function dropJob(entry: RecordEntry): void {
  entry.jobRunsAt = undefined;
  entry.isJobDropped = (entry.stored?.text_hash ?? null) !== null;
}

/** Notes that the text that the database has is found no more. */
export function buryText(entry: RecordEntry): void {
  entry.buriedNumber = entry.stored?.number ?? undefined;
}

function removeRecord(model: WriteModel, entry: RecordEntry): void {
  if (!entry.current) return;
  model.dropKeys(entry);
  dropVectors(entry);
  dropJob(entry);
  buryText(entry);
  entry.isReplaced = entry.stored !== undefined;
  entry.isStrengthNew = false;
  model.replace(entry, undefined);
}
