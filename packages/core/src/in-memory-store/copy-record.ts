import type { JsonObject } from "../model/json.js";
import { recordFromJson, recordToJson } from "../model/record-json.js";
import type { MemoryRecord, Revision } from "../model/record.js";

/**
 * A copy that shares nothing, as any database would return it: by way of JSON, members that are
 * `undefined` left out.
 */
export function copyRecord(record: MemoryRecord): MemoryRecord {
  return recordFromJson(JSON.parse(JSON.stringify(recordToJson(record))) as JsonObject);
}

/** A copy of one version of a record that shares nothing. */
export function copyRevision<R extends Revision>(revision: R): R {
  const { record } = revision;
  return {
    ...revision,
    at: new Date(revision.at),
    ...(record === undefined ? {} : { record: copyRecord(record) }),
  };
}
