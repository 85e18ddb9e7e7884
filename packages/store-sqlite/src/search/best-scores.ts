import { replaceTop } from "@kioku/core/toolkit";

/**
 * Indices of the best `count` scores less than `below`, best first, and of all scores that equal
 * the last of them, so that who comes first among equals can still be decided. One pass and a heap
 * of `count`.
 */
export function bestScores(scores: ArrayLike<number>, count: number, below: number): number[] {
  const least = leastOfBest(scores, count, below);
  const indices: number[] = [];
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index] ?? below;
    if (score < below && score >= least) indices.push(index);
  }
  return indices.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

/** The score that the best `count` have at least. */
function leastOfBest(scores: ArrayLike<number>, count: number, below: number): number {
  if (scores.length <= count) return Number.NEGATIVE_INFINITY;
  // A heap with the least on top: whatever beats the top takes its place.
  const heap = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index] ?? below;
    if (score < below && score > (heap[0] ?? 0)) replaceTop(heap, score);
  }
  return heap[0] ?? Number.NEGATIVE_INFINITY;
}
