import assert from "node:assert/strict";

import type { Reranker } from "@kioku/core";
import type { RerankOptions, RerankScore } from "@kioku/core/toolkit";

import { PLAIN_TEXTS } from "../model/texts.js";

/** Size of a ranking. */
export interface Ranked {
  /** Number of documents. */
  readonly count: number;
  /** Number of documents wanted. */
  readonly topN?: number | undefined;
}

/**
 * The ranking. Fails unless it is one that core takes: best first, each index once, all that was
 * wanted, scores as they have to be.
 */
export function readRanking(
  reranker: Reranker,
  ranking: readonly RerankScore[],
  { count, topN = count }: Ranked,
): readonly RerankScore[] {
  const given: unknown = ranking;
  assert.ok(Array.isArray(given), "rerank should answer a list");
  const wanted = Math.min(topN, count);
  assert.equal(
    given.length,
    wanted,
    `rerank answered ${given.length} scores for ${count} documents, ${wanted} of which were wanted`,
  );
  const seen = new Set<number>();
  let before = Infinity;
  for (const [place, { index, score }] of ranking.entries()) {
    const isIndex = Number.isInteger(index) && index >= 0 && index < count;
    assert.ok(isIndex, `place ${place} names document ${index} of ${count}`);
    assert.ok(!seen.has(index), `document ${index} is named twice`);
    seen.add(index);
    assert.ok(Number.isFinite(score), `the score of document ${index} is ${score}`);
    assert.ok(
      score <= before,
      `the ranking is not best first: ${score} at place ${place} after ${before}`,
    );
    before = score;
    const fits = reranker.weight === undefined || (score >= 0 && score <= 1);
    assert.ok(fits, `it has a weight, but the score of document ${index} is not 0 to 1: ${score}`);
  }
  return ranking;
}

/** Texts to rank. */
export interface RankedTexts {
  readonly query: string;
  readonly documents: readonly string[];
}

/** The ranking of documents. */
export async function rankingOf(
  reranker: Reranker,
  { query, documents }: RankedTexts,
  options?: RerankOptions,
): Promise<readonly RerankScore[]> {
  const ranking = await reranker.rerank(query, documents, options);
  return readRanking(reranker, ranking, { count: documents.length, topN: options?.topN });
}

/** The score of every document, in the order of the documents. */
export async function scoresOf(reranker: Reranker, texts: RankedTexts): Promise<readonly number[]> {
  return inOrder(await rankingOf(reranker, texts));
}

/** The scores of a whole ranking, in the order of the documents. */
export function inOrder(ranking: readonly RerankScore[]): readonly number[] {
  return ranking.toSorted((a, b) => a.index - b.index).map(({ score }) => score);
}

/** Fails unless scores are the same within the tolerance, place by place. */
export function expectScores(
  actual: readonly number[],
  expected: readonly number[],
  { tolerance, what }: { readonly tolerance: number; readonly what: string },
): void {
  assert.equal(actual.length, expected.length, `${what}: ${actual.length} scores`);
  for (const [index, score] of actual.entries()) {
    const other = expected[index] ?? Number.NaN;
    assert.ok(
      Math.abs(score - other) <= tolerance,
      `${what}: the score of document ${index} is ${score}, expected ${other}, allowed is ${tolerance}`,
    );
  }
}

/** A question, and documents of which one answers it. */
export const QUESTION: RankedTexts = {
  query: "Where does the cat sleep?",
  documents: PLAIN_TEXTS.toReversed(),
};

/** Questions with a document that answers each and some that have nothing to do with it. */
export const ANSWERED: readonly (RankedTexts & { readonly answer: number })[] = [
  {
    query: "Is she allergic to peanuts?",
    documents: [
      "The train to Oslo leaves at seven in the morning",
      "She is allergic to peanuts and always carries medicine",
      "The new printer needs black ink",
    ],
    answer: 1,
  },
  {
    query: "When is the rent due?",
    documents: [
      "Robins sing long before sunrise",
      "He painted the fence green",
      "The orchestra played a symphony",
      "The rent is due on the first day of the month",
    ],
    answer: 3,
  },
];
