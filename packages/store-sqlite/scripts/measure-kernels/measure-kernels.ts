import { cosine } from "../../src/index/cosines.js";
import { clusteredVectors } from "../../test/support/clustered-vectors.js";
import { seededRandom } from "../../test/support/random.js";
import { ways } from "./ways.js";
import type { Way } from "./ways.js";

const NEAREST = 10;
const QUERIES = 20;
/**
 * Questions that a way answers before the next one has its turn: the first of them finds the
 * processor's caches cold.
 */
const QUESTIONS_A_TURN = 5;
/** Vectors that are scanned by one way in a run: the fewer vectors, the more questions. */
const SCANNED = 8_000_000;
const MOST_TURNS = 100;
const SLOW_TURNS = 4;

/** A line of the table. */
export interface Measured {
  readonly way: string;
  readonly buildMs: number;
  readonly p50Ms: number;
  /** The least: what the machine can do while nobody else needs it. */
  readonly bestMs: number;
  /** At the best. */
  readonly gigabytesPerSecond: number;
  readonly candidates: number;
  readonly recallAt10: number;
}

/** Results of one way. */
interface Run {
  readonly way: Way;
  readonly buildMs: number;
  readonly times: number[];
  readonly found: Set<number>[];
}

/** Asks all ways in turn, so that what else the machine does hits them alike. */
export async function measureKernels(count: number, dimensions: number): Promise<Measured[]> {
  const { rows, queries } = sampleVectors(count, dimensions);
  const exact = queries.map((query) => nearestOf(rows, query, dimensions));
  const runs = ways(dimensions).map((way): Run => ({
    way,
    buildMs: build(way, rows, dimensions),
    times: [],
    found: [],
  }));
  const turns = Math.max(8, Math.min(MOST_TURNS, SCANNED / count / QUESTIONS_A_TURN));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const run of runs) if (!run.way.slow || turn < SLOW_TURNS) await ask(run, queries);
  }
  return runs.map((run) => {
    const sorted = run.times.toSorted((a, b) => a - b);
    const best = sorted[0] ?? Number.NaN;
    const hits = exact.map((rowsOf, index) =>
      mean(rowsOf.map((row) => (run.found[index]?.has(row) === true ? 1 : 0))),
    );
    return {
      way: run.way.name,
      buildMs: run.buildMs,
      p50Ms: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
      bestMs: best,
      gigabytesPerSecond: (count * dimensions * run.way.bytesPerNumber) / best / 1e6,
      candidates: mean(run.found.map((set) => set.size)),
      recallAt10: mean(hits),
    };
  });
}

/** Lets a way answer some questions, the next ones of all. */
async function ask({ way, times, found }: Run, queries: readonly Float32Array[]): Promise<void> {
  for (let question = 0; question < QUESTIONS_A_TURN; question += 1) {
    const query = queries[times.length % QUERIES] ?? new Float32Array(0);
    const startedAt = performance.now();
    const nearest = await way.nearest(query, NEAREST);
    times.push(performance.now() - startedAt);
    if (found.length < QUERIES) found.push(new Set(Array.from(nearest)));
  }
}

function sampleVectors(
  count: number,
  dimensions: number,
): { rows: Float32Array; queries: Float32Array[] } {
  const clusters = { count, dimensions, spread: 0.7, clusterSize: 100 };
  const member = clusteredVectors(seededRandom(5), clusters);
  const rows = new Float32Array(count * dimensions);
  for (let row = 0; row < count; row += 1) rows.set(member(), row * dimensions);
  return { rows, queries: Array.from({ length: QUERIES }, member) };
}

function build(way: Way, rows: Float32Array, dimensions: number): number {
  const startedAt = performance.now();
  for (let row = 0; row * dimensions < rows.length; row += 1) {
    const values = rows.subarray(row * dimensions, (row + 1) * dimensions);
    if (!way.put(row, values)) throw new Error(`${way.name}: no room`);
  }
  return performance.now() - startedAt;
}

function nearestOf(rows: Float32Array, query: Float32Array, dimensions: number): number[] {
  const scores = Float64Array.from({ length: rows.length / dimensions }, (_, row) =>
    cosine(query, rows.subarray(row * dimensions, (row + 1) * dimensions)),
  );
  const least = scores.toSorted().at(-NEAREST) ?? 0;
  return [...scores.keys()].filter((row) => (scores[row] ?? 0) >= least).slice(0, NEAREST);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
