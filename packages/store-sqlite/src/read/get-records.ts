import type { MemoryRecord, RecordRef } from "@kioku/core";

import { rowToRecord } from "../record/record-codec.js";
import type { Connection } from "../sql/connection.js";
import { findRecord } from "./find-record.js";

/** The records named, in order; `undefined` where there is none at that instant. */
export function getRecords(
  connection: Connection,
  refs: readonly RecordRef[],
  now: Date,
): readonly (MemoryRecord | undefined)[] {
  return refs.map((ref) => {
    const row = findRecord(connection, ref, now.getTime());
    return row && rowToRecord(row);
  });
}
