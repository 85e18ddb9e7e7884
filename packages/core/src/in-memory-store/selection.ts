import type { Selection } from "../contracts/search.js";
import { matchesPredicate } from "../model/matches-predicate.js";
import { isValidAt, type MemoryRecord } from "../model/record.js";
import { isWithin, type Scope } from "../model/scope.js";

/** Returns true if a scope is among those of a selection, whatever its other conditions are. */
export function isInScopes(scope: Scope, selection: Pick<Selection, "within" | "reach">): boolean {
  const { within, reach } = selection;
  return within.some(
    (ancestor) =>
      isWithin(scope, ancestor) && (reach === "below" || scope.length === ancestor.length),
  );
}

/** Returns true if a selection contains a record. */
export function matchesSelection(record: MemoryRecord, selection: Selection): boolean {
  return isInScopes(record.scope, selection) && isSelected(record, selection);
}

/** Returns true if a selection contains a record of its scopes. */
export function isSelected(record: MemoryRecord, selection: Selection): boolean {
  const { kinds, where, now, validAt, includeArchived = false } = selection;
  return (
    (kinds === undefined || kinds.includes(record.kind)) &&
    (now === undefined || !isExpired(record, now)) &&
    (validAt === undefined || isValidAt(record, validAt)) &&
    (includeArchived || record.archivedAt === undefined) &&
    (where === undefined || matchesPredicate(record, where))
  );
}

/** Returns true if a record exists no more. */
export function isExpired(record: MemoryRecord, now: Date): boolean {
  return record.expiresAt !== undefined && record.expiresAt <= now;
}

/** Returns true if a record is neither expired, archived nor retired. */
export function isCurrent(record: MemoryRecord, now: Date): boolean {
  return (
    !isExpired(record, now) &&
    record.archivedAt === undefined &&
    (record.validTo === undefined || record.validTo > now)
  );
}
