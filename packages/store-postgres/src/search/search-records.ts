import type { CallOptions } from "@kioku/core";
import type { SearchHit, SearchRequest } from "@kioku/core/toolkit";
import { rangesOf } from "@kioku/core/toolkit";

import type { StoreSession } from "../store-session.js";
import { searchLarge } from "./large/search-large.js";
import { searchSmall } from "./small/search-small.js";

/** The best matches of each leg and what is around them, with what every leg says of them. */
export async function searchRecords(
  session: StoreSession,
  request: SearchRequest,
  options?: CallOptions,
): Promise<readonly SearchHit[]> {
  const areas = rangesOf(request.selection);
  const search = { areas, request, signal: options?.signal };
  // One statement counts the terms of one leg.
  const texts = request.legs.filter(({ type }) => type === "text");
  if (texts.length <= 1 && !session.largeAreas.has(areas)) {
    const hits = await searchSmall(session, search);
    if (hits) return hits;
    session.largeAreas.add(areas);
  }
  return searchLarge(session, search);
}
