import type { RecalledMemory, RecallSignals } from "../../api/queries.js";
import type { Scoring, ScoringInput, ScoringResult } from "../../contracts/scoring.js";
import { onRejection } from "../../internal/async/notify.js";
import { wrongInput } from "../../internal/check/check.js";
import { compareText } from "../../model/compare-text.js";
import { instantOf, type MemoryRecord } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import { keywordScore } from "../../ranking/fuse.js";
import type { DateRange } from "../../text/dates/date-range.js";
import { tellsChange } from "../../text/traits.js";
import type { Engine } from "../engine.js";
import { datesNamed } from "../write/search-entry.js";
import type { Found, Talk } from "./find-candidates.js";
import type { Rated } from "./rate-candidates.js";
import type { RecallPlan } from "./recall-plan.js";
import { MOST_OMITTED } from "./to-recalled.js";

/** Of the most relevant, so many that tell of a change are read even if they are too weak. */
const LOOKED_AT = 60;
const MOST_CHANGES = 8;

/** A candidate whose record has been read. */
export type ReadCandidate = Rated & {
  readonly record: MemoryRecord;
  readonly replacedBy?: string;
  /** True if it is too weak, and read only to be explained. */
  readonly isExtra?: boolean;
};

/** Reads the most promising candidates, and rates them by their time if the query names one. */
export async function readCandidates(
  { store, ranking }: Engine,
  plan: RecallPlan,
  { rated, found }: { readonly rated: readonly Rated[]; readonly found: Found },
): Promise<readonly ReadCandidate[]> {
  const { dates, now, signal } = plan;
  const chosen = chooseToRead(rated, plan, found.talk);
  const refs = chosen.map(({ candidate }) => candidate);
  const records = await store.get(refs, { now, signal });
  const read = chosen.flatMap((one, index): readonly ReadCandidate[] => {
    const record = records[index];
    return record ? [{ ...one, record }] : [];
  });
  return dates.length === 0 ? read : preferDates(read, dates, ranking.dateWeight);
}

/** Chooses the most relevant ones. A scoring that is not bounded sees all that are relevant. */
function chooseToRead(
  rated: readonly Rated[],
  { asked, limits, minScore }: RecallPlan,
  talk: Talk,
): readonly (Rated & Pick<ReadCandidate, "isExtra">)[] {
  const allowed = rated
    .filter(({ candidate }) => candidate.isSearchable && !asked.exclude.has(candidate.id))
    .toSorted((a, b) => b.relevance - a.relevance || compareText(a.candidate.id, b.candidate.id));
  const good = allowed.filter(({ own }) => own >= minScore);
  const weak = asked.explain ? allowed.filter(({ own }) => own < minScore) : [];
  const best = limits.read === undefined ? good : good.filter(({ relevance }) => relevance > 0);
  const chosen = best.slice(0, limits.read);
  const changes =
    talk === "people" || chosen.length === 0
      ? []
      : allowed
          .slice(0, LOOKED_AT)
          .filter((one) => tellsChange(one.candidate) && !chosen.includes(one))
          .slice(0, MOST_CHANGES);
  const read = [...chosen, ...changes];
  const extra = weak.filter((one) => !read.includes(one)).slice(0, MOST_OMITTED);
  return [...read, ...extra.map((one) => ({ ...one, isExtra: true }))];
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
  const at = instantOf(record);
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
    .map((one, index) => toScored(one, asked.explain, results[index]))
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
  const problem = `scoring ${scoring.name} answered something else`;
  throw wrongInput(`${problem} than one finite score per candidate`);
}

function isValid(result: ScoringResult | undefined): result is ScoringResult {
  return Number.isFinite(result?.score);
}

function toScored(read: ReadCandidate, explain: boolean, result?: ScoringResult): ScoredMemory {
  const { score: rawScore, terms, factors } = result ?? { score: 0, factors: {} };
  const shown = Math.min(Math.max(rawScore, 0), 1);
  const { record, own: relevance, replacedBy } = read;
  const newer = replacedBy === undefined ? {} : { replacedBy };
  const memory = { ...record, score: shown, relevance, reason: "match", ...newer } as const;
  if (!explain) return { memory, rawScore };
  const signals = { ...toSignals(read), ...(terms ? { terms } : {}), factors };
  return { memory: { ...memory, signals }, rawScore };
}

function toSignals({
  candidate,
  relevance,
  parts,
  evidence,
}: ReadCandidate): Omit<RecallSignals, "factors"> {
  const { similarity, meaning, textScore, coverage, comparable } = candidate;
  return {
    ...(similarity === undefined ? {} : { similarity }),
    ...(meaning === undefined ? {} : { meaning }),
    ...(textScore === undefined ? {} : { keyword: keywordScore(textScore) }),
    ...(comparable === 1 ? {} : { comparable }),
    relevance,
    parts,
    ...(coverage === undefined ? {} : { coverage }),
    query: evidence,
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
