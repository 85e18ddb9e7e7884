import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import { hashText, textScorer, type CompleteStore, type TextLeg } from "@kioku/core/toolkit";

import { numberOf, putOp, testRecord } from "../test-records.js";
import { expectClose, expectRanked } from "./expect.js";
import { textLeg, type LegHit } from "./requests.js";

/** Greatest error of a text score. */
const TOLERANCE = 1e-9;

/** Documents as lists of terms, some of them repeated. */
export const DOCUMENTS: readonly (readonly string[])[] = [
  ["cat"],
  ["cat", "dog"],
  ["cat", "cat", "cat", "dog"],
  ["dog", "dog", "bird", "fish", "ant", "bee", "cow"],
  ["bird"],
  [],
];

/** Writes record 0, 1, 2 and so on with these terms, whatever their content says. */
export async function writeTerms(
  store: CompleteStore,
  documents: readonly (readonly string[])[],
  fields: Partial<MemoryRecord> = {},
): Promise<void> {
  const ops = documents.map((terms, n) => {
    const textHash = hashText(terms.join(" "), String(n));
    return putOp(testRecord(n, fields), { search: { textHash, terms, traits: 1, vectors: [] } });
  });
  await store.write(ops);
}

/**
 * The score of every document for the terms or the leg, by its number; those with none of the
 * terms are missing.
 */
export function scoreTerms(
  documents: readonly (readonly string[])[],
  asked: readonly string[] | TextLeg,
): Map<number, number> {
  const { terms, weights, originals } = textLeg(asked);
  const counts = documents.map((words) =>
    terms.map((term) => words.filter((word) => word === term).length),
  );
  const scorer = textScorer({
    documents: documents.length,
    totalTerms: documents.flat().length,
    documentFrequencies: terms.map((_, t) => counts.filter((count) => (count[t] ?? 0) > 0).length),
    weights,
    originals,
  });
  const scores = new Map<number, number>();
  for (const [n, count] of counts.entries()) {
    if (count.some((one) => one > 0)) scores.set(n, scorer(count, documents[n]?.length ?? 0));
  }
  return scores;
}

/** Fails unless the hits are exactly these records with these scores, best first. */
export function expectScores(hits: readonly LegHit[], expected: ReadonlyMap<number, number>): void {
  expectRanked(hits);
  const found = hits.map((hit) => numberOf(hit)).toSorted((a, b) => a - b);
  assert.deepEqual(found, [...expected.keys()]);
  for (const hit of hits) expectClose(hit.score, expected.get(numberOf(hit)) ?? 0, TOLERANCE);
}
