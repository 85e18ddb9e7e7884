import type { CallOptions, SearchHit, SearchRequest } from "@kioku/core";
import type { Area } from "@kioku/core/stores";

import type { Ask } from "../../ask.js";
import type { StoreSession } from "../../store-session.js";
import { bestOf } from "../found-record.js";
import type { FoundRecord } from "../found-record.js";
import { toHits } from "../to-hits.js";
import { askRoster } from "./ask-roster.js";
import { placesAround } from "./places-around.js";
import { readRoster } from "./read-roster.js";
import type { RosterRow } from "./roster-sql.js";

/** Up to so many records one statement brings all that is known of them sooner than several would find the best. */
export const MOST_RECORDS = 1_000;

/** What is searched. */
export interface SmallSearch extends CallOptions {
  readonly areas: readonly Area[];
  readonly request: SearchRequest;
}

/**
 * Searches few records: one statement reads what is to be known of all of them, and the rest happens here. `undefined` where they are
 * many, or too long to be sent.
 */
export async function searchSmall(
  session: StoreSession,
  { areas, request, signal }: SmallSearch,
): Promise<readonly SearchHit[] | undefined> {
  const access = areas.map(({ path }) => path);
  const ask: Ask = (statement) => session.rows({ signal }, access, statement);
  const limit = MOST_RECORDS + 1;
  const rows = await askRoster(session, ask, { areas, request, limit });
  if (!isWhole(rows)) return undefined;
  return findBest(readRoster(rows, request.legs, areas[0]?.path ?? ""), request);
}

/** Whether all records are there, and the terms of each. */
function isWhole(rows: readonly RosterRow[]): boolean {
  let records = 0;
  for (const { leg, terms, scripts } of rows) {
    if (typeof leg === "number") continue;
    records += 1;
    if (terms === null && scripts !== null) return false;
  }
  return records <= MOST_RECORDS;
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
