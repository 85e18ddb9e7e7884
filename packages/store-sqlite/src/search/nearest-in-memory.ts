import type { ScopesTable } from "../sql/tables.js";
import type { StoreContext } from "../store-context.js";
import { cosine } from "../vector/cosine.js";
import type { ResidentMatrix } from "../vector/resident-matrix.js";
import type { FoundRecord } from "./found-record.js";
import { selectHits } from "./select-hits.js";
import type { VectorQuery } from "./vector-query.js";

/** The nearest vectors of a scope whose vectors are in memory. */
export function nearestInMemory(
  context: StoreContext,
  { matrix, scope }: { readonly matrix: ResidentMatrix; readonly scope: ScopesTable },
  { values, selection, limit }: VectorQuery,
): FoundRecord[] {
  const scored = { rows: matrix.records, scores: matrix.scores(values) };
  return selectHits(context, scored, { selection, limit, scopes: [scope] }).map((found) => {
    const vector = matrix.get(found.row);
    return vector ? { ...found, score: cosine(values, vector) } : found;
  });
}
