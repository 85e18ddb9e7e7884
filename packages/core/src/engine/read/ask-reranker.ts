import type { Reranker, RerankScore } from "../../contracts/reranker.js";
import { MemoryError } from "../../errors/memory-error.js";
import { attempt } from "../../internal/async/notify.js";
import { unlessAborted } from "../../internal/async/unless-aborted.js";

/** What a reranker is asked. */
export interface RerankQuestion {
  /** What the texts are to answer. */
  readonly query: string;
  /** What is ordered. */
  readonly texts: readonly string[];
  /** How many of the best are wanted; `undefined`: all. */
  readonly topN: number | undefined;
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a reranker answers, best first, no more than was asked for.
 * @throws `reranker-failed` if it fails, or answers something else than finite scores for distinct
 *   texts.
 */
export async function askReranker(
  reranker: Reranker,
  { query, texts, topN, signal }: RerankQuestion,
): Promise<readonly RerankScore[]> {
  let ranking: unknown;
  try {
    const options = { signal, ...(topN === undefined ? {} : { topN }) };
    ranking = await unlessAborted(
      attempt(() => reranker.rerank(query, texts, options)),
      signal,
    );
  } catch (cause) {
    signal?.throwIfAborted();
    if (MemoryError.is(cause)) throw cause;
    throw new MemoryError("reranker-failed", `reranker ${reranker.id} failed`, { cause });
  }
  if (!isRanking(ranking, texts.length)) {
    const message = `reranker ${reranker.id} answered something else than finite scores for distinct documents`;
    throw new MemoryError("reranker-failed", message);
  }
  return ranking.slice(0, topN);
}

function isRanking(value: unknown, count: number): value is readonly RerankScore[] {
  if (!Array.isArray(value)) return false;
  const places = new Set<unknown>();
  for (const one of value as readonly (Partial<RerankScore> | null | undefined)[]) {
    const { index, score } = one ?? {};
    const isPlace = typeof index === "number" && Number.isInteger(index);
    if (!isPlace || index < 0 || index >= count || places.has(index)) return false;
    if (!Number.isFinite(score)) return false;
    places.add(index);
  }
  return true;
}
