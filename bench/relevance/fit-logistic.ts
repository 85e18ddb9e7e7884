/** An observation: its features, its class and its weight. */
export interface Observation {
  readonly features: readonly number[];
  readonly isRelevant: boolean;
  readonly weight: number;
  /** Log-odds that are known already. */
  readonly offset: number;
}

/** Penalty of large weights, for those that the data say little about. */
const RIDGE: number = 1e-3;
const STEPS = 30;

/** Fits a logistic regression by Newton's method. Returns a weight for each feature. */
export function fitLogistic(observations: readonly Observation[]): readonly number[] {
  const width = observations[0]?.features.length ?? 0;
  let weights: readonly number[] = Array.from({ length: width }, () => 0);
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight) => -RIDGE * weight);
    const hessian = weights.map((_, row) =>
      weights.map((__, column) => (row === column ? RIDGE : 0)),
    );
    for (const { features, isRelevant, weight, offset } of observations) {
      const p = toProbability(offset + dot(features, weights));
      const residual = weight * ((isRelevant ? 1 : 0) - p);
      const curvature = weight * p * (1 - p);
      for (const [row, x] of features.entries()) {
        gradient[row] = (gradient[row] ?? 0) + residual * x;
        const line = hessian[row] ?? [];
        for (const [column, y] of features.entries()) {
          line[column] = (line[column] ?? 0) + curvature * x * y;
        }
      }
    }
    const change = solve(hessian, gradient);
    weights = weights.map((weight, index) => weight + (change[index] ?? 0));
  }
  return weights;
}

/** Returns the sum of the products. */
export function dot(features: readonly number[], weights: readonly number[]): number {
  return features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
}

function toProbability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** Solves a positive definite system by Gaussian elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  for (const [pivot, row] of rows.entries()) {
    for (const [index, other] of rows.entries()) {
      if (index === pivot) continue;
      const factor = (other[pivot] ?? 0) / (row[pivot] ?? 1);
      for (const [column, value] of row.entries()) {
        other[column] = (other[column] ?? 0) - factor * value;
      }
    }
  }
  return rows.map((row, index) => (row.at(-1) ?? 0) / (row[index] ?? 1));
}
