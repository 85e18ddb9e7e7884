import { expect, test } from "vitest";

import { weighSpontaneous } from "../../src/ranking/spontaneous.js";
import { retrievability } from "../../src/toolkit/index.js";

const NOW = new Date("2026-03-01T00:00:00Z");
const DAY = 86_400_000;

function candidate(fields: Partial<Parameters<typeof weighSpontaneous>[0]> = {}) {
  return {
    createdAt: new Date(NOW.getTime() - 100 * DAY),
    strength: { stabilityDays: 10, uses: 0 },
    importance: 0.5,
    ...fields,
  };
}

test("the weight is what is retained, times importance, times the cue", () => {
  const { weight, factors } = weighSpontaneous(candidate({ cueRelevance: 0.4 }), NOW);
  const retained = retrievability(100, 10);
  expect(factors).toEqual({ retained, importance: 1.5, cue: 5 });
  expect(weight).toBeCloseTo(retained * 1.5 * 5, 12);
});

test("five of 1,000 equal memories that fit the cue by half come first as often as documented", () => {
  const [fitting, others] = [0.5, 0].map((cueRelevance) =>
    weighSpontaneous(candidate({ cueRelevance }), NOW),
  );
  const firstAt = (temperature: number): number => {
    const power = ((fitting?.weight ?? 0) / (others?.weight ?? 0)) ** (1 / temperature);
    return (5 * power) / (5 * power + 995);
  };
  expect(firstAt(0.25)).toBeCloseTo(0.87, 2);
  expect(firstAt(1)).toBeCloseTo(0.03, 2);
});

test("time counts from the last use", () => {
  const strength = { stabilityDays: 10, uses: 1, lastUsedAt: new Date(NOW.getTime() - 10 * DAY) };
  expect(weighSpontaneous(candidate({ strength }), NOW).factors["retained"]).toBeCloseTo(0.9, 12);
});

test("the share is 1 for the heaviest there can be, with a cue and without", () => {
  const heaviest = candidate({ createdAt: NOW, importance: 1 });
  expect(weighSpontaneous(heaviest, NOW).share).toBe(1);
  expect(weighSpontaneous({ ...heaviest, cueRelevance: 1 }, NOW).share).toBe(1);
  expect(weighSpontaneous({ ...heaviest, cueRelevance: 0 }, NOW).share).toBeCloseTo(1 / 11, 12);
});
