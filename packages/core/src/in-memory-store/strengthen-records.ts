import type { StrengthUpdate } from "../contracts/memory-store.js";
import { copyRecord } from "./copy-record.js";
import { identityOf } from "./tables.js";
import type { Tables } from "./tables.js";

/** Replaces the strengths of the records that are there. */
export function strengthenRecords(tables: Tables, updates: readonly StrengthUpdate[]): void {
  for (const update of updates) {
    const stored = tables.records.get(identityOf(update));
    if (!stored) continue;
    const record = copyRecord({ ...stored.record, strength: update.strength });
    tables.records.set(identityOf(update), { ...stored, record });
    const revisions = tables.history.get(identityOf(update)) ?? [];
    const ended = revisions.slice(0, -1);
    const current = revisions.slice(-1).map((revision) => ({ ...revision, record }));
    tables.history.set(identityOf(update), [...ended, ...current]);
  }
}
