import type { RecalledMemory } from "../../api/queries.js";
import type { RerankScore } from "../../contracts/reranker.js";
import type { Engine } from "../engine.js";
import { requestScores, rerankerFailure } from "./ask-reranker.js";
import type { RecallPlan } from "./recall-plan.js";

/** Reorders the best memories by the reranker's answer. One that fails changes nothing. */
export async function rerankHits(
  { reranker, events }: Engine,
  { asked, scope, limits, signal }: RecallPlan,
  memories: readonly RecalledMemory[],
): Promise<readonly RecalledMemory[]> {
  if (!reranker || memories.length < 2) return memories;
  const { weight } = reranker;
  const shown = memories.slice(0, limits.reranked);
  const texts = shown.map((memory) => memory.content);
  const question = { query: asked.text, texts, topN: undefined, signal };
  try {
    if (weight !== undefined) {
      return blend(memories, await requestScores(reranker, question, "scores of 0 to 1"), weight);
    }
    const ranking = await requestScores(reranker, question, "finite scores");
    return [...reorder(shown, ranking), ...memories.slice(limits.reranked)];
  } catch (cause) {
    signal?.throwIfAborted();
    const { message: reason } = rerankerFailure(reranker, cause);
    events.emit("degraded", { scope, during: "recall", reason, cause });
    return memories;
  }
}

/** Takes the reranker's order, but keeps the scores of the recall: the first gets the best one. */
function reorder(
  shown: readonly RecalledMemory[],
  ranking: readonly RerankScore[],
): readonly RecalledMemory[] {
  const ranked = new Set(ranking.map(({ index }) => index));
  const unranked = [...shown.keys()].filter((index) => !ranked.has(index));
  const order = [...ranking, ...unranked.map((index) => ({ index, score: undefined }))];
  return order.flatMap(({ index, score }, position) => {
    const memory = shown[index];
    return memory ? [withRerank(memory, shown[position]?.score ?? 0, score)] : [];
  });
}

/** Weights the scores of both. A memory without a score of the reranker has 0. */
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
