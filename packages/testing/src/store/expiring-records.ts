import type { CompleteStore, SpaceVector } from "@kioku/core/toolkit";

import { putOp, searchEntry, spaceVector } from "../test-ops.js";
import { instant, testRecord } from "../test-record.js";

/** The vector of each of `writeExpiring`. */
export const EXPIRING_VECTOR: SpaceVector = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);

/** Records 1, 2 and 3 expire at second 10, at second 20 and never. */
export async function writeExpiring(store: CompleteStore): Promise<void> {
  const vectors = store.capabilities.vector === "none" ? [] : [EXPIRING_VECTOR];
  const search = searchEntry("same", vectors);
  const ops = [10, 20, undefined].map((seconds, index) => {
    const expiry = seconds === undefined ? {} : { expiresAt: instant(seconds) };
    const n = index + 1;
    const record = testRecord(n, { key: `key ${n}`, thread: "t", ...expiry });
    return putOp(record, { search, idempotencyKey: `once ${n}`, contentHash: `hash ${n}` });
  });
  await store.write(ops);
}
