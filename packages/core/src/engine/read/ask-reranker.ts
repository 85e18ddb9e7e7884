import type { Reranker, RerankScore } from "../../contracts/reranker.js";
import { MemoryError } from "../../errors/memory-error.js";
import { attempt } from "../../internal/async/notify.js";
import { unlessAborted } from "../../internal/async/unless-aborted.js";

/** A question to a reranker. */
export interface RerankQuestion {
  readonly query: string;
  /** The texts to order. */
  readonly texts: readonly string[];
  /** Most scores to return; `undefined`: all. */
  readonly topN: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a reranker, and returns at most `topN` scores, best first.
 * @throws `reranker-failed` if it fails, or answers something else than finite scores for distinct
 *   texts.
 */
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
export async function requestScores(
  reranker: Reranker,
  { query, texts, topN, signal }: RerankQuestion,
  scale: "finite scores" | "scores of 0 to 1",
): Promise<readonly RerankScore[]> {
  const options = { signal, ...(topN === undefined ? {} : { topN }) };
  const answer: unknown = await unlessAborted(
    attempt(() => reranker.rerank(query, texts, options)),
    signal,
  );
  const isBounded = scale === "scores of 0 to 1";
  if (isRanking(answer, texts.length, isBounded)) return answer;
  const message = `reranker ${reranker.id} answered something else than ${scale} for distinct documents`;
  throw new MemoryError("reranker-failed", message);
}

/** Makes the error for a reranker that threw. A `MemoryError` stays as it is. */
export function rerankerFailure({ id }: Reranker, cause: unknown): MemoryError {
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
