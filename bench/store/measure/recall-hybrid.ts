import type { Times } from "../../times.ts";
import type { BenchQuery } from "../data/bench-data.ts";
import { overlap } from "../data/overlap.ts";
import { SCOPES } from "../open-kioku.ts";
import type { Kioku } from "../open-kioku.ts";
import { round, timeEach, toTimes } from "./times.ts";
import type { Budget } from "./times.ts";

/** Whole recalls in the large and in the small scope. */
export interface HybridResult {
  readonly large: Times;
  /** Ids that each query of the large scope found. */
  readonly answers: readonly (readonly string[])[];
  readonly small: Times;
}

/** Which queries, and for how long. */
export interface HybridOptions {
  /** Asked beforehand, and not counted. */
  readonly warmUp: readonly BenchQuery[];
  readonly queries: readonly BenchQuery[];
  readonly budget: Budget;
}

/** Recalls by text and vector with the default options; the embedder has to know the queries. */
export async function recallHybrid(
  { memory }: Kioku,
  { warmUp, queries, budget }: HybridOptions,
): Promise<HybridResult> {
  const ask = async (
    scope: readonly [string],
    { text }: BenchQuery,
  ): Promise<readonly string[]> => {
    const found = await memory.scope(...scope).recall(text);
    return found.map(({ id }) => id);
  };
  for (const query of warmUp) await ask(SCOPES.large, query);
  const large = await timeEach(queries, (query) => ask(SCOPES.large, query), budget);
  for (const query of warmUp) await ask(SCOPES.small, query);
  const small = await timeEach(queries, (query) => ask(SCOPES.small, query), budget);
  return { large: toTimes(large.times), answers: large.answers, small: toTimes(small.times) };
}

/**
 * Computes the share of an exact memory's results that was found, over as many queries as the
 * budget allows.
 */
export async function compareWithExact(
  exact: Kioku,
  answers: readonly (readonly string[])[],
  { queries, budget }: Pick<HybridOptions, "queries" | "budget">,
): Promise<{ readonly recallAt10: number; readonly compared: number }> {
  const scope = exact.memory.scope(...SCOPES.large);
  const asked = queries.slice(0, answers.length);
  const expected = await timeEach(asked, ({ text }) => scope.recall(text), budget);
  const ids = expected.answers.map((found) => found.map(({ id }) => id));
  return { recallAt10: round(overlap(answers, ids)), compared: ids.length };
}
