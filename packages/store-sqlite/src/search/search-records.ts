import type { SearchHit, SearchRequest } from "@kioku/core";

import type { StoreContext } from "../store-context.js";
import { searchText } from "./search-text.js";
import { searchVectors } from "./search-vectors.js";

/** The best matches of one leg. */
export function searchRecords(
  context: StoreContext,
  { leg, ...rest }: SearchRequest,
): readonly SearchHit[] {
  return leg.type === "vector"
    ? searchVectors(context, leg, rest)
    : searchText(context, leg.terms, rest);
}
