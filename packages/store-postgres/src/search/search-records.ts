import type { CallOptions } from "@kioku/core";
import { rangesOf, type SearchHits, type SearchRequest } from "@kioku/core/toolkit";

import type { StoreSession } from "../store-session.js";
import { searchLarge } from "./large/search-large.js";
import { searchSmall } from "./small/search-small.js";

/** Finds the best matches of each leg and their neighbours, with the scores of all legs. */
export async function searchRecords(
  session: StoreSession,
  request: SearchRequest,
  options?: CallOptions,
): Promise<SearchHits> {
  const ranges = rangesOf(request.selection);
  const search = { ranges, request, signal: options?.signal };
  // One statement counts the terms of one leg.
  const texts = request.legs.filter(({ type }) => type === "text");
  if (texts.length <= 1 && !session.largeScopes.has(ranges)) {
    const hits = await searchSmall(session, search);
    if (hits) return hits;
    session.largeScopes.add(ranges);
  }
  return searchLarge(session, search);
}
