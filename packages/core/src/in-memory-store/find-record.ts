import type { RecordRef } from "../contracts/memory-store.js";
import { compareText } from "../model/compare-text.js";
import { scopeToPath } from "../model/scope-path.js";
import { isCurrent, isExpired } from "./matches-selection.js";
import { identityOf } from "./tables.js";
import type { StoredRecord } from "./tables.js";

/** Members of a stored record that references name it by. */
export type NamedRecord = Omit<StoredRecord, "search">;

/** Records by scope and id, such as a map with the keys of `recordKey`. */
export interface RecordsByKey<T extends NamedRecord> {
  get(key: string): T | undefined;
  values(): Iterable<T>;
}

/** Returns what a reference names at an instant, by looking at every record unless it has an id. */
export function findRecord<T extends NamedRecord>(
  records: RecordsByKey<T>,
  ref: RecordRef,
  now: Date,
): T | undefined {
  if ("id" in ref) {
    const stored = records.get(identityOf(ref));
    return stored && !isExpired(stored.record, now) ? stored : undefined;
  }
  const path = scopeToPath(ref.scope);
  let found: T | undefined;
  for (const stored of records.values()) {
    if (stored.path !== path || !isNamed(stored, ref, now)) continue;
    if (found === undefined || isOlder(stored, found)) found = stored;
  }
  return found;
}

type SoughtRef = Exclude<RecordRef, { readonly id: string }>;

function isNamed(stored: NamedRecord, ref: SoughtRef, now: Date): boolean {
  if (isExpired(stored.record, now)) return false;
  if ("key" in ref) return stored.record.key === ref.key;
  if ("idempotencyKey" in ref) return stored.idempotencyKeys.includes(ref.idempotencyKey);
  return stored.contentHash === ref.contentHash && isCurrent(stored.record, now);
}

function isOlder(a: NamedRecord, b: NamedRecord): boolean {
  const between = a.record.createdAt.getTime() - b.record.createdAt.getTime();
  return (between || compareText(a.record.id, b.record.id)) < 0;
}
