import type { Ask } from "../../ask.js";
import type { StoreSession } from "../../store-session.js";
import { searchedSpaces } from "../searched-spaces.js";
import { readRoster } from "./read-roster.js";
import { readScopeAnswer, scopeSearchSql, toScopeSearch } from "./roster-function.js";
import type { ScopeAnswer, ScopeSearch } from "./roster-function.js";
import { rosterSql } from "./roster-sql.js";
import type { RosterRequest, RosterRow } from "./roster-sql.js";
import type { RosterRecord } from "./roster.js";

/**
 * All that a search of few records has to know, by one statement: where the database has a function
 * for it, by that.
 * @throws `vector-space-mismatch` if a vector is not as wide as its space.
 */
export async function askRoster(
  session: StoreSession,
  ask: Ask,
  wanted: RosterRequest,
): Promise<readonly RosterRecord[]> {
  const { areas, request } = wanted;
  const search = session.hasFunctions ? toScopeSearch(areas, request) : undefined;
  const known = search && (await askFunction(session, ask, { ...wanted, search }));
  if (known) return known;
  const rows = await ask<RosterRow>(({ names }) => rosterSql(names, wanted));
  // A leg that found something has a vector as wide as its space; the others are asked about.
  const speaking = new Set(rows.map(({ leg }) => leg));
  const silent = request.legs.filter((_, place) => !speaking.has(place));
  await searchedSpaces(
    ask,
    silent.filter((leg) => leg.type === "vector"),
  );
  return readRoster(rows, areas[0]?.path ?? "", request.legs.length);
}

async function askFunction(
  { knownSpaces }: StoreSession,
  ask: Ask,
  { search, ...wanted }: RosterRequest & { readonly search: ScopeSearch },
): Promise<readonly RosterRecord[] | undefined> {
  const { leg } = search;
  const call = async (space: number | undefined): Promise<ScopeAnswer> => {
    const [answer] = await ask<ScopeAnswer>(({ names }) =>
      scopeSearchSql(names, search, { ...wanted, space }),
    );
    return answer ?? { records: null, in_space: true };
  };
  const known = leg && knownSpaces.find(leg);
  const space = known ?? (leg && (await knownSpaces.read(ask, leg)));
  let answer = await call(space?.id);
  if (leg && !answer.in_space) {
    // It was dropped; it may have been made again with another number.
    const now = await knownSpaces.read(ask, leg);
    if (now) answer = await call(now.id);
  }
  return readScopeAnswer(answer, search, wanted.request.legs.length);
}
