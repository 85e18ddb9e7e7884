import type { RecalledMemory } from "../../api/queries.js";
import type { RerankScore, Reranker } from "../../contracts/reranker.js";
import { MemoryError } from "../../errors/memory-error.js";
import { attempt } from "../../internal/async/notify.js";
import { unlessAborted } from "../../internal/async/unless-aborted.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import type { CheckedQuery } from "./check-recall-query.js";

/**
 * Documents shown to a reranker: as many as are asked for, but not fewer and not more than this.
 */
const MIN_RERANKED = 30;
const MAX_RERANKED = 100;

/** How many documents a reranker is to be shown; 0 if there is none to ask. */
export function countToRerank({ reranker }: Engine, { limit, rerank }: CheckedQuery): number {
  return reranker && rerank ? Math.min(Math.max(limit, MIN_RERANKED), MAX_RERANKED) : 0;
}

/** What reranking needs to know of the recall. */
export interface RerankCall {
  readonly asked: CheckedQuery;
  readonly scope: Scope;
  readonly signal: AbortSignal | undefined;
}

/**
 * Asks the reranker about the best hits, and puts them in the order that comes of it. A reranker
 * that fails leaves the order as it was.
 */
export async function rerankHits(
  engine: Engine,
  memories: readonly RecalledMemory[],
  { asked, scope, signal }: RerankCall,
): Promise<readonly RecalledMemory[]> {
  const { reranker } = engine;
  const count = countToRerank(engine, asked);
  if (!reranker || count === 0 || memories.length < 2) return memories;
  const shown = memories.slice(0, count);
  try {
    const documents = shown.map((memory) => memory.content);
    const ranking = await unlessAborted(
      attempt(() => reranker.rerank(asked.text, documents, { signal })),
      signal,
    );
    checkRanking(reranker, ranking, shown.length);
    return reranker.weight === undefined
      ? [...reorder(shown, ranking), ...memories.slice(count)]
      : blend(memories, ranking, reranker.weight);
  } catch (cause) {
    signal?.throwIfAborted();
    const failure = MemoryError.is(cause)
      ? cause
      : new MemoryError("reranker-failed", `reranker ${reranker.id} failed`, { cause });
    engine.events.emit("degraded", { scope, during: "recall", reason: failure.message, cause });
    return memories;
  }
}

function checkRanking(reranker: Reranker, ranking: readonly RerankScore[], count: number): void {
  const indexes = new Set(ranking.map((one) => one.index));
  const valid =
    indexes.size === ranking.length &&
    ranking.every(
      ({ index, score }) =>
        Number.isInteger(index) &&
        index >= 0 &&
        index < count &&
        Number.isFinite(score) &&
        (reranker.weight === undefined || (score >= 0 && score <= 1)),
    );
  if (valid) return;
  const scores = reranker.weight === undefined ? "finite scores" : "scores of 0 to 1";
  throw new MemoryError(
    "reranker-failed",
    `reranker ${reranker.id} answered something else than ${scores} for distinct documents`,
  );
}

/**
 * The reranker's order. Scores stay on the scale of the recall: the best place gets the best score
 * there was, since the reranker's own compare within one call only.
 */
function reorder(
  shown: readonly RecalledMemory[],
  ranking: readonly RerankScore[],
): readonly RecalledMemory[] {
  const ranked = new Set(ranking.map(({ index }) => index));
  const unranked = [...shown.keys()].filter((index) => !ranked.has(index));
  const order = [...ranking, ...unranked.map((index) => ({ index, score: undefined }))];
  return order.flatMap(({ index, score }, place) => {
    const memory = shown[index];
    return memory ? [withRerank(memory, shown[place]?.score ?? 0, score)] : [];
  });
}

/**
 * The scores of both, weighted; what the reranker left out or was not shown counts as 0 there, so
 * that it stays behind. A reranker that gives nothing more than 0 says nothing, and nothing
 * changes.
 */
function blend(
  memories: readonly RecalledMemory[],
  ranking: readonly RerankScore[],
  weight: number,
): readonly RecalledMemory[] {
  if (ranking.every(({ score }) => score === 0)) return memories;
  const scores = new Map(ranking.map(({ index, score }) => [index, score]));
  return memories
    .map((memory, index) => {
      const rerank = scores.get(index) ?? 0;
      return withRerank(memory, (1 - weight) * memory.score + weight * rerank, rerank);
    })
    .toSorted((a, b) => b.score - a.score);
}

function withRerank(
  memory: RecalledMemory,
  score: number,
  rerank: number | undefined,
): RecalledMemory {
  const { signals } = memory;
  const explained = signals && rerank !== undefined ? { signals: { ...signals, rerank } } : {};
  return { ...memory, score, ...explained };
}
