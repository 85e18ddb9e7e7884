import { expect, test } from "vitest";

import {
  actrScoring,
  airiScoring,
  autosnippetScoring,
  generativeAgentsScoring,
  hou2024Scoring,
  memoryBankScoring,
} from "../../src/scorings/index.js";
import { scoringInput } from "../support/scoring-input.js";

test.each([
  [0, 5, 1, 0.85],
  [7, 10, 0.5, 0.65],
  [30, 8, 0.9, 0.700254192],
])("AutoSnippet: after %d days, importance %d, relevance %d: %d", (...row) => {
  const [ageDays, anchor, relevance, expected] = row;
  const input = scoringInput({ ageDays, importance: (anchor - 1) / 9, relevance });
  expect(autosnippetScoring().score(input).score).toBeCloseTo(expected, 9);
});

test.each([
  [0, 0.8, 1.16],
  [15, 0.8, 1.06],
  [60, 0.8, 0.96],
  [0, 0.5, 0],
])("AIRI: after %d days, similarity %d: %d of 1.4", (ageDays, similarity, expected) => {
  const { score } = airiScoring().score(
    scoringInput({ ageDays, meaning: similarity, relevance: 0.1 }),
  );
  expect(score * 1.4).toBeCloseTo(expected, 9);
});

test("AIRI's newness counts from the writing, whenever a record was used", () => {
  const { terms } = airiScoring().score(scoringInput({ ageDays: 30, sinceDays: 0, uses: 3 }));
  expect(terms?.["recency"]).toBe(0);
});

test("without a vector AIRI compares the relevance", () => {
  const { terms } = airiScoring().score(scoringInput({ relevance: 0.6 }));
  expect(terms?.["similarity"]).toBeCloseTo(0.72, 12);
});

test("generative agents: three memories stretched and added up", () => {
  const parts = [
    { hours: 1, anchor: 2, relevance: 0.8 },
    { hours: 24, anchor: 9, relevance: 0.55 },
    { hours: 168, anchor: 5, relevance: 0.91 },
  ];
  const inputs = parts.map(({ hours, anchor, relevance }) =>
    scoringInput({ ageDays: hours / 24, importance: (anchor - 1) / 9, relevance }),
  );
  const results = generativeAgentsScoring().scoreAll?.(inputs) ?? [];
  const expected = [
    { recency: 1, importance: 0, relevance: 0.6944444444, sum: 1.6944444444 },
    { recency: 0.8079637614, importance: 1, relevance: 0, sum: 1.8079637614 },
    { recency: 0, importance: 0.4285714286, relevance: 1, sum: 1.4285714286 },
  ];
  expected.forEach(({ sum, ...terms }, index) => {
    const result = results[index];
    for (const [name, term] of Object.entries(terms)) {
      expect(result?.terms?.[name]).toBeCloseTo(term, 9);
    }
    expect((result?.score ?? NaN) * 3).toBeCloseTo(sum, 8);
  });
});

test("generative agents: a part that all candidates share counts half", () => {
  const inputs = [scoringInput({ relevance: 0.2 }), scoringInput({ relevance: 0.9 })];
  const [low, high] = generativeAgentsScoring().scoreAll?.(inputs) ?? [];
  expect(low?.terms).toMatchObject({ recency: 0.5, importance: 0.5, relevance: 0 });
  expect(high?.terms).toMatchObject({ recency: 0.5, importance: 0.5, relevance: 1 });
});

test("generative agents: what is last in every part is still returned", () => {
  const best = scoringInput({ relevance: 0.9, importance: 1 });
  const last = scoringInput({ relevance: 0.1, importance: 0, ageDays: 5 });
  const [first, second] = generativeAgentsScoring().scoreAll?.([best, last]) ?? [];
  expect(first?.score).toBeCloseTo(1, 12);
  expect(second?.score).toBeGreaterThan(0);
});

test("generative agents: weights count by their ratio", () => {
  const scoring = generativeAgentsScoring({ recencyWeight: 0, importanceWeight: 0 });
  const inputs = [0.2, 0.4, 0.6].map((relevance) => scoringInput({ relevance }));
  const scores = scoring.scoreAll?.(inputs).map(({ score }) => score) ?? [];
  expect(scores[1]).toBeCloseTo(0.5, 8);
});

test.each([
  [1, 0, 0.3678794412],
  [1, 1, 0.6065306597],
  [5, 2, 0.1888756028],
])("MemoryBank: %d days after %d uses, %d of the relevance is left", (...row) => {
  const [sinceDays, uses, expected] = row;
  const input = scoringInput({ relevance: 0.8, ageDays: 90, sinceDays, uses });
  expect(memoryBankScoring().score(input).score).toBeCloseTo(0.8 * expected, 9);
});

test.each([
  [0, 0.5, 0.6224593312],
  [1, 1, 0.4869314376],
])("Hou: a day %d old memory of relevance %d is recalled with %d", (ageDays, relevance, p) => {
  expect(hou2024Scoring().score(scoringInput({ ageDays, relevance })).score).toBeCloseTo(p, 9);
});

test("Hou: uses count as evenly spread until the last one", () => {
  const input = scoringInput({ relevance: 0.9, ageDays: 12, sinceDays: 2, uses: 2 });
  const consolidation = 1 + 2 * 0.9866142982;
  const cue = 0.9 * Math.exp(-2 / consolidation);
  const expected = (1 - Math.exp(-cue)) / (1 - Math.exp(-1));
  expect(hou2024Scoring().score(input).score).toBeCloseTo(expected, 9);
});

test("Hou: the published trigger needs a relevance of 0.7845 even for what is new", () => {
  const scoring = hou2024Scoring({ minProbability: 0.86 });
  expect(scoring.score(scoringInput({ relevance: 0.7844 })).score).toBe(0);
  expect(scoring.score(scoringInput({ relevance: 0.7845 })).score).toBeGreaterThan(0.86);
});

test("ACT-R: a memory of 100 days that the query does not touch has the activation -2.3", () => {
  const input = scoringInput({ relevance: 0, ageDays: 100 });
  const { score } = actrScoring({ threshold: -Math.LN10 }).score(input);
  expect(score).toBeCloseTo(0.5, 9);
});

test("ACT-R: relevance spreads activation in proportion", () => {
  const input = scoringInput({ relevance: 0.5, ageDays: 100 });
  const { score } = actrScoring({ threshold: -Math.LN10 + 3, spread: 6 }).score(input);
  expect(score).toBeCloseTo(0.5, 9);
});
