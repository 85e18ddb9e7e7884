import { MemoryError } from "../../errors/memory-error.js";
import type { Scope } from "../../model/scope.js";
import type { Reranker, RerankScore } from "../../rerank/reranker.js";
import type { Engine } from "../engine.js";
import type { RecalledMemory } from "../recall-query.js";
import type { CheckedQuery } from "./check-recall-query.js";

/** Most documents shown to a reranker at once. */
const MAX_RERANKED = 100;

/**
 * Puts the hits in the reranker's order. Their scores stay on the scale of the recall: the best place gets the best score
 * there was, since a reranker's own scores compare within one call only. A reranker that fails leaves the order as it was.
 */
export async function rerankHits(
  engine: Engine,
  memories: readonly RecalledMemory[],
  given: {
    readonly asked: CheckedQuery;
    readonly scope: Scope;
    readonly signal: AbortSignal | undefined;
  },
): Promise<readonly RecalledMemory[]> {
  const { reranker } = engine;
  const { asked, scope, signal } = given;
  if (!reranker || !asked.rerank || memories.length < 2) return memories;
  const shown = memories.slice(0, MAX_RERANKED);
  try {
    const documents = shown.map((memory) => memory.content);
    const order = checkRanking(
      reranker,
      await reranker.rerank(asked.text, documents, { signal }),
      shown.length,
    );
    const unranked = shown.flatMap((_, index) =>
      order.some((one) => one.index === index) ? [] : [{ index, score: undefined }],
    );
    const reranked = [...order, ...unranked].flatMap(({ index, score }, place) => {
      const memory = shown[index];
      return memory ? [withRerank(memory, shown[place]?.score ?? 0, score)] : [];
    });
    return [...reranked, ...memories.slice(MAX_RERANKED)];
  } catch (cause) {
    signal?.throwIfAborted();
    const failure = MemoryError.is(cause)
      ? cause
      : new MemoryError("reranker-failed", `reranker ${reranker.id} failed`, { cause });
    engine.events.emit("degraded", { scope, during: "recall", reason: failure.message, cause });
    return memories;
  }
}

function checkRanking(
  reranker: Reranker,
  ranking: readonly RerankScore[],
  count: number,
): readonly RerankScore[] {
  const indexes = new Set(ranking.map((one) => one.index));
  const valid =
    indexes.size === ranking.length &&
    ranking.every(
      ({ index, score }) =>
        Number.isInteger(index) && index >= 0 && index < count && Number.isFinite(score),
    );
  if (valid) return ranking;
  throw new MemoryError(
    "reranker-failed",
    `reranker ${reranker.id} answered something else than finite scores for distinct documents`,
  );
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
