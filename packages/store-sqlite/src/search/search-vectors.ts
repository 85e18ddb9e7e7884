import type { VectorLeg } from "@kioku/core/toolkit";
import { requireWidth } from "@kioku/core/toolkit";

import { findSpace } from "../read/find-space.js";
import { compareFound } from "./found-record.js";
import type { FoundRecord, LegMatches } from "./found-record.js";
import type { SearchContext } from "./search-context.js";
import type { SearchPart, VectorQuery } from "./search-part.js";

const NOTHING: LegMatches = { best: [], scoresOf: () => new Map() };

/** Finds the nearest vectors, exactly. */
export async function searchVectors(
  { connection, similarities }: SearchContext,
  parts: readonly SearchPart[],
  { leg, limit }: { readonly leg: VectorLeg; readonly limit: number },
): Promise<LegMatches> {
  const space = findSpace(connection, leg.space);
  if (!space) return NOTHING;
  requireWidth({ id: leg.space, dimensions: space.dimensions }, leg.values.length);
  const query: VectorQuery = { space, values: leg.values, limit };
  const found: FoundRecord[] = [];
  for (const part of parts) found.push(...(await part.nearest(query)));
  const best = parts.length > 1 ? found.toSorted(compareFound).slice(0, limit) : found;
  return {
    best,
    scoresOf: (rows) => {
      const known = new Map(best.map(({ row, score }) => [row, score]));
      const unknown = rows.filter((row) => !known.has(row));
      for (const [index, score] of similarities.of(query, unknown).entries()) {
        if (score !== undefined) known.set(unknown[index] ?? -1, score);
      }
      return known;
    },
  };
}
