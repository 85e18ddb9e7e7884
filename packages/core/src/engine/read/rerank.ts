import type { RecalledMemory } from "../../api/queries.js";
import type { Reranker, RerankScore } from "../../contracts/reranker.js";
import { MemoryError } from "../../errors/memory-error.js";
import { attempt, unlessAborted } from "../../internal/async/notify.js";
import type { Engine } from "../engine.js";
import type { RecallPlan } from "./recall-plan.js";

/** A question to a reranker. */
export interface RerankQuestion {
  /** The query. */
  readonly query: string;
  /** Texts to rank. */
  readonly texts: readonly string[];
  /** Most scores to return; `undefined`: all. */
  readonly topN: number | undefined;
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
}

/** Returns at most `topN` scores, best first. @throws `reranker-failed`, also for wrong answers. */
export async function askReranker(
  reranker: Reranker,
  question: RerankQuestion,
): Promise<readonly RerankScore[]> {
  try {
    const scores = await requestScores(reranker, question, "finite scores");
    return scores.slice(0, question.topN);
  } catch (cause) {
    question.signal?.throwIfAborted();
    throw rerankerFailure(reranker, cause);
  }
}

/** Returns the answer of a reranker. An error that it throws passes through. */
async function requestScores(
  reranker: Reranker,
  { query, texts, topN, signal }: RerankQuestion,
  scale: "finite scores" | "scores of 0 to 1",
): Promise<readonly RerankScore[]> {
  const options = { signal, ...(topN === undefined ? {} : { topN }) };
  const asking = attempt(() => reranker.rerank(query, texts, options));
  const answer: unknown = await unlessAborted(asking, signal);
  const isBounded = scale === "scores of 0 to 1";
  if (isRanking(answer, texts.length, isBounded)) return answer;
  const message = `reranker ${reranker.id} answered something else than ${scale} for distinct documents`;
  throw new MemoryError("reranker-failed", message);
}

function rerankerFailure({ id }: Reranker, cause: unknown): MemoryError {
  if (MemoryError.is(cause)) return cause;
  return new MemoryError("reranker-failed", `reranker ${id} failed`, { cause });
}

function isRanking(
  value: unknown,
  count: number,
  isBounded: boolean,
): value is readonly RerankScore[] {
  if (!Array.isArray(value)) return false;
  const indexes = new Set<unknown>();
  for (const one of value as readonly (Partial<RerankScore> | null | undefined)[]) {
    const { index, score = Number.NaN } = one ?? {};
    const isIndex = typeof index === "number" && Number.isInteger(index);
    if (!isIndex || index < 0 || index >= count || indexes.has(index)) return false;
    if (!Number.isFinite(score) || (isBounded && (score < 0 || score > 1))) return false;
    indexes.add(index);
  }
  return true;
}

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

function withRerank(memory: RecalledMemory, score: number, rerank?: number): RecalledMemory {
  const { signals } = memory;
  const explained = signals && rerank !== undefined ? { signals: { ...signals, rerank } } : {};
  return { ...memory, score, ...explained };
}
