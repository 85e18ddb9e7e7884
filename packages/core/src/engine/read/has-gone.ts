import { isExpired } from "../../in-memory-store/selection.js";
import type { Revision } from "../../model/record.js";

/**
 * Whether nothing of a record may be read any more: it was purged, or it has expired, even if it
 * was forgotten before that. `sweep` removes what is left of it, and no read tells whether it has
 * done so yet.
 */
export function hasGone(revisions: readonly Revision[], now: Date): boolean {
  const last = revisions.findLast(({ record }) => record !== undefined)?.record;
  return last === undefined ? revisions.length === 0 : isExpired(last, now);
}
