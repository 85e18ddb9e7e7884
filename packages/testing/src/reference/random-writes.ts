import type { WriteOp } from "@kioku/core/toolkit";

import type { Picker } from "../support/picker.js";
import { randomInstant, randomPut } from "./random-data.js";
import { RECORDS, RESTORED } from "./random-questions.js";
import { randomRestore, randomSpaceOp, randomTombstone } from "./random-restore.js";

/**
 * Writes records, then updates and deletes some, then does what an import and an erasure do, of old
 * and of new ids.
 */
export function randomWrites(picker: Picker): readonly WriteOp[] {
  const puts = Array.from({ length: RECORDS }, (_, n) => ({ n, put: randomPut(picker, n) }));
  const updates = puts
    .filter(() => picker.chance(0.3))
    .map(({ n, put }): WriteOp => {
      const { record, search } = randomPut(picker, n);
      const next = { ...record, scope: put.record.scope, version: 2 };
      return { ...put, record: next, search: picker.chance(0.5) ? search : "keep" };
    });
  const deletions = puts
    .filter(() => picker.chance(0.15))
    .map(({ put }): WriteOp => {
      const { scope, id } = put.record;
      return { op: "delete", scope, id, at: randomInstant(picker), purge: picker.chance(0.4) };
    });
  const restores = Array.from({ length: RECORDS / 2 }, () =>
    randomRestore(picker, picker.integer(RECORDS + RESTORED)),
  );
  const others = Array.from({ length: RECORDS / 2 }, () =>
    picker.chance(0.8) ? randomTombstone(picker) : randomSpaceOp(picker),
  );
  return [...puts.map(({ put }) => put), ...updates, ...deletions, ...restores, ...others];
}
