import { cosine } from "../vector/cosine.js";
import type { ResidentMatrix } from "../vector/resident-matrix.js";
import type { FoundRecord } from "./found-record.js";
import type { RowSelection } from "./row-selection.js";
import { selectHits } from "./select-hits.js";
import type { VectorQuery } from "./vector-query.js";

/** The nearest vectors of a scope whose vectors are in memory. */
export function nearestInMemory(
  matrix: ResidentMatrix,
  { values, limit }: VectorQuery,
  rows: RowSelection,
): FoundRecord[] {
  const scored = { rows: matrix.records, scores: matrix.scores(values) };
  return selectHits(scored, limit, rows).map((found) => {
    const vector = matrix.get(found.row);
    return vector ? { ...found, score: cosine(values, vector) } : found;
  });
}

/** The similarities of those rows that have a vector in one of the matrices. */
export function similaritiesInMemory(
  matrices: readonly ResidentMatrix[],
  values: Float32Array,
  rows: readonly number[],
): Map<number, number> {
  const similarities = new Map<number, number>();
  for (const matrix of matrices) {
    for (const row of rows) {
      const vector = matrix.get(row);
      if (vector) similarities.set(row, cosine(values, vector));
    }
  }
  return similarities;
}
