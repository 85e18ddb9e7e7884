import type { RelevanceParts } from "../../api/queries.js";
import type { EmbedderProfile } from "../../contracts/embedder.js";
import type { RecordId } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import { calibrate, type Evidence, fuse, reciprocalRankFusion } from "../../ranking/fuse.js";
import { type ThreadItem, threadSupport } from "../../ranking/thread-support.js";
import { comparableShare, countScripts } from "../../text/scripts.js";
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
  /** Below 1 if it is not written in all scripts of the query. */
  readonly comparable: number;
  readonly thread: string | undefined;
  readonly previous: string | undefined;
}

interface Relevance {
  readonly relevance: number;
  /** Their sum is the relevance. */
  readonly parts: RelevanceParts;
}

/** A candidate and its relevance, as far as it can be told without its record. */
export interface Rated extends Relevance {
  readonly candidate: Candidate;
  /** Relevance by itself, without the support of its thread. */
  readonly own: number;
}

/** Share of meaning where nobody measured: two good legs count alike. */
const DEFAULT_MEANING_WEIGHT = 0.5;

/** Rates what was found, first by itself, then by its threads. */
export async function rateCandidates(
  { ranking, profiles }: Engine,
  plan: RecallPlan,
  found: Found,
): Promise<readonly Rated[]> {
  const scales = await Promise.all(
    found.vectors.map(({ embedder }) => profiles.of(embedder, plan.signal)),
  );
  const candidates = toCandidates(plan, found, scales);
  const measured = scales[0]?.meaningWeight ?? DEFAULT_MEANING_WEIGHT;
  const own =
    ranking.fusion === "rrf"
      ? rateByRanks(candidates)
      : candidates.map((candidate): Relevance => {
          const { relevance, ...parts } = fuse(candidate, ranking.meaningWeight ?? measured);
          return { relevance, parts };
        });
  const support = threadSupport(toThreadItems(candidates, own), ranking);
  return candidates.map((candidate, index) => {
    const { relevance: alone, parts } = own[index] ?? { relevance: 0, parts: {} };
    const { neighbours, thread } = support[index] ?? { neighbours: 0, thread: 0 };
    const all = { ...parts, neighbours, thread };
    return { candidate, own: alone, relevance: alone + neighbours + thread, parts: all };
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
  return hits.map(({ scope, id, scores, scripts, thread, previous }): Candidate => {
    const path = isOneScope ? undefined : scopeToPath(scope);
    const leg = scales.findIndex((_, index) => scores[index] !== undefined);
    const scale = scales[leg];
    const similarity = scores[leg];
    return {
      scope,
      id,
      name: nameIn(path, id),
      similarity: scale && similarity,
      meaning: scale && similarity !== undefined ? calibrate(similarity, scale) : undefined,
      // A record that the text leg passed over while it found others has no keyword in common.
      textScore: hasText ? (scores[vectors.length] ?? 0) : undefined,
      isSearchable: scripts !== undefined,
      comparable: comparableShare(asked, scripts ?? 0),
      thread: thread === undefined ? undefined : nameIn(path, thread),
      previous: previous === undefined ? undefined : nameIn(path, previous),
    };
  });
}

function nameIn(path: string | undefined, name: string): string {
  return path === undefined ? name : `${name}\0${path}`;
}

/** Rates by the ranks of each leg; the first of all legs has 1. */
function rateByRanks(candidates: readonly Candidate[]): readonly Relevance[] {
  const rankings = (["meaning", "textScore"] as const)
    .map((leg) =>
      candidates
        .filter((candidate) => (candidate[leg] ?? 0) > 0)
        .toSorted((a, b) => (b[leg] ?? 0) - (a[leg] ?? 0)),
    )
    .filter((ranking) => ranking.length > 0);
  const fused = reciprocalRankFusion(rankings);
  const most = Math.max(...fused.values(), Number.MIN_VALUE);
  return candidates.map((candidate) => {
    const ranks = (fused.get(candidate) ?? 0) / most;
    return { relevance: ranks, parts: { ranks } };
  });
}

interface LinkedItem extends ThreadItem {
  previous?: LinkedItem | undefined;
  next?: LinkedItem | undefined;
}

function toThreadItems(
  candidates: readonly Candidate[],
  own: readonly Relevance[],
): readonly ThreadItem[] {
  const items = candidates.map(({ thread }, index): LinkedItem => {
    return { relevance: own[index]?.relevance ?? 0, thread };
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
