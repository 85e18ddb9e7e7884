import type { Ask } from "../../ask.js";
import type { StoreSession } from "../../store-session.js";
import { searchedSpaces } from "../searched-spaces.js";
import { scopeSearchSql, toRosterRows, toScopeSearch } from "./roster-function.js";
import type { ScopeAnswer, ScopeSearch } from "./roster-function.js";
import { rosterSql } from "./roster-sql.js";
import type { RosterRequest, RosterRow } from "./roster-sql.js";

/**
 * All that a search of few records has to know, by one statement: where the database has a function for it, by that.
 * @throws `vector-space-mismatch` if a vector is not as wide as its space.
 */
export async function askRoster(
  session: StoreSession,
  ask: Ask,
  wanted: RosterRequest,
): Promise<readonly RosterRow[]> {
  const search = session.hasFunctions ? toScopeSearch(wanted.areas, wanted.request) : undefined;
  const known = search && (await askFunction(session, ask, { ...wanted, search }));
  if (known) return known;
  const rows = await ask<RosterRow>(({ names }) => rosterSql(names, wanted));
  // A leg that found something has a vector as wide as its space; the others are asked about.
  const speaking = new Set(rows.map(({ leg }) => leg));
  const silent = wanted.request.legs.filter((_, place) => !speaking.has(place));
  await searchedSpaces(
    ask,
    silent.filter((leg) => leg.type === "vector"),
  );
  return rows;
}

async function askFunction(
  { knownSpaces }: StoreSession,
  ask: Ask,
  { search, ...wanted }: RosterRequest & { readonly search: ScopeSearch },
): Promise<readonly RosterRow[] | undefined> {
  const { leg, place } = search;
  const call = async (space: number | undefined): Promise<ScopeAnswer> => {
    const [answer] = await ask<ScopeAnswer>(({ names }) =>
      scopeSearchSql(names, search, { ...wanted, space }),
    );
    return answer ?? { records: null, vectors: null };
  };
  const known = leg && knownSpaces.find(leg);
  const space = known ?? (leg && (await knownSpaces.read(ask, leg)));
  const answer = await call(space?.id);
  if (leg && known && answer.vectors === null) {
    // It may have been dropped, and made again with another number.
    const now = await knownSpaces.read(ask, leg);
    if (now && now.id !== known.id) return toRosterRows(await call(now.id), place);
  }
  return toRosterRows(answer, place);
}
