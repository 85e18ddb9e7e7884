import type { Selection } from "../selection.js";

/**
 * Returns true if a selection takes all of its scopes, archived, retired and expired records
 * included.
 */
export function takesWholeScopes(selection: Selection): boolean {
  const { kinds, where, now, validAt, includeArchived = false } = selection;
  const conditions = [kinds, where, now, validAt];
  return includeArchived && conditions.every((condition) => condition === undefined);
}
