import type { Selection } from "../../contracts/search.js";

/**
 * No embedder can have a blank id, so no record has a vector in this space: all that are searchable
 * are missing one.
 */
const NO_SPACE = "";

/**
 * Narrows a listing to what a recall at `now` could find: searchable, true, neither archived nor
 * expired.
 */
export function recallable(
  selection: Omit<Selection, "now" | "validAt" | "includeArchived">,
  now: Date,
): Selection & { readonly missingVectorIn: string } {
  return { ...selection, now, validAt: now, missingVectorIn: NO_SPACE };
}
