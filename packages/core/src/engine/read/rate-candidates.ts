import type { QueryEvidence, RelevanceParts } from "../../api/queries.js";
import type { EmbedderProfile } from "../../contracts/embedder.js";
import type { RecordId } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import { calibrate, type Evidence, fuse, fuseRanks } from "../../ranking/fuse.js";
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

/** A record that some leg found or that stands beside one, and its scores on absolute scales. */
interface Candidate extends RecordId, Evidence {
  /** Names the record among the candidates. */
  readonly name: string;
  /** Cosine similarity to the query in the space of the first embedder it has a vector of. */
  readonly similarity: number | undefined;
  /** False if it is here only because it stands beside a match. */
  readonly isSearchable: boolean;
  /** Share of the query's words, by weight; absent if words were not searched. */
  readonly coverage: number | undefined;
  /** Below 1 if it is not written in all scripts of the query. */
  readonly comparable: number;
  readonly traits: number;
  readonly speaker: string | undefined;
  readonly thread: string | undefined;
  readonly previous: string | undefined;
}

interface Relevance {
  /** For the order. */
  readonly relevance: number;
  /** Their sum is the relevance. */
  readonly parts: RelevanceParts;
}

/** A candidate and its relevance, as far as it can be told without its record. */
export interface Rated extends Relevance {
  readonly candidate: Candidate;
  /** Probability that it answers the query by itself: threads do not count. */
  readonly own: number;
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
): Promise<readonly Rated[]> {
  const measuring = found.vectors.map(({ embedder }) => profiles.of(embedder, plan.signal));
  const scales = await Promise.all(measuring);
  const candidates = toCandidates(plan, found, scales);
  const weight = ranking.meaningWeight ?? scales[0]?.meaningWeight ?? DEFAULT_MEANING_WEIGHT;
  const fused =
    ranking.fusion === "rrf"
      ? fuseRanks(candidates).map((ranks) => ({ relevance: ranks, parts: { ranks } }))
      : candidates.map((candidate): Relevance => {
          const { relevance, ...parts } = fuse(candidate, weight);
          return { relevance, parts };
        });
  const speakers = speakersOf(candidates);
  const evidence = evidenceOf(plan, found, { candidates, speakers });
  const isTalk = found.talk === "people";
  const lossOf = speechLoss(plan, speakers, isTalk);
  const support = threadSupport(toThreadItems(candidates, fused), ranking, isTalk);
  const alone = candidates.map((one, index) => (fused[index]?.relevance ?? 0) * lossOf(one).order);
  const best = isTalk ? 0 : Math.max(...alone, 0);
  return candidates.map((candidate, index): Rated => {
    const { relevance, parts } = fused[index] ?? { relevance: 0, parts: {} };
    const { neighbours, thread } = support[index] ?? { neighbours: 0, thread: 0 };
    const sum = relevance + neighbours + thread;
    const loss = lossOf(candidate);
    const share = best > 0 ? (alone[index] ?? 0) / best : 1;
    const own = ownRelevance(candidate, evidence, weight) * loss.own * besideBest(share, evidence);
    const all = { ...parts, neighbours, thread };
    if (loss.order === 1) return { candidate, relevance: sum, parts: all, own, evidence };
    const speech = sum * (loss.order - 1);
    return { candidate, relevance: sum + speech, parts: { ...all, speech }, own, evidence };
  });
}

/** Puts the scores of all legs on scales that mean the same for every recall. */
function toCandidates(
  plan: RecallPlan,
  { hits, vectors, hasText }: Found,
  scales: readonly EmbedderProfile[],
): readonly Candidate[] {
  // Most recalls are in one scope, where an id is a name by itself.
  const isOneScope = hits.every(({ scope }) => scope === hits[0]?.scope);
  const asked = countScripts(plan.terms.join(" "));
  return hits.map((hit): Candidate => {
    const { scope, id, scores, traits, speaker, thread, previous } = hit;
    const path = isOneScope ? undefined : scopeToPath(scope);
    const leg = scales.findIndex((_, index) => scores[index] !== undefined);
    const scale = scales[leg];
    const similarity = scores[leg];
    const textScore = scores[vectors.length];
    // A store that does not tell is taken by its scores.
    const { coverage = Math.min(textScore ?? 0, 1) } = hit;
    return {
      scope,
      id,
      name: nameIn(path, id),
      similarity: scale && similarity,
      meaning: scale && similarity !== undefined ? calibrate(similarity, scale) : undefined,
      // A record that the text leg passed over while it found others has no keyword in common.
      textScore: hasText ? (textScore ?? 0) : undefined,
      coverage: plan.searchesWords ? coverage : undefined,
      isSearchable: traits !== undefined,
      comparable: comparableShare(asked, traits ?? 0),
      traits: traits ?? 0,
      speaker,
      thread: thread === undefined ? undefined : nameIn(path, thread),
      previous: previous === undefined ? undefined : nameIn(path, previous),
    };
  });
}

function nameIn(path: string | undefined, name: string): string {
  return path === undefined ? name : `${name}\0${path}`;
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

function speakersOf(candidates: readonly Candidate[]): Said["speakers"] {
  const speakers = new Set<string>();
  for (const { speaker } of candidates) if (speaker !== undefined) speakers.add(speaker);
  return speakers;
}

function isOtherRole(traits: number, role: "user" | "assistant" | undefined): boolean {
  if (role === undefined) return false;
  return (traits & (role === "user" ? TRAITS.byAssistant : TRAITS.byUser)) !== 0;
}

interface LinkedItem extends ThreadItem {
  previous?: LinkedItem | undefined;
  next?: LinkedItem | undefined;
}

function toThreadItems(candidates: readonly Candidate[], own: readonly Relevance[]): ThreadItem[] {
  const items = candidates.map(({ thread, traits, coverage }, index): LinkedItem => {
    const asks = (traits & TRAITS.asks) !== 0;
    return { relevance: own[index]?.relevance ?? 0, coverage, asks, thread };
  });
  if (candidates.every(({ previous }) => previous === undefined)) return items;
  const byName = new Map(candidates.map(({ name }, index) => [name, items[index]]));
  for (const [index, { previous }] of candidates.entries()) {
    const item = items[index];
    const before = previous === undefined ? undefined : byName.get(previous);
    if (!item || !before) continue;
    item.previous = before;
    before.next = item;
  }
  return items;
}
