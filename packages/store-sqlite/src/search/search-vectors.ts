import type { SearchHit, SearchRequest } from "@kioku/core";

import { findSpace } from "../read/find-space.js";
import { selectedScopes } from "../read/selected-scopes.js";
import type { ScopesTable } from "../sql/tables.js";
import type { StoreContext } from "../store-context.js";
import { loadVectors } from "../vector/load-vectors.js";
import { requireWidth } from "../vector/require-width.js";
import type { ResidentMatrix } from "../vector/resident-matrix.js";
import { compareFound, foundToHit } from "./found-record.js";
import type { FoundRecord } from "./found-record.js";
import { nearestBySql } from "./nearest-by-sql.js";
import { nearestInMemory } from "./nearest-in-memory.js";
import type { VectorQuery } from "./vector-query.js";

/** Scopes with more searchable records than this are worth memory: below, SQL needs about 1.5 ms. */
const LARGE_SCOPE = 1_500;

/**
 * So many more are looked for than asked, because both ways compare in single precision. Then they are compared in double
 * precision, so that it does not show which way they were found.
 */
const SPARE = 16;

/** Finds the nearest vectors, exactly. Large scopes are searched in memory, all others in one SQL query. */
export function searchVectors(
  context: StoreContext,
  leg: { readonly space: string; readonly values: Float32Array },
  { selection, limit }: Omit<SearchRequest, "leg">,
): readonly SearchHit[] {
  const space = findSpace(context.connection, leg.space);
  if (!space) return [];
  requireWidth({ id: leg.space, dimensions: space.dimensions }, leg.values.length);
  const query: VectorQuery = { space, values: leg.values, selection, limit: limit + SPARE };
  const found: FoundRecord[] = [];
  const others: number[] = [];
  for (const scope of selectedScopes(context.connection, selection)) {
    const matrix = residentMatrix(context, scope, query);
    if (matrix) found.push(...nearestInMemory(context, { matrix, scope }, query));
    else if (scope.documents > 0) others.push(scope.id);
  }
  found.push(...nearestBySql(context, others, query));
  return found
    .toSorted(compareFound)
    .slice(0, limit)
    .map((one) => foundToHit(one));
}

/** The scope's vectors in memory, if they are there and of use. */
function residentMatrix(
  { connection, resident }: StoreContext,
  scope: ScopesTable,
  { space, selection }: VectorQuery,
): ResidentMatrix | undefined {
  // A filter leaves so few that scores of all would be for nothing.
  const isFiltered = selection.kinds !== undefined || selection.where !== undefined;
  if (isFiltered || scope.documents <= LARGE_SCOPE) return undefined;
  const wanted = {
    space: space.id,
    scope: scope.id,
    dimensions: space.dimensions,
    changes: scope.vector_changes,
    atMost: scope.documents,
  };
  return resident.find(wanted, () => loadVectors(connection, wanted));
}
