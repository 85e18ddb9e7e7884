import { expect, test } from "vitest";

import {
  fsrsScoring,
  initialStabilityDays,
  recordFromJson,
  retrievability,
} from "../../src/index.js";
import type { MemoryRecord } from "../../src/index.js";
import { seededRandom } from "../support/test-memory.js";

const NOW = new Date("2026-03-01T00:00:00Z");

function record(importance: number, ageDays: number, stabilityDays: number): MemoryRecord {
  const createdAt = new Date(NOW.getTime() - ageDays * 86_400_000).toISOString();
  return recordFromJson({
    id: "a",
    scope: [],
    kind: "note",
    content: "x",
    metadata: {},
    origin: "user",
    trust: 1,
    sources: [],
    importance,
    pinned: false,
    strength: { stabilityDays, uses: 0 },
    createdAt,
    updatedAt: createdAt,
    version: 1,
  });
}

test.each([
  [0, 1, 1],
  [1, 1, 0.9],
  [10, 10, 0.9],
  [30, 10, 0.8093881036],
  [100, 10, 0.6928266346],
  [365, 10, 0.5735586746],
  [3650, 10, 0.4036796106],
  [7, 2.3065, 0.8083099402],
])("retrievability after %d days at stability %d is %d (FSRS-6)", (days, stability, expected) => {
  expect(retrievability(days, stability)).toBeCloseTo(expected, 9);
});

test("time that runs backwards counts as none", () => {
  expect(retrievability(-5, 1)).toBe(1);
});

test.each([
  [1, 0, 2.3091388439],
  [5, 0, 7],
  [10, 0, 28],
  [5, 1, 10.5],
  [10, 1, 42],
])(
  "initial stability at importance %d of 10 and arousal %d is %d days",
  (anchor, arousal, days) => {
    expect(initialStabilityDays((anchor - 1) / 9, arousal)).toBeCloseTo(days, 9);
  },
);

test.each([
  [0.8, 1, 5, 0.8702222222],
  [0.8, 0.5, 5, 0.7911111111],
  [0.8, 0.9, 10, 0.9504],
  [0.6, 1, 10, 0.726],
  [0.8, 0.3, 1, 0.6912],
])("relevance %d, retrievability %d, importance %d of 10 score %d", (...row) => {
  const [relevance, retained, anchor, expected] = row;
  const stabilityDays = 10;
  const ageDays = (stabilityDays / 0.9803464944) * (retained ** (-1 / 0.1542) - 1);
  const scored = fsrsScoring().score({
    record: record((anchor - 1) / 9, ageDays, stabilityDays),
    relevance,
    now: NOW,
  });
  expect(scored.score).toBeCloseTo(expected, 6);
});

test("what fits one and a half times better is never outranked", () => {
  const random = seededRandom(7);
  const scoring = fsrsScoring();
  for (let round = 0; round < 5_000; round += 1) {
    const relevance = 0.01 + 0.6 * random();
    const better = record(random(), 4_000 * random(), 0.1 + 100 * random());
    const worse = record(random(), 4_000 * random(), 0.1 + 100 * random());
    const high = scoring.score({ record: better, relevance: relevance * 1.5, now: NOW }).score;
    expect(high).toBeGreaterThan(scoring.score({ record: worse, relevance, now: NOW }).score);
  }
});
