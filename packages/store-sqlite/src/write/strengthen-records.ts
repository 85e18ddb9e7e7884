import type { StrengthUpdate } from "@kioku/core/toolkit";
import { strengthToColumns } from "@kioku/core/toolkit";

import { findRecord } from "../read/find-record.js";
import type { StoreContext } from "../store-context.js";
import { writeStrength } from "./record-writer.js";

/** Replaces the strengths of the records that are there. */
export async function strengthenRecords(
  { connection, pause }: StoreContext,
  updates: readonly StrengthUpdate[],
): Promise<void> {
  await connection.write(async () => {
    for (const { scope, id, strength } of updates) {
      const pausing = pause();
      if (pausing) await pausing;
      const stored = findRecord(connection, { scope, id }, Number.NEGATIVE_INFINITY);
      if (stored) writeStrength(connection, stored.row, strengthToColumns(strength));
    }
  });
}
