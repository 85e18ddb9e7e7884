import type { Selection } from "../contracts/selection.js";
import { isValidAt } from "../model/is-valid-at.js";
import type { MemoryRecord } from "../model/record.js";
import { isWithin } from "../model/scope-path.js";
import type { Scope } from "../model/scope.js";
import { matchesPredicate } from "./matches-predicate.js";

/** Returns true if a selection has this scope, whatever its other conditions say. */
export function isInScopes(scope: Scope, selection: Pick<Selection, "within" | "reach">): boolean {
  return selection.within.some(
    (ancestor) =>
      isWithin(scope, ancestor) &&
      (selection.reach === "below" || scope.length === ancestor.length),
  );
}

/** Returns true if a selection contains a record. */
export function matchesSelection(record: MemoryRecord, selection: Selection): boolean {
  const { kinds, where, now, validAt, includeArchived = false } = selection;
  return (
    isInScopes(record.scope, selection) &&
    (kinds === undefined || kinds.includes(record.kind)) &&
    (now === undefined || !isExpired(record, now)) &&
    (validAt === undefined || isValidAt(record, validAt)) &&
    (includeArchived || record.archivedAt === undefined) &&
    (where === undefined || matchesPredicate(record, where))
  );
}

/** Returns true if a record has expired. */
export function isExpired(record: MemoryRecord, now: Date): boolean {
  return record.expiresAt !== undefined && record.expiresAt <= now;
}

/**
 * Returns true if writing the same again would be a duplicate of this record: neither expired,
 * archived nor retired.
 */
export function isCurrent(record: MemoryRecord, now: Date): boolean {
  return (
    !isExpired(record, now) &&
    record.archivedAt === undefined &&
    (record.validTo === undefined || record.validTo > now)
  );
}
