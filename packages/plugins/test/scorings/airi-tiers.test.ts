import type { MemoryRecord } from "@kioku/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { airiTiers, scoringPresets } from "../../src/scorings/index.js";
import { extremeInput } from "../support/scoring-input-arbitrary.js";
import { scoringInput, type ScoringInputParts } from "../support/scoring-input.js";

const tiers = airiTiers();
const HOUR = 1 / 24;
const MS_PER_DAY = 86_400_000;

function tierOf(parts: ScoringInputParts): string {
  const { record, now } = scoringInput(parts);
  return tiers.tierOf(record, now);
}

function retentionOf(parts: ScoringInputParts): number {
  const { record, now } = scoringInput(parts);
  return tiers.retentionOf(record, now);
}

test.each([
  ["working", { ageDays: 0 }],
  ["working", { ageDays: 0.5 * HOUR }],
  ["short-term", { ageDays: 2 * HOUR }],
  ["short-term", { ageDays: 100 }],
  ["working", { ageDays: 10, uses: 2, sinceDays: 0 }],
  ["short-term", { ageDays: 10, uses: 4, sinceDays: 2 }],
  ["long-term", { ageDays: 10, uses: 5, sinceDays: 2 }],
  ["long-term", { ageDays: 10, uses: 5, sinceDays: 0 }],
  ["long-term", { ageDays: 100, uses: 39, sinceDays: 1 }],
  ["muscle", { ageDays: 100, uses: 40, sinceDays: 1 }],
  ["muscle", { ageDays: 4_000, uses: 40, sinceDays: 3_900 }],
] as const)("it is %s: %j", (tier, parts) => {
  expect(tierOf(parts)).toBe(tier);
});

test("uses at once lift a memory by as little as the days that they took", () => {
  expect(tierOf({ ageDays: 1, uses: 1_000, sinceDays: 0.5 })).toBe("short-term");
  expect(tierOf({ ageDays: 6, uses: 1_000, sinceDays: 0.5 })).toBe("long-term");
});

/** Counts the uses that make a memory long-term. */
function needed(parts: ScoringInputParts): number {
  for (let uses = 0; uses < 100; uses += 1) {
    if (tierOf({ ageDays: 90, uses, sinceDays: 1, ...parts }) === "long-term") return uses;
  }
  return NaN;
}

test("an important or felt memory passes with fewer uses, an unimportant one with more", () => {
  expect(needed({ importance: 0 })).toBe(10);
  expect(needed({})).toBe(5);
  expect(needed({ importance: 1 })).toBe(4);
  expect(needed({ emotion: { valence: -1, arousal: 1 } })).toBe(4);
  expect(needed({ importance: 0, emotion: { valence: 1, arousal: 1 } })).toBe(5);
});

test("no importance and no feeling lifts what was never used", () => {
  const emotion = { valence: -1, arousal: 1 };
  expect(tierOf({ ageDays: 1, importance: 1, emotion })).toBe("short-term");
});

test("each tier has its own curve, and a firmer one keeps more at any time", () => {
  for (const days of [0.01, HOUR, 0.5, 1, 7, 30, 365, 3_650]) {
    const kept = [0, 5, 40].map((uses) =>
      retentionOf({ ageDays: 100 + days, uses, sinceDays: uses === 0 ? days : days }),
    );
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    expect(new Set(kept).size).toBe(3);
  }
  expect(retentionOf({ ageDays: 0 })).toBe(1);
  expect(retentionOf({ ageDays: HOUR })).toBeCloseTo(0.15 + 0.7 * 2 ** (-HOUR / 7), 12);
  expect(retentionOf({ ageDays: 7 })).toBeCloseTo(0.35, 12);
  expect(retentionOf({ ageDays: 130, uses: 5, sinceDays: 30 })).toBeCloseTo(0.9, 12);
  expect(retentionOf({ ageDays: 3_750, uses: 40, sinceDays: 3_650 })).toBeCloseTo(0.9, 12);
});

test("retention and score are bounded, whatever the record and the time", () => {
  fc.assert(
    fc.property(extremeInput(), fc.double({ min: 0, max: 1, noNaN: true }), (input, weight) => {
      const policy = airiTiers({ weight });
      const kept = policy.retentionOf(input.record, input.now);
      expect(kept).toBeGreaterThanOrEqual(0);
      expect(kept).toBeLessThanOrEqual(1);
      const { score } = policy.scoring.score(input);
      expect(score).toBeLessThanOrEqual(input.relevance + 1e-12);
      expect(score).toBeGreaterThanOrEqual(input.relevance * (1 - weight) - 1e-12);
    }),
  );
});

type Change = (record: MemoryRecord) => MemoryRecord;

/** Small steps of all that a tier depends on but the count of uses. */
function smallSteps(step: number): readonly Change[] {
  const later = (date: Date): Date => new Date(date.getTime() + Math.ceil(step * MS_PER_DAY));
  return [
    (record) => ({ ...record, createdAt: later(record.createdAt) }),
    (record) => ({ ...record, importance: Math.min(record.importance + step, 1) }),
    (record) =>
      record.emotion
        ? {
            ...record,
            emotion: { ...record.emotion, valence: record.emotion.valence * (1 - step) },
          }
        : record,
    (record) =>
      record.strength.lastUsedAt
        ? {
            ...record,
            strength: { ...record.strength, lastUsedAt: later(record.strength.lastUsedAt) },
          }
        : record,
  ];
}

test("a small change of a record, or a little time, changes retention little", () => {
  fc.assert(
    fc.property(extremeInput(), ({ record, now }) => {
      const before = tiers.retentionOf(record, now);
      const step = 1e-5;
      for (const change of smallSteps(step)) {
        expect(Math.abs(tiers.retentionOf(change(record), now) - before)).toBeLessThan(0.002);
      }
      const soon = new Date(now.getTime() + step * MS_PER_DAY);
      expect(Math.abs(tiers.retentionOf(record, soon) - before)).toBeLessThan(0.002);
    }),
    { numRuns: 500 },
  );
});

test("more uses never lower the tier or retention, and one use more never lifts it at a stroke", () => {
  const order = ["working", "short-term", "long-term", "muscle"];
  const settled = extremeInput().filter(({ record }) => record.strength.lastUsedAt !== undefined);
  fc.assert(
    fc.property(settled, fc.nat(60), ({ record, now }, uses) => {
      const used = (count: number): MemoryRecord => ({
        ...record,
        strength: { ...record.strength, uses: count },
      });
      const [less, more] = [used(uses), used(uses + 1)];
      const gain = tiers.retentionOf(more, now) - tiers.retentionOf(less, now);
      expect(gain).toBeGreaterThanOrEqual(-1e-12);
      expect(gain).toBeLessThan(0.31);
      const tier = (one: MemoryRecord): number => order.indexOf(tiers.tierOf(one, now));
      expect(tier(more)).toBeGreaterThanOrEqual(tier(less));
    }),
  );
});

test("the preset is the policy with its defaults, and options are checked by name", () => {
  const input = scoringInput({ ageDays: 7 });
  expect(scoringPresets["airi-tiers"]().score(input).score).toBeCloseTo(
    0.5 * (0.8 + 0.2 * 0.35),
    12,
  );
  for (const [name, options] of [
    ["airiTiers.longTermUses", { longTermUses: 0 }],
    ["airiTiers.muscleUses", { muscleUses: 5 }],
    ["airiTiers.weight", { weight: 1.5 }],
    ["no option", { wieght: 1 }],
  ] as const) {
    expect(() => airiTiers(options as object)).toThrow(name);
  }
});
