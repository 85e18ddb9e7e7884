import type { QueryEvidence, RelevanceParts } from "../../api/queries.js";
import type { EmbedderProfile } from "../../contracts/embedder.js";
import type { SearchHit } from "../../contracts/search.js";
import { type Scope, scopeToPath } from "../../model/scope.js";
import { calibrate, type Evidence, fuse } from "../../ranking/fuse.js";
import { besideBest, ownRelevance } from "../../ranking/relevance.js";
import { termCoverage, textWeights } from "../../ranking/text-scorer.js";
import { type ThreadItem, threadSupport } from "../../ranking/thread-support.js";
import { namedSpeaker, namesInside, type QueryClues } from "../../text/query-clues.js";
import { comparableShare, countScripts } from "../../text/scripts.js";
import { documentTerms } from "../../text/terms.js";
import { TRAITS } from "../../text/traits.js";
import type { Engine } from "../engine.js";
import type { Found } from "./find-candidates.js";
import type { RecallPlan } from "./recall-plan.js";

/** A record that some leg found or that stands beside one. It is written to while it is rated. */
export interface Candidate extends ThreadItem, Evidence {
  readonly hit: SearchHit;
  readonly speaker: string | undefined;
  /** Cosine similarity to the query in the space of the first embedder it has a vector of. */
  readonly similarity: number | undefined;
  /** Share of the query's words, by weight; absent if words were not searched. */
  readonly coverage: number | undefined;
  /** Below 1 if it is not written in all scripts of the query. */
  readonly comparable: number;
  /** Absent from its hit if it is here only because it stands beside a match. */
  readonly traits: number;
  previous: Candidate | undefined;
  next: Candidate | undefined;
  /** For the order. */
  relevance: number;
  /** Probability that it answers the query by itself: threads do not count. */
  own: number;
  /** Only with `explain`: their sum is the relevance. */
  parts: RelevanceParts;
}

/** The candidates of a recall, rated as far as they can be without their records. */
export interface Rated {
  readonly candidates: readonly Candidate[];
  readonly evidence: QueryEvidence;
}

/** Share of meaning where nobody measured: two good legs count alike. */
const DEFAULT_MEANING_WEIGHT = 0.5;
/** Loss of another speaker's words than the query asks for. */
const SPEAKER_LOSS = 0.35;
/** Loss of what names no time, where the query asks when. */
const TIME_LOSS = 0.15;
/** Loss of questions and small talk, which answer nothing. */
const FORM_LOSS = 0.5;
/** Own relevance left for small talk, a task, and a question of nobody among what people said. */
const LEFT = { smallTalk: 0.1, task: 0.3, general: 0.6 } as const;

/** Rates what was found, first by itself, then by its threads and by who said it. */
export async function rateCandidates(
  { ranking, profiles }: Engine,
  plan: RecallPlan,
  found: Found,
): Promise<Rated> {
  const measuring = found.vectors.map(({ embedder }) => profiles.of(embedder, plan.signal));
  const scales = await Promise.all(measuring);
  const candidates = toCandidates(plan, found, scales);
  const weight = ranking.meaningWeight ?? scales[0]?.meaningWeight ?? DEFAULT_MEANING_WEIGHT;
  const { explain } = plan.asked;
  for (const one of candidates) {
    const { relevance, words, meaning } = fuse(one, weight);
    one.relevance = relevance;
    if (explain) one.parts = { words, meaning };
  }
  const speakers = new Set<string>();
  for (const { speaker } of candidates) if (speaker !== undefined) speakers.add(speaker);
  const evidence = evidenceOf(plan, found, { candidates, speakers });
  const isTalk = found.talk === "people";
  const lossOf = speechLoss(plan, speakers, isTalk);
  const support = threadSupport(candidates, ranking, isTalk);
  let best = 0;
  for (const one of isTalk ? [] : candidates)
    best = Math.max(best, one.relevance * lossOf(one).order);
  const ownOf = ownRelevance(evidence, weight);
  candidates.forEach((one, index) => {
    const { neighbours, thread } = support[index] ?? { neighbours: 0, thread: 0 };
    const loss = lossOf(one);
    const share = best > 0 ? (one.relevance * loss.order) / best : 1;
    one.own = ownOf(one) * loss.own * besideBest(share, evidence);
    const sum = one.relevance + neighbours + thread;
    const speech = sum * (loss.order - 1);
    one.relevance = loss.order === 1 ? sum : sum + speech;
    if (!explain) return;
    one.parts = { ...one.parts, neighbours, thread, ...(loss.order === 1 ? {} : { speech }) };
  });
  return { candidates, evidence };
}

/** Puts the scores of all legs on scales that mean the same for every recall, and links threads. */
function toCandidates(
  plan: RecallPlan,
  { hits, vectors, hasText }: Found,
  scales: readonly EmbedderProfile[],
): readonly Candidate[] {
  // In one scope, an id is a name by itself.
  const nameIn = (scope: Scope, name: string): string =>
    plan.asked.reach === "here" ? name : `${name}\0${scopeToPath(scope)}`;
  const asked = countScripts(plan.terms.join(" "));
  const candidates = hits.map((hit): Candidate => {
    const { scope, scores, traits, thread, speaker } = hit;
    let leg = 0;
    while (leg < scales.length && scores[leg] === undefined) leg += 1;
    const scale = scales[leg];
    const similarity = scale && scores[leg];
    const textScore = scores[vectors.length];
    // A store that does not tell is taken by its scores.
    const { coverage = Math.min(textScore ?? 0, 1) } = hit;
    return {
      hit,
      speaker,
      similarity,
      meaning: scale && similarity !== undefined ? calibrate(similarity, scale) : undefined,
      // A record that the text leg passed over while it found others has no keyword in common.
      textScore: hasText ? (textScore ?? 0) : undefined,
      coverage: plan.searchesWords ? coverage : undefined,
      comparable: comparableShare(asked, traits ?? 0),
      traits: traits ?? 0,
      asks: ((traits ?? 0) & TRAITS.asks) !== 0,
      thread: thread === undefined ? undefined : nameIn(scope, thread),
      previous: undefined,
      next: undefined,
      relevance: 0,
      own: 0,
      parts: {},
    };
  });
  if (hits.every(({ previous }) => previous === undefined)) return candidates;
  const byName = new Map<string, Candidate>();
  for (const one of candidates) byName.set(nameIn(one.hit.scope, one.hit.id), one);
  for (const one of candidates) {
    const { scope, previous } = one.hit;
    one.previous = previous === undefined ? undefined : byName.get(nameIn(scope, previous));
    if (one.previous) one.previous.next = one;
  }
  return candidates;
}

/** Gathers what tells whether the records can answer the query at all. */
function evidenceOf(
  { terms, clues }: RecallPlan,
  { hits }: Found,
  { candidates, speakers }: Said,
): QueryEvidence {
  let [bestCoverage, bestMeaning] = [0, 0];
  for (const { coverage = 0, meaning = 0 } of candidates) {
    bestCoverage = Math.max(bestCoverage, coverage);
    bestMeaning = Math.max(bestMeaning, meaning);
  }
  const { statistics } = hits;
  const frequencyOf = (term: number): number | undefined => statistics?.documentFrequencies[term];
  const isUnknown = (name: string): boolean =>
    frequencyOf(terms.indexOf(documentTerms(name)[0] ?? "")) === 0 &&
    namedSpeaker({ words: [name.toLowerCase()] }, speakers) === undefined;
  return {
    known: statistics
      ? termCoverage(textWeights(statistics), (term) => frequencyOf(term) ?? 0)
      : bestCoverage,
    words: terms.length,
    records: Math.max(statistics?.documents ?? hits.length, 1),
    namesUnknown: namesInside(clues).some(isUnknown),
    isCompound: clues.isCompound,
    bestCoverage,
    bestMeaning,
  };
}

/** Candidates, and the names of those who said something. */
interface Said {
  readonly candidates: readonly Candidate[];
  readonly speakers: ReadonlySet<string>;
}

interface Loss {
  /** Factor of the relevance that orders. */
  readonly order: number;
  /** Factor of the own relevance. */
  readonly own: number;
}

/** Returns the share of all own relevance that a query leaves which memory hardly answers. */
function leftOf({ form, isTask, isPersonal }: QueryClues, isOfNobody: boolean): number {
  if (form === "small-talk") return LEFT.smallTalk;
  if (isTask) return LEFT.task;
  return isOfNobody && !isPersonal ? LEFT.general : 1;
}

/** Returns the losses by who said a record, and by its form. */
function speechLoss(
  { clues }: RecallPlan,
  speakers: Said["speakers"],
  isTalk: boolean,
): (candidate: Candidate) => Loss {
  const named = namedSpeaker(clues, speakers);
  const rest = leftOf(clues, isTalk && named === undefined);
  const unasked = clues.asksForQuestions ? 0 : TRAITS.question | TRAITS.smallTalk;
  return ({ traits, speaker }) => {
    const form = (traits & unasked) === 0 ? 1 : 1 - FORM_LOSS;
    const time = clues.asksWhen && (traits & TRAITS.namesTime) === 0 ? 1 - TIME_LOSS : 1;
    const isOther = named === undefined ? isOtherRole(traits, clues.role) : speaker !== named;
    const order = form * time * (isOther ? 1 - SPEAKER_LOSS : 1);
    return { order, own: form * rest };
  };
}

function isOtherRole(traits: number, role: "user" | "assistant" | undefined): boolean {
  if (role === undefined) return false;
  return (traits & (role === "user" ? TRAITS.byAssistant : TRAITS.byUser)) !== 0;
}
