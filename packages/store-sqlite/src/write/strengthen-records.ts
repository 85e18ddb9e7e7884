import type { StrengthUpdate } from "@kioku/core";

import { findRecord } from "../read/find-record.js";
import { strengthToRow } from "../record/record-codec.js";
import type { Connection } from "../sql/connection.js";
import { writeStrength } from "./record-writer.js";

/** Replaces the strengths of the records that are there. */
export function strengthenRecords(
  connection: Connection,
  updates: readonly StrengthUpdate[],
): void {
  connection.write(() => {
    for (const { scope, id, strength } of updates) {
      const stored = findRecord(connection, { scope, id }, Number.NEGATIVE_INFINITY);
      if (stored) writeStrength(connection, stored.row, strengthToRow(strength));
    }
  });
}
