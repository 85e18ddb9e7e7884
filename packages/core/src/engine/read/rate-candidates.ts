import type { ResolvedRanking } from "../../api/options.js";
import type { RelevanceParts } from "../../api/queries.js";
import { fuse } from "../../ranking/fuse.js";
import { reciprocalRankFusion } from "../../ranking/reciprocal-rank-fusion.js";
import { threadSupport } from "../../ranking/thread-support.js";
import type { ThreadItem, ThreadSupport } from "../../ranking/thread-support.js";
import type { Candidate, Candidates } from "./candidate.js";

/** A candidate and how relevant it is, as far as can be told without its record. */
export interface Rated {
  readonly candidate: Candidate;
  /** The sum of the parts. */
  readonly relevance: number;
  readonly parts: RelevanceParts;
}

interface Own {
  readonly relevance: number;
  readonly parts: RelevanceParts;
}

const NOTHING: Own = { relevance: 0, parts: {} };
const NO_SUPPORT: ThreadSupport = { neighbours: 0, thread: 0 };

/** Rates all candidates: by themselves, then by their threads. */
export function rateCandidates(
  { found, meaningWeight }: Candidates,
  ranking: ResolvedRanking,
): readonly Rated[] {
  const own =
    ranking.fusion === "rrf"
      ? rateByRanks(found)
      : found.map((candidate) => {
          const fused = fuse(candidate, meaningWeight);
          return {
            relevance: fused.relevance,
            parts: { words: fused.words, meaning: fused.meaning },
          };
        });
  const support = threadSupport(toThreadItems(found, own), ranking);
  return found.map((candidate, index) => {
    const { relevance, parts } = own[index] ?? NOTHING;
    const { neighbours, thread } = support[index] ?? NO_SUPPORT;
    return {
      candidate,
      relevance: relevance + neighbours + thread,
      parts: { ...parts, neighbours, thread },
    };
  });
}

/** By the ranks of each leg; the first of all legs has 1. */
function rateByRanks(found: readonly Candidate[]): readonly Own[] {
  const rankings = (["meaning", "textScore"] as const)
    .map((leg) =>
      found
        .filter((candidate) => (candidate[leg] ?? 0) > 0)
        .toSorted((a, b) => (b[leg] ?? 0) - (a[leg] ?? 0)),
    )
    .filter((ranking) => ranking.length > 0);
  const fused = reciprocalRankFusion(rankings);
  const most = Math.max(...fused.values(), Number.MIN_VALUE);
  return found.map((candidate) => {
    const ranks = (fused.get(candidate) ?? 0) / most;
    return { relevance: ranks, parts: { ranks } };
  });
}

interface LinkedItem extends ThreadItem {
  previous?: LinkedItem | undefined;
  next?: LinkedItem | undefined;
}

function toThreadItems(found: readonly Candidate[], own: readonly Own[]): readonly ThreadItem[] {
  const items = found.map(({ thread }, index): LinkedItem => {
    return { relevance: own[index]?.relevance ?? 0, thread };
  });
  if (found.every(({ previous }) => previous === undefined)) return items;
  const byName = new Map(found.map(({ name }, index) => [name, items[index]]));
  for (const [index, { previous }] of found.entries()) {
    const item = items[index];
    const before = previous === undefined ? undefined : byName.get(previous);
    if (!item || !before) continue;
    item.previous = before;
    before.next = item;
  }
  return items;
}
