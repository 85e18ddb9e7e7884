import type { CallOptions } from "@kioku/core";
import type { SearchHit, SearchRequest, ScopeRange } from "@kioku/core/toolkit";

import type { Ask } from "../../ask.js";
import type { StoreSession } from "../../store-session.js";
import { bestOf } from "../found-record.js";
import type { FoundRecord } from "../found-record.js";
import { MOST_RECORDS } from "../most-records.js";
import { toHits } from "../to-hits.js";
import { askRoster } from "./ask-roster.js";
import { placesAround } from "./places-around.js";
import { scoreTexts } from "./roster.js";

/** What is searched. */
export interface SmallSearch extends CallOptions {
  readonly areas: readonly ScopeRange[];
  readonly request: SearchRequest;
}

/**
 * Searches few records: one statement reads what is to be known of all of them, and the rest
 * happens here. At most one leg is of text. `undefined` where they are many.
 */
export async function searchSmall(
  session: StoreSession,
  { areas, request, signal }: SmallSearch,
): Promise<readonly SearchHit[] | undefined> {
  const access = areas.map(({ path }) => path);
  const ask: Ask = (statement) => session.rows({ signal }, access, statement);
  const limit = MOST_RECORDS + 1;
  const roster = await askRoster(session, ask, { areas, request, limit });
  if (roster.length > MOST_RECORDS) return undefined;
  scoreTexts(roster, request.legs);
  return findBest(
    roster.filter(({ isSelected }) => isSelected),
    request,
  );
}

function findBest(
  records: readonly FoundRecord[],
  { legs, limit, around = 0, aroundBest = limit }: SearchRequest,
): readonly SearchHit[] {
  const found = new Set<FoundRecord>();
  const centres = new Set<FoundRecord>();
  for (const [place, { limit: most = limit }] of legs.entries()) {
    for (const [rank, record] of bestOf(records, place, most).entries()) {
      found.add(record);
      if (rank < aroundBest && record.thread !== null) centres.add(record);
    }
  }
  return toHits(found, around > 0 ? placesAround(centres, records, around) : []);
}
