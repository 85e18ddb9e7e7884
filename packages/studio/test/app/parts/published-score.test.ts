import type { Scoring } from "@kioku/core";
import { airiPlaygroundScoring } from "@kioku/plugins/scorings";
import { expect, test } from "vitest";

import {
  boundedScore,
  type Moment,
  PUBLISHED,
  publishedScore,
  type PublishedParameters,
  RANGES,
} from "../../../src/app/parts/published-score.js";

const NOW = new Date("2026-11-20T09:00:00Z");
const FRESH = { age: 0, since: 0, uses: 0, joy: 0, aversion: 0 };
const MOMENTS = [0, 1, 4, 5, 12, 100].flatMap((uses) =>
  [0, 0.4, 1].flatMap((felt) => [
    { ...FRESH, uses, joy: felt, age: 30, since: 0.5 },
    { ...FRESH, uses, aversion: felt, age: 12, since: 3 },
  ]),
);

test.each([
  [{ age: 7 }, 50.0073595696],
  [{ age: 30, since: 1, uses: 4 }, 9.8700137021],
  [{ age: 30, since: 1, uses: 5 }, 88.4004338605],
  [{ age: 30, since: 30, uses: 10 }, 94.3258817751],
  [{ age: 7, uses: 1, joy: 0.5 }, 109.3910990584],
  [{ age: 7, since: 1, uses: 1, joy: 0.5 }, 63.8558147569],
  [{ age: 7, since: 1, uses: 1, aversion: 0.5 }, 135.4259468108],
  [{ age: 30, since: 30, uses: 10, joy: 0.2, aversion: 0.7 }, 284.4868594336],
])("as published, %j comes to %d", (moment, expected) => {
  expect(publishedScore({ ...FRESH, ...moment })).toBeCloseTo(expected, 9);
});

test("a flashback doubles the published score", () => {
  const moment = { age: 30, since: 30, uses: 10, joy: 0.2, aversion: 0.7 };
  expect(PUBLISHED.flashback * publishedScore(moment)).toBeCloseTo(568.9737188671, 9);
});

test("the published score jumps ninefold at the fifth use, the bounded one does not", () => {
  expect(publishedScore(at(5)) / publishedScore(at(4))).toBeGreaterThan(8.9);
  expect(boundedScore(at(5)) / boundedScore(at(4))).toBeLessThan(1.5);
});

test("both are equal for a memory that was never used and has no feeling", () => {
  const moment = { ...FRESH, age: 7, since: 7 };
  expect(boundedScore(moment)).toBeCloseTo(publishedScore(moment), 9);
});

test("the bounded score never passes ten times the beginning", () => {
  expect(boundedScore({ ...FRESH, uses: 1e6, aversion: 1 })).toBeLessThanOrEqual(1000);
  expect(publishedScore({ ...FRESH, uses: 100, aversion: 1 })).toBeGreaterThan(1e5);
});

test("the bounded score is that of airiPlaygroundScoring, times the most it can be", () => {
  const scoring = airiPlaygroundScoring();
  for (const moment of MOMENTS) {
    const share = boundedScore(moment) / mostOf(PUBLISHED);
    expect(share).toBeCloseTo(scoring.score(inputOf(moment)).score, 12);
  }
});

test("no setting of the sliders takes a bounded score past its bound", () => {
  for (const end of [0, 1] as const) {
    const parameters = {
      ...PUBLISHED,
      joyBoost: RANGES.joyBoost[end],
      aversionBoost: RANGES.aversionBoost[end],
      growth: RANGES.growth[end],
    };
    for (const moment of MOMENTS) {
      expect(boundedScore(moment, parameters)).toBeLessThanOrEqual(mostOf(parameters));
    }
  }
});

/** Returns the most that a bounded score can be, without a flashback. */
function mostOf({ joyBoost, aversionBoost }: PublishedParameters): number {
  return 200 * Math.max(1 + joyBoost, 1 + 2 * aversionBoost);
}

function inputOf({ age, since, uses, joy, aversion }: Moment): Parameters<Scoring["score"]>[0] {
  const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);
  const createdAt = daysAgo(age);
  return {
    record: {
      id: "a",
      scope: [],
      kind: "note",
      content: "x",
      metadata: {},
      form: "statement",
      origin: "user",
      trust: 1,
      sources: [],
      importance: 0.5,
      pinned: false,
      strength: { stabilityDays: 8, uses, lastUsedAt: daysAgo(since) },
      emotion: { valence: joy - aversion, arousal: 0.5 },
      createdAt,
      updatedAt: createdAt,
      version: 1,
    },
    relevance: 1,
    now: NOW,
  };
}

function at(uses: number): Parameters<typeof boundedScore>[0] {
  return { ...FRESH, age: 30, since: 1, uses };
}
