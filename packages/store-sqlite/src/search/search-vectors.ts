import type { VectorLeg } from "@kioku/core";

import { findSpace } from "../read/find-space.js";
import type { ScopesTable } from "../sql/tables.js";
import type { StoreContext } from "../store-context.js";
import { loadVectors } from "../vector/load-vectors.js";
import { requireWidth } from "../vector/require-width.js";
import type { ResidentMatrix } from "../vector/resident-matrix.js";
import { compareFound } from "./found-record.js";
import type { FoundRecord, LegMatches } from "./found-record.js";
import { nearestBySql, similaritiesBySql } from "./nearest-by-sql.js";
import { nearestInMemory, similaritiesInMemory } from "./nearest-in-memory.js";
import type { SearchedScopes } from "./searched-scopes.js";
import type { VectorQuery } from "./vector-query.js";

/** Scopes with more searchable records than this are worth memory. */
const SMALL_SCOPE = 64;

/**
 * So many more are looked for than asked, because both ways compare in single precision. Then they are compared in double
 * precision, so that it does not show which way they were found.
 */
const SPARE = 16;

const NOTHING: LegMatches = { best: [], scoresOf: () => new Map() };

/** Finds the nearest vectors, exactly: of most scopes in memory, of small and of filtered ones in one SQL query. */
export function searchVectors(
  context: StoreContext,
  leg: VectorLeg,
  { limit, ...searched }: SearchedScopes & { readonly limit: number },
): LegMatches {
  const space = findSpace(context.connection, leg.space);
  if (!space) return NOTHING;
  requireWidth({ id: leg.space, dimensions: space.dimensions }, leg.values.length);
  const query: VectorQuery = { space, values: leg.values, limit: limit + SPARE };
  const found: FoundRecord[] = [];
  const matrices: ResidentMatrix[] = [];
  const others: number[] = [];
  for (const scope of searched.scopes) {
    const matrix = residentMatrix(context, scope, { space, searched });
    if (matrix) {
      matrices.push(matrix);
      found.push(...nearestInMemory(matrix, query, searched.rows));
    } else if (scope.documents > 0) others.push(scope.id);
  }
  found.push(...nearestBySql(context, others, { ...query, selection: searched.selection }));
  return {
    best: found.toSorted(compareFound).slice(0, limit),
    scoresOf: (rows) => {
      const similarities = similaritiesInMemory(matrices, leg.values, rows);
      if (others.length === 0) return similarities;
      const rest = rows.filter((row) => !similarities.has(row));
      return new Map([...similarities, ...similaritiesBySql(context, query, rest)]);
    },
  };
}

/** The scope's vectors in memory, if they are there and of use. */
function residentMatrix(
  { connection, resident }: StoreContext,
  scope: ScopesTable,
  { space, searched }: Pick<VectorQuery, "space"> & { readonly searched: { isFiltered: boolean } },
): ResidentMatrix | undefined {
  if (searched.isFiltered || scope.documents <= SMALL_SCOPE) return undefined;
  const wanted = {
    space: space.id,
    scope: scope.id,
    dimensions: space.dimensions,
    changes: scope.changes,
    atMost: scope.documents,
  };
  return resident.find(wanted, () => loadVectors(connection, wanted));
}
