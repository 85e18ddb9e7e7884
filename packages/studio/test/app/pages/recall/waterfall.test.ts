import { describe, expect, test } from "vitest";

import {
  barOf,
  placeOf,
  spanOf,
  type Step,
  waterfall,
} from "../../../../src/app/pages/recall/waterfall.js";
import type { LabAnswer, LabMemory } from "../../../../src/wire/recall.js";

function memory(score: number, signals: Partial<LabMemory["signals"]>): LabMemory {
  return {
    id: "1",
    scope: [],
    text: "a",
    kind: "note",
    createdAt: "2026-01-01T00:00:00.000Z",
    score,
    relevance: 0.5,
    signals: { relevance: 0.5, factors: {}, ...signals },
  };
}

function lines(steps: readonly Step[]): readonly string[] {
  return steps.map(
    ({ sort, name, from, to }) => `${sort} ${name} ${from.toFixed(2)} ${to.toFixed(2)}`,
  );
}

describe("waterfall", () => {
  test("adds the parts in one order, then multiplies; what changes nothing is left out", () => {
    const parts = { dates: -0.2, speech: 0, meaning: 0.4, words: 0.3 };
    const factors = { recency: 1.1, gate: 1, importance: 0.9 };
    expect(lines(waterfall(memory(0.495, { parts, factors })))).toEqual([
      "part words 0.00 0.30",
      "part meaning 0.30 0.70",
      "part dates 0.70 0.50",
      "relevance relevance 0.00 0.50",
      "factor recency 0.50 0.55",
      "factor importance 0.55 0.50",
      "score score 0.00 0.49",
    ]);
  });

  test("begins anew with the terms of a scoring", () => {
    const terms = { recency: 1, relevance: 0.5, least: 1e-9 };
    expect(lines(waterfall(memory(0.75, { terms, factors: { scale: 0.5 } })))).toEqual([
      "relevance relevance 0.00 0.50",
      "term recency 0.00 1.00",
      "term relevance 1.00 1.50",
      "sum sum 0.00 1.50",
      "factor scale 1.50 0.75",
      "score score 0.00 0.75",
    ]);
  });

  test("shows that a score ends at 1, and what the reranker does", () => {
    const steps = waterfall(memory(0.7, { factors: { mood: 3 }, rerank: 0.4 }));
    expect(lines(steps).slice(1)).toEqual([
      "factor mood 0.50 1.50",
      "cut cut 1.50 1.00",
      "rerank rerank 1.00 0.70",
      "score score 0.00 0.70",
    ]);
  });

  test("shows a score that was changed without a score of the reranker", () => {
    expect(lines(waterfall(memory(0.6, {})))).toContain("rerank rerank 0.50 0.60");
  });
});

function answer(...memories: readonly LabMemory[]): LabAnswer {
  return { memories, omitted: [] };
}

describe("spanOf", () => {
  test("holds all bars and the threshold", () => {
    const low = memory(0.1, { parts: { words: -0.13, meaning: 0.63 } });
    expect(spanOf(answer(low), { ...answer(), threshold: 0.92 })).toEqual({ least: -0.2, most: 1 });
    expect(spanOf(answer(memory(0.5, {})))).toEqual({ least: 0, most: 0.5 });
    expect(spanOf(undefined, undefined)).toEqual({ least: 0, most: 0.1 });
  });
});

describe("barOf", () => {
  test("draws a loss to the left from where it began", () => {
    const span = { least: 0, most: 2 };
    expect(barOf({ from: 1.5, to: 1 }, span)).toEqual({ start: 0.5, width: 0.25 });
    expect(barOf({ from: 1, to: 1.5 }, span)).toEqual({ start: 0.5, width: 0.25 });
    expect(placeOf(3, span)).toBe(1);
  });
});
