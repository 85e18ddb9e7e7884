import type { RecalledMemory, RecallSignals } from "../../api/queries.js";
import type { Scoring, ScoringInput, ScoringResult } from "../../contracts/scoring.js";
import { MemoryError } from "../../errors/memory-error.js";
import { onRejection } from "../../internal/async/notify.js";
import { compareText } from "../../model/compare-text.js";
import type { MemoryRecord } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import { keywordScore } from "../../ranking/fuse.js";
import type { DateRange } from "../../text/dates/date-range.js";
import type { Engine } from "../engine.js";
import { datesNamed } from "../write/search-entry.js";
import type { Rated } from "./rate-candidates.js";
import type { RecallPlan } from "./recall-plan.js";
import { MOST_OMITTED } from "./to-recalled.js";

/** A candidate whose record has been read. */
type ReadCandidate = Rated & { readonly record: MemoryRecord };

/** Reads the most promising candidates, and rates them by their time if the query names one. */
export async function readCandidates(
  { store, ranking }: Engine,
  plan: RecallPlan,
  rated: readonly Rated[],
): Promise<readonly ReadCandidate[]> {
  const { dates, now, signal } = plan;
  const chosen = chooseToRead(rated, plan);
  const refs = chosen.map(({ candidate }) => candidate);
  const records = await store.get(refs, { now, signal });
  const read = chosen.flatMap((one, index): readonly ReadCandidate[] => {
    const record = records[index];
    return record ? [{ ...one, record }] : [];
  });
  return dates.length === 0 ? read : preferDates(read, dates, ranking.dateWeight);
}

/** Chooses the most relevant ones. A scoring that is not bounded sees all that are relevant. */
function chooseToRead(rated: readonly Rated[], { asked, limits }: RecallPlan): readonly Rated[] {
  const allowed = rated
    .filter(({ candidate }) => candidate.isSearchable && !asked.exclude.has(candidate.id))
    .toSorted((a, b) => b.relevance - a.relevance || compareText(a.candidate.id, b.candidate.id));
  const good = allowed.filter(({ own }) => own >= asked.minScore);
  const weak = asked.explain ? allowed.filter(({ own }) => own < asked.minScore) : [];
  const best = limits.read === undefined ? good : good.filter(({ relevance }) => relevance > 0);
  return [...best.slice(0, limits.read), ...weak.slice(0, MOST_OMITTED)];
}

/** Lowers the relevance of memories of another time than the query names. */
async function preferDates(
  read: readonly ReadCandidate[],
  dates: readonly DateRange[],
  weight: number,
): Promise<readonly ReadCandidate[]> {
  return Promise.all(
    read.map(async (one) => {
      if (await isFromThen(one.record, dates)) return one;
      const loss = -weight * one.relevance;
      return { ...one, relevance: one.relevance + loss, parts: { ...one.parts, dates: loss } };
    }),
  );
}

/** Tests if a record happened at one of the times, or names one: "yesterday" said a day later. */
async function isFromThen(record: MemoryRecord, dates: readonly DateRange[]): Promise<boolean> {
  const at = record.occurredAt ?? record.createdAt;
  if (dates.some(({ from, to }) => at >= from && at < to)) return true;
  const named = await datesNamed(record.content, at);
  return named.some((one) => dates.some(({ from, to }) => one.from < to && from < one.to));
}

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
  const { record, own: relevance } = read;
  const memory = { ...record, score: shown, relevance, reason: "match" } as const;
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
