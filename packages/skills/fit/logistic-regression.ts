/** A case to fit: its features, its label and how much it counts. */
export interface WeightedCase {
  readonly features: readonly number[];
  readonly isRight: boolean;
  readonly weight: number;
}

/** Strength of the pull of weights towards 0, for features at a deviation of 1. */
const RIDGE = 1e-3;
const STEPS = 50;

/** Fits weights, and a bias last, by Newton's method. */
export function fitLogistic(cases: readonly WeightedCase[]): readonly number[] {
  const width = cases[0]?.features.length ?? 0;
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  const mean = sums(width, cases, ({ features }, at) => features[at] ?? 0).map(
    (sum) => sum / total,
  );
  const deviation = sums(
    width,
    cases,
    ({ features }, at) => ((features[at] ?? 0) - (mean[at] ?? 0)) ** 2,
  ).map((sum) => Math.sqrt(sum / total) + 1e-9);
  const inputs = cases.map(({ features }) => [
    ...features.map((value, at) => (value - (mean[at] ?? 0)) / (deviation[at] ?? 1)),
    1,
  ]);
  const weights = Array.from({ length: width + 1 }, () => 0);
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight, at) => (at < width ? RIDGE * weight : 0));
    const hessian = weights.map((_, row) =>
      weights.map((__, column): number => (row === column && row < width ? RIDGE : 0)),
    );
    for (const [index, input] of inputs.entries()) {
      const { weight = 0, isRight = false } = cases[index] ?? {};
      const score = 1 / (1 + Math.exp(-product(input, weights)));
      const share = weight / total;
      for (const [row, value] of input.entries()) {
        gradient[row] = (gradient[row] ?? 0) + share * (score - Number(isRight)) * value;
        const line = hessian[row] ?? [];
        for (const [column, other] of input.entries()) {
          line[column] = (line[column] ?? 0) + share * score * (1 - score) * value * other;
        }
      }
    }
    for (const [at, change] of solve(hessian, gradient).entries()) {
      weights[at] = (weights[at] ?? 0) - change;
    }
  }
  const plain = weights.slice(0, width).map((weight, at) => weight / (deviation[at] ?? 1));
  return [...plain, (weights[width] ?? 0) - product(plain, mean)];
}

function sums(
  width: number,
  cases: readonly WeightedCase[],
  valueOf: (one: WeightedCase, at: number) => number,
): number[] {
  return Array.from({ length: width }, (_, at) =>
    cases.reduce((sum, one) => sum + one.weight * valueOf(one, at), 0),
  );
}

function product(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

/** Solves linear equations by elimination with pivots. Changes its arguments. */
function solve(matrix: number[][], values: number[]): number[] {
  const size = values.length;
  for (let at = 0; at < size; at += 1) {
    let pivot = at;
    for (let row = at + 1; row < size; row += 1) {
      if (Math.abs(matrix[row]?.[at] ?? 0) > Math.abs(matrix[pivot]?.[at] ?? 0)) pivot = row;
    }
    [matrix[at], matrix[pivot]] = [matrix[pivot] ?? [], matrix[at] ?? []];
    [values[at], values[pivot]] = [values[pivot] ?? 0, values[at] ?? 0];
    for (let row = 0; row < size; row += 1) {
      if (row === at) continue;
      const factor = (matrix[row]?.[at] ?? 0) / (matrix[at]?.[at] ?? 1);
      const line = matrix[row] ?? [];
      for (let column = at; column < size; column += 1) {
        line[column] = (line[column] ?? 0) - factor * (matrix[at]?.[column] ?? 0);
      }
      values[row] = (values[row] ?? 0) - factor * (values[at] ?? 0);
    }
  }
  return values.map((value, at) => value / (matrix[at]?.[at] ?? 1));
}
