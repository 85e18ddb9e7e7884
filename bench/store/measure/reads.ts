import { ALWAYS_THERE } from "../adapters/peers.ts";
import type { BenchQuery } from "../data/bench-data.ts";
import { overlap } from "../data/overlap.ts";
import { openKioku } from "../open-kioku.ts";
import type { Kioku } from "../open-kioku.ts";
import type { StoreReport } from "../store-report.ts";
import { compareInTurns } from "./compare-in-turns.ts";
import type { TurnsOptions } from "./compare-in-turns.ts";
import { compareWithExact, recallHybrid } from "./recall-hybrid.ts";
import type { Run } from "./run.ts";
import { searchVectors } from "./search-vectors.ts";
import { round, timeEach, toTimes } from "./times.ts";
import type { Turns } from "./turns-report.ts";

type Reads = Pick<
  StoreReport,
  | "vector"
  | "hybrid"
  | "smallScope"
  | "smallScopeP95Ms"
  | "vectorSpeedup"
  | "compared"
  | "peers"
  | "skippedPeers"
  | "turns"
>;

/** A store that needs a second for an answer is asked less often. */
const BUDGET = { ms: 30_000, least: 30 };
const EXACT_BUDGET = { ms: 60_000, least: 30 };
const MOST_EXACT = 200;

/** Everything that only reads, given the true nearest records of the first queries. */
export async function measureReads(run: Run, options: TurnsOptions): Promise<Reads> {
  const { kioku, data, queries, warmUp, onStep } = run;
  onStep("vector", 0, 1);
  for (const query of warmUp) await searchVectors(kioku, data, query);
  const found = await timeEach(queries, (query) => searchVectors(kioku, data, query), BUDGET);
  const known = options.expected.slice(0, found.answers.length);
  onStep("hybrid", 0, 1);
  give(kioku, [...warmUp, ...queries]);
  const hybrid = await recallHybrid(kioku, { warmUp, queries, budget: BUDGET });
  const truth = await recallExactly(run, hybrid.answers);
  const others = await compareInTurns(run, options);
  return {
    vector: { ...toTimes(found.times), recallAt10: round(overlap(found.answers, known)) },
    hybrid: { ...hybrid.large, recallAt10: truth.recallAt10 },
    smallScope: { p50Ms: hybrid.small.p50Ms },
    smallScopeP95Ms: hybrid.small.p95Ms,
    vectorSpeedup: speedup(others.turns),
    compared: { vector: known.length, hybrid: truth.compared },
    ...others,
  };
}

/** Asks the same records again, without resident indexes and indexes of vectors. */
async function recallExactly(
  { place, data, queries, onStep }: Run,
  answers: readonly (readonly string[])[],
): ReturnType<typeof compareWithExact> {
  onStep("exact", 0, 1);
  const exact = await openKioku(place, data, { exact: true });
  try {
    give(exact, queries);
    const options = { queries: queries.slice(0, MOST_EXACT), budget: EXACT_BUDGET };
    return await compareWithExact(exact, answers, options);
  } finally {
    await exact.memory.close();
  }
}

/** Factor by which the peer that is always there took longer for vectors. */
function speedup({ ratios }: Turns): number {
  const found = ratios.find(({ of, beside }) => of === "vector" && beside === ALWAYS_THERE);
  return round(1 / (found?.ratio ?? Number.NaN));
}

function give({ embedder }: Kioku, queries: readonly BenchQuery[]): void {
  for (const { text, vector } of queries) embedder.give(text, vector);
}
