import type { MemoryRecord } from "@kioku/core";
import type { RecordRef } from "@kioku/core/toolkit";

import { rowToRecord } from "../record/record-codec.js";
import type { Connection } from "../sql/connection.js";
import { findRecord, findRecordsById } from "./find-record.js";

/** The records named, in order; `undefined` where there is none at that instant. */
export function getRecords(
  connection: Connection,
  refs: readonly RecordRef[],
  now: Date,
): readonly (MemoryRecord | undefined)[] {
  const byId = refs.filter((ref) => "id" in ref);
  const found = findRecordsById(connection, byId, now.getTime());
  return refs.map((ref) => {
    const row = "id" in ref ? found(ref) : findRecord(connection, ref, now.getTime());
    return row && rowToRecord(row, [...ref.scope]);
  });
}
