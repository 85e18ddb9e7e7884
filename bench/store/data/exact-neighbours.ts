/** Number of nearest neighbours that are compared. */
export const NEAREST = 10;

/**
 * Finds the true nearest records of some queries in one pass over all vectors, with sums in
 * float64.
 */
export class ExactNeighbours {
  readonly #queries: readonly Float32Array[];
  readonly #best: { readonly indices: number[]; readonly scores: number[] }[];

  constructor(queries: readonly Float32Array[]) {
    this.#queries = queries;
    this.#best = queries.map(() => ({ indices: [], scores: [] }));
  }

  /** Compares one more record with all queries. */
  add(index: number, vector: Float32Array): void {
    for (const [number, query] of this.#queries.entries()) {
      const best = this.#best[number];
      if (best) keep(best, index, dotProduct(query, vector));
    }
  }

  /** The numbers of the nearest records of each query, nearest first. */
  found(): readonly (readonly number[])[] {
    return this.#best.map(({ indices }) => indices);
  }
}

/** Keeps the best in order. Equal scores: the one that came first. */
function keep(
  { indices, scores }: { readonly indices: number[]; readonly scores: number[] },
  index: number,
  score: number,
): void {
  if (scores.length === NEAREST && score <= (scores.at(-1) ?? Infinity)) return;
  let place = scores.length;
  while (place > 0 && (scores[place - 1] ?? 0) < score) place -= 1;
  scores.splice(place, 0, score);
  indices.splice(place, 0, index);
  if (scores.length > NEAREST) {
    scores.pop();
    indices.pop();
  }
}

/** Four sums side by side: the processor adds them at once. */
function dotProduct(a: Float32Array, b: Float32Array): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  const whole = a.length - (a.length % 4);
  for (let place = 0; place < whole; place += 4) {
    first += (a[place] ?? 0) * (b[place] ?? 0);
    second += (a[place + 1] ?? 0) * (b[place + 1] ?? 0);
    third += (a[place + 2] ?? 0) * (b[place + 2] ?? 0);
    fourth += (a[place + 3] ?? 0) * (b[place + 3] ?? 0);
  }
  for (let place = whole; place < a.length; place += 1) {
    first += (a[place] ?? 0) * (b[place] ?? 0);
  }
  return first + second + third + fourth;
}
