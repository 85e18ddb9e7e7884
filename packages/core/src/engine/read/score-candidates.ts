import type { RecallSignals, RecalledMemory } from "../../api/queries.js";
import type { Scoring, ScoringInput, ScoringResult } from "../../contracts/scoring.js";
import { MemoryError } from "../../errors/memory-error.js";
import { onRejection } from "../../internal/async/notify.js";
import { compareText } from "../../model/compare-text.js";
import { scopeToPath } from "../../model/scope.js";
import { keywordScore } from "../../ranking/fuse.js";
import type { ReadCandidate } from "./read-candidates.js";
import type { RecallPlan } from "./recall-plan.js";

/** A memory and its rank. */
export interface ScoredMemory {
  readonly memory: RecalledMemory;
  /** Before it was cut to [0, 1]. */
  readonly rawScore: number;
}

/** Scores the candidates, best first, without those that score 0 or less. */
export function scoreCandidates(
  { asked, scoring, now }: RecallPlan,
  read: readonly ReadCandidate[],
): readonly ScoredMemory[] {
  const mood = asked.mood === undefined ? {} : { mood: asked.mood };
  const inputs = read.map(({ record, candidate, relevance }): ScoringInput => {
    const { meaning } = candidate;
    return { record, relevance, now, ...(meaning === undefined ? {} : { meaning }), ...mood };
  });
  const results = score(scoring, inputs);
  return read
    .map((one, index) => toScored(one, results[index], asked.explain))
    .filter(({ rawScore }) => rawScore > 0)
    .toSorted(compareScored);
}

function score(scoring: Scoring, inputs: readonly ScoringInput[]): readonly ScoringResult[] {
  const results: readonly (ScoringResult | undefined)[] =
    scoring.scoreAll?.(inputs) ?? inputs.map((input) => scoring.score(input));
  const valid = Array.isArray(results) ? results.filter(isValid) : [];
  if (valid.length === inputs.length && results.length === inputs.length) return valid;
  onRejection(results);
  if (Array.isArray(results)) for (const answer of results as unknown[]) onRejection(answer);
  throw new MemoryError(
    "invalid-input",
    `scoring ${scoring.name} answered something else than one finite score per candidate`,
  );
}

function isValid(result: ScoringResult | undefined): result is ScoringResult {
  return Number.isFinite(result?.score);
}

function toScored(
  read: ReadCandidate,
  result: ScoringResult | undefined,
  explain: boolean,
): ScoredMemory {
  const { score: rawScore, terms, factors } = result ?? { score: 0, factors: {} };
  const shown = Math.min(Math.max(rawScore, 0), 1);
  const memory = { ...read.record, score: shown, reason: "match" } as const;
  if (!explain) return { memory, rawScore };
  const signals = { ...toSignals(read), ...(terms ? { terms } : {}), factors };
  return { memory: { ...memory, signals }, rawScore };
}

function toSignals({ candidate, relevance, parts }: ReadCandidate): Omit<RecallSignals, "factors"> {
  const { similarity, meaning, textScore, comparable } = candidate;
  return {
    ...(similarity === undefined ? {} : { similarity }),
    ...(meaning === undefined ? {} : { meaning }),
    ...(textScore === undefined ? {} : { keyword: keywordScore(textScore) }),
    ...(comparable === 1 ? {} : { comparable }),
    relevance,
    parts,
  };
}

/** Orders by score, the best first; equal scores by id, then by scope. */
export function compareScored(a: ScoredMemory, b: ScoredMemory): number {
  return (
    b.rawScore - a.rawScore ||
    compareText(a.memory.id, b.memory.id) ||
    compareText(scopeToPath(a.memory.scope), scopeToPath(b.memory.scope))
  );
}
