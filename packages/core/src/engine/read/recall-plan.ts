import type { Scoring } from "../../contracts/scoring.js";
import type { Selection } from "../../contracts/search.js";
import { Slices } from "../../internal/async/timers.js";
import type { Scope } from "../../model/scope.js";
import type { DateRange } from "../../text/dates/date-range.js";
import { datesInQuery } from "../../text/dates/dates-in-text.js";
import { queryClues, type QueryClues } from "../../text/query-clues.js";
import { queryTermParts } from "../../text/terms.js";
import type { Engine } from "../engine.js";
import type { CheckedQuery } from "./check-recall-query.js";
import { type ExpandedTerms, expandQuery } from "./expand-query.js";

/** A diverse answer is chosen from so many memories per hit: a fact may be said often. */
const CHOICES_PER_HIT = 3;
const MIN_CHOICES = 30;
/** A reranker is shown as many documents as the answer has, within these bounds. */
const MIN_RERANKED = 30;
const MAX_RERANKED = 100;
/** More candidates of each leg found no more in any development set of one language. */
const SPARE_CANDIDATES = 10;
/** Texts in the language of the question are nearer; words in other languages find the others. */
const SPARE_BY_MEANING = 80;
const MAX_CANDIDATES = 10_000;
/** More records are read than chosen, since factors can move up what fusion put lower. */
const READ_PER_HIT = 1.3;
const SPARE_READS = 10;

/** Everything that the steps of one recall go by. Made once; no step changes it. */
export interface RecallPlan {
  readonly asked: CheckedQuery;
  readonly scope: Scope;
  readonly signal: AbortSignal | undefined;
  /** The moment that is looked at: that of `asOf.knownAt`, or the present. */
  readonly now: Date;
  readonly selection: Selection;
  readonly terms: readonly string[];
  readonly expanded: ExpandedTerms;
  /** False for a recall by meaning only. */
  readonly searchesWords: boolean;
  readonly clues: QueryClues;
  readonly dates: readonly DateRange[];
  readonly scoring: Scoring;
  readonly minScore: number;
  readonly limits: RecallLimits;
}

/** Numbers of memories, for the steps of one recall. */
interface RecallLimits {
  /** In the answer. The share of untrusted memories is a share of it. */
  readonly answer: number;
  readonly choices: number;
  /** Shown to the reranker; 0 without one. */
  readonly reranked: number;
  /** Looked at by any step after scoring. */
  readonly considered: number;
  readonly candidates: number;
  readonly candidatesByMeaning: number;
  /** Records read; `undefined`: all, since the scoring is not bounded. */
  readonly read: number | undefined;
}

/** A call of `planRecall`. */
export interface PlanCall {
  readonly scope: Scope;
  readonly signal: AbortSignal | undefined;
  /** Memories in the answer, if more are searched for. @defaultValue the query's limit */
  readonly answer?: number;
}

/** Decides all that the steps of a recall need to know. */
export async function planRecall(
  engine: Engine,
  asked: CheckedQuery,
  { scope, signal, answer = asked.limit }: PlanCall,
): Promise<RecallPlan> {
  const { reach, kinds, where, includeArchived } = asked;
  const present = engine.clock();
  const { knownAt: now = present, validAt = present } = asked.asOf;
  const scoring = asked.query.scoring ?? engine.scoring;
  const terms = await termsOf(asked.text);
  const expanded = await expandQuery(engine, asked, { terms, scope, signal });
  const dates = engine.ranking.dateWeight > 0 ? await datesInQuery(asked.text, now) : [];
  const isBounded = scoring.bounded === true;
  const isExpanded = expanded.further.length > 0;
  return {
    asked,
    scope,
    signal,
    now,
    selection: { within: [scope], reach, kinds, where, now, validAt, includeArchived },
    terms,
    expanded,
    searchesWords: asked.mode !== "semantic",
    clues: queryClues(asked.text),
    dates,
    scoring,
    minScore: asked.minScore ?? engine.ranking.minScore,
    limits: limitsOf(engine, asked, { answer, isBounded, isExpanded }),
  };
}

function limitsOf(
  { reranker }: Engine,
  { limit, diversity, exclude, rerank }: CheckedQuery,
  of: { readonly answer: number; readonly isBounded: boolean; readonly isExpanded: boolean },
): RecallLimits {
  const choices = diversity > 0 ? Math.max(limit * CHOICES_PER_HIT, MIN_CHOICES) : limit;
  const reranked = reranker && rerank ? Math.min(Math.max(limit, MIN_RERANKED), MAX_RERANKED) : 0;
  const considered = Math.max(choices, reranked);
  const wanted = considered + exclude.size;
  const spare = of.isExpanded ? SPARE_CANDIDATES : SPARE_BY_MEANING;
  const read = Math.max(Math.ceil(choices * READ_PER_HIT) + SPARE_READS, reranked);
  return {
    answer: of.answer,
    choices,
    reranked,
    considered,
    candidates: Math.min(wanted + SPARE_CANDIDATES, MAX_CANDIDATES),
    candidatesByMeaning: Math.min(wanted + spare, MAX_CANDIDATES),
    read: of.isBounded ? read : undefined,
  };
}

/** Returns `queryTerms` of a text. Others can work while a long one is read. */
async function termsOf(text: string): Promise<readonly string[]> {
  const parts = queryTermParts(text);
  let part = parts.next();
  if (part.done) return part.value;
  const slices = new Slices();
  while (!part.done) {
    await slices.pause();
    part = parts.next();
  }
  return part.value;
}
