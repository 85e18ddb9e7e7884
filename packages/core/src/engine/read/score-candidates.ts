import type { QueryEvidence, RecalledMemory, RecallSignals } from "../../api/queries.js";
import type { Scoring, ScoringInput, ScoringResult } from "../../contracts/scoring.js";
import type { SearchHit } from "../../contracts/search.js";
import { onRejection } from "../../internal/async/notify.js";
import { wrongInput } from "../../internal/check/check.js";
import { compareText } from "../../model/compare-text.js";
import { instantOf, type MemoryRecord } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import { keywordScore } from "../../ranking/fuse.js";
import type { DateRange } from "../../text/dates/date-range.js";
import { tellsChange, TRAITS } from "../../text/traits.js";
import type { Engine } from "../engine.js";
import { datesNamed } from "../write/search-entry.js";
import type { Found, Talk } from "./find-candidates.js";
import type { Candidate, Rated } from "./rate-candidates.js";
import type { RecallPlan } from "./recall-plan.js";
import { MOST_OMITTED } from "./to-recalled.js";

/** Of the most relevant, so many that tell of a change are read even if they are too weak. */
const LOOKED_AT = 60;
const MOST_CHANGES = 8;
/** Number of the most relevant ones that are compared with each other. */
const COMPARED = 16;

/** A candidate whose record has been read. Later steps change the relevance and its parts. */
export interface ReadCandidate extends Pick<Candidate, "relevance" | "own" | "parts" | "traits"> {
  readonly candidate: Candidate;
  readonly record: MemoryRecord;
  /** Only if it is compared with others: see `comparesVersions`. */
  readonly vector: Float32Array | undefined;
  replacedBy: string | undefined;
  /** True if it is too weak, and read only to be explained. */
  readonly isExtra: boolean;
}

/**
 * Reads the most promising candidates and, at the same time, the vectors of those to compare. Rates
 * them by their time if the query names one.
 */
export async function readCandidates(
  { store, ranking }: Engine,
  plan: RecallPlan,
  { rated, found }: { readonly rated: Rated; readonly found: Found },
): Promise<readonly ReadCandidate[]> {
  const { dates, now, signal } = plan;
  const { chosen, extra } = chooseToRead(rated, plan, found.talk);
  const all = [...chosen, ...extra];
  const refs = all.flatMap(({ hit }) => (hit.record ? [] : [hit]));
  const [query] = found.vectors;
  const compared =
    query && comparesVersions(plan, found.talk, chosen) ? toCompare(plan, chosen) : [];
  const [others, vectors] = await Promise.all([
    refs.length > 0 ? store.get(refs, { now, signal }) : [],
    query && compared.length > 0 ? store.vectors(query.space.id, compared, { signal }) : [],
  ]);
  const vectorOf = new Map(compared.map((hit, index) => [hit, vectors[index]]));
  const next = others.values();
  const read = all.flatMap((candidate, index): ReadCandidate | readonly [] => {
    const { hit, relevance, own, parts, traits } = candidate;
    const record = hit.record ?? next.next().value;
    const isExtra = index >= chosen.length;
    const rating = { relevance, own, parts, traits, replacedBy: undefined, isExtra };
    return record ? { candidate, record, vector: vectorOf.get(hit), ...rating } : [];
  });
  if (dates.length > 0) await preferDates(read, dates, ranking.dateWeight);
  return read;
}

/** Tests if statements are compared: in notes, or where an assistant was told of a change. */
export function comparesVersions(
  { clues, dates, now }: RecallPlan,
  talk: Talk,
  read: readonly Pick<Candidate, "traits">[],
): boolean {
  const isOver = dates.some(({ to }) => to <= now);
  const tellsChanges = talk === "assistant" && !clues.asksForPast && read.some(tellsChange);
  return !isOver && (talk === "notes" || tellsChanges);
}

function toCompare({ clues }: RecallPlan, chosen: readonly Candidate[]): readonly SearchHit[] {
  const isChange = (one: Candidate): boolean => !clues.asksForPast && tellsChange(one);
  const compared = chosen.filter((one, index) => index < COMPARED || isChange(one));
  return compared.map(({ hit }) => hit);
}

/** Chooses the most relevant ones. A scoring that is not bounded sees all that are relevant. */
function chooseToRead(
  { candidates }: Rated,
  { asked, limits, minScore }: RecallPlan,
  talk: Talk,
): { readonly chosen: readonly Candidate[]; readonly extra: readonly Candidate[] } {
  const { exclude, explain } = asked;
  const allowed = candidates.filter(({ hit }) => hit.traits !== undefined && !exclude.has(hit.id));
  const isBounded = limits.read !== undefined;
  const isGood = (one: Candidate): boolean =>
    one.own >= minScore && (!isBounded || one.relevance > 0);
  const looksOn = explain || (talk !== "people" && allowed.some(tellsChange));
  const sorted = (looksOn ? allowed : allowed.filter(isGood)).toSorted(compareRelevance);
  const best = (looksOn ? sorted.filter(isGood) : sorted).slice(0, limits.read);
  if (!looksOn) return { chosen: best, extra: [] };
  const addsChanges = talk !== "people" && best.length > 0;
  const isLeft = (one: Candidate): boolean => tellsChange(one) && !best.includes(one);
  const changes = addsChanges ? sorted.slice(0, LOOKED_AT).filter(isLeft) : [];
  const chosen = [...best, ...changes.slice(0, MOST_CHANGES)];
  const weak = sorted.filter((one) => explain && one.own < minScore && !chosen.includes(one));
  return { chosen, extra: weak.slice(0, MOST_OMITTED) };
}

function compareRelevance(a: Candidate, b: Candidate): number {
  return b.relevance - a.relevance || compareText(a.hit.id, b.hit.id);
}

/** Lowers the relevance of memories of another time than the query names. */
async function preferDates(
  read: readonly ReadCandidate[],
  dates: readonly DateRange[],
  weight: number,
): Promise<void> {
  for (const one of read) {
    if (await isFromThen(one, dates)) continue;
    const loss = -weight * one.relevance;
    one.relevance += loss;
    one.parts = { ...one.parts, dates: loss };
  }
}

/** Tests if a record happened at one of the times, or names one: "yesterday" said a day later. */
async function isFromThen(
  { record, traits }: ReadCandidate,
  dates: readonly DateRange[],
): Promise<boolean> {
  const at = instantOf(record);
  if (dates.some(({ from, to }) => at >= from && at < to)) return true;
  if ((traits & TRAITS.namesTime) === 0) return false;
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
  evidence: QueryEvidence,
): readonly ScoredMemory[] {
  const mood = asked.mood === undefined ? {} : { mood: asked.mood };
  const inputs = read.map(({ record, candidate, relevance }): ScoringInput => {
    const { meaning } = candidate;
    return { record, relevance, now, ...(meaning === undefined ? {} : { meaning }), ...mood };
  });
  const results = score(scoring, inputs);
  return read
    .map((one, index) => toScored(one, asked.explain ? evidence : undefined, results[index]))
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

function toScored(
  read: ReadCandidate,
  evidence: QueryEvidence | undefined,
  result?: ScoringResult,
): ScoredMemory {
  const { score: rawScore, terms, factors } = result ?? { score: 0, factors: {} };
  const shown = Math.min(Math.max(rawScore, 0), 1);
  const { record, own, candidate, parts, replacedBy } = read;
  const newer = replacedBy === undefined ? {} : { replacedBy };
  const memory = { ...record, score: shown, relevance: own, reason: "match", ...newer } as const;
  if (!evidence) return { memory, rawScore };
  const { similarity, meaning, textScore, coverage, comparable } = candidate;
  const signals: RecallSignals = {
    ...(similarity === undefined ? {} : { similarity }),
    ...(meaning === undefined ? {} : { meaning }),
    ...(textScore === undefined ? {} : { keyword: keywordScore(textScore) }),
    ...(comparable === 1 ? {} : { comparable }),
    relevance: read.relevance,
    parts,
    ...(coverage === undefined ? {} : { coverage }),
    query: evidence,
    ...(terms ? { terms } : {}),
    factors,
  };
  return { memory: { ...memory, signals }, rawScore };
}

/** Orders by score, the best first; equal scores by id, then by scope. */
export function compareScored(a: ScoredMemory, b: ScoredMemory): number {
  return (
    b.rawScore - a.rawScore ||
    compareText(a.memory.id, b.memory.id) ||
    compareText(scopeToPath(a.memory.scope), scopeToPath(b.memory.scope))
  );
}
