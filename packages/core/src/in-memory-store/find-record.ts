import type { RecordRef } from "../contracts/memory-store.js";
import { compareText } from "../model/compare-text.js";
import { scopeToPath } from "../model/scope-path.js";
import { isCurrent, isExpired } from "./matches-selection.js";
import { identityOf } from "./tables.js";
import type { StoredRecord, Tables } from "./tables.js";

/** What a reference names at an instant. */
export function findRecord(tables: Tables, ref: RecordRef, now: Date): StoredRecord | undefined {
  if ("id" in ref) {
    const stored = tables.records.get(identityOf(ref));
    return stored && !isExpired(stored.record, now) ? stored : undefined;
  }
  const path = scopeToPath(ref.scope);
  let found: StoredRecord | undefined;
  for (const stored of tables.records.values()) {
    if (stored.path !== path || !isNamed(stored, ref, now)) continue;
    if (found === undefined || isOlder(stored, found)) found = stored;
  }
  return found;
}

type SoughtRef = Exclude<RecordRef, { readonly id: string }>;

function isNamed(stored: StoredRecord, ref: SoughtRef, now: Date): boolean {
  if (isExpired(stored.record, now)) return false;
  if ("key" in ref) return stored.record.key === ref.key;
  if ("idempotencyKey" in ref) return stored.idempotencyKeys.includes(ref.idempotencyKey);
  return stored.contentHash === ref.contentHash && isCurrent(stored.record, now);
}

function isOlder(a: StoredRecord, b: StoredRecord): boolean {
  const between = a.record.createdAt.getTime() - b.record.createdAt.getTime();
  return (between || compareText(a.record.id, b.record.id)) < 0;
}
