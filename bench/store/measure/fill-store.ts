import type { BenchData } from "../data/bench-data.ts";
import type { ExactNeighbours } from "../data/exact-neighbours.ts";
import { range } from "../data/range.ts";
import { SCOPES, SMALL_COUNT } from "../open-kioku.ts";
import type { Kioku } from "../open-kioku.ts";

const BATCH = 1_000;

/** Progress callback of filling. */
export interface FillOptions {
  /** Sees every vector of the large scope on its way. */
  readonly truth: ExactNeighbours;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Writes all records of the large scope, then the small one. Returns how long the store took,
 * without making the data.
 */
export async function fillStore(
  { store }: Kioku,
  data: BenchData,
  { truth, onProgress }: FillOptions,
): Promise<number> {
  const { count } = data.settings;
  let ms = 0;
  for (let first = 0; first < count; first += BATCH) {
    const ops = range(first, Math.min(first + BATCH, count)).map((index) => {
      const vector = data.vectorOf(index);
      truth.add(index, vector);
      return data.putOf(SCOPES.large, index, vector);
    });
    const started = performance.now();
    await store.write(ops);
    ms += performance.now() - started;
    onProgress(Math.min(first + BATCH, count), count);
  }
  await store.write(
    range(count, count + SMALL_COUNT).map((index) => data.putOf(SCOPES.small, index)),
  );
  return ms;
}
