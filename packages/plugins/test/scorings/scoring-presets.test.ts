import type { Scoring, ScoringInput, ScoringResult } from "@kioku/core";
import { fsrsScoring } from "@kioku/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ScoringPreset } from "../../src/scorings/index.js";
import { airiPlaygroundScoring, hou2024Scoring, scoringPresets } from "../../src/scorings/index.js";
import { days, extremeInput } from "../support/scoring-input-arbitrary.js";
import { scoringInput } from "../support/scoring-input.js";

function scoreAll(scoring: Scoring, inputs: readonly ScoringInput[]): readonly ScoringResult[] {
  return scoring.scoreAll?.(inputs) ?? inputs.map((input) => scoring.score(input));
}

const names = Object.keys(scoringPresets) as ScoringPreset[];
const scorings = [
  ...names.map((name) => scoringPresets[name]()),
  { ...fsrsScoring({ moodCongruence: -1 }), name: "fsrs against the mood" },
  { ...airiPlaygroundScoring({ seed: 7 }), name: "airi-playground with flashbacks" },
  { ...hou2024Scoring({ minProbability: 0.86 }), name: "hou-2024 with its trigger" },
];

test.each(names)("the preset %s makes a scoring of that name", (name) => {
  expect(scoringPresets[name]().name).toBe(name);
});

describe.each(scorings)("$name", (scoring) => {
  const candidates = fc.uniqueArray(extremeInput(), {
    minLength: 1,
    maxLength: 12,
    selector: ({ record }) => record.id,
  });

  test("scores are finite and in [0, 1], unless fsrs raises what fits almost fully", () => {
    const most = scoring.name.startsWith("fsrs") ? 1.1 ** 3 : 1;
    fc.assert(
      fc.property(candidates, (inputs) => {
        for (const { score } of scoreAll(scoring, inputs)) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  test("a score is the sum of its terms times the product of its factors", () => {
    fc.assert(
      fc.property(candidates, (inputs) => {
        const results = scoreAll(scoring, inputs);
        expect(results).toHaveLength(inputs.length);
        results.forEach(({ score, terms, factors }, index) => {
          const base = terms
            ? Object.values(terms).reduce((sum, term) => sum + term, 0)
            : (inputs[index]?.relevance ?? NaN);
          const product = Object.values(factors).reduce((all, factor) => all * factor, 1);
          expect(Math.abs(score - base * product)).toBeLessThan(1e-12);
        });
      }),
    );
  });

  test("the order of the candidates decides nothing, and neither does asking twice", () => {
    const permuted = candidates.chain((inputs) =>
      fc.tuple(
        fc.constant(inputs),
        fc.shuffledSubarray(
          inputs.map((_, index) => index),
          { minLength: inputs.length },
        ),
      ),
    );
    fc.assert(
      fc.property(permuted, ([inputs, order]) => {
        const results = scoreAll(scoring, inputs);
        const shuffled = scoreAll(
          scoring,
          order.flatMap((index) => inputs[index] ?? []),
        );
        expect(shuffled).toEqual(order.map((index) => results[index]));
      }),
    );
  });

  test("waiting never raises a score", () => {
    fc.assert(
      fc.property(extremeInput(), days(), (input, later) => {
        const now = new Date(input.now.getTime() + Math.max(later, 0) * 86_400_000);
        const before = scoring.score(input).score;
        expect(scoring.score({ ...input, now }).score).toBeLessThanOrEqual(before + 1e-15);
      }),
    );
  });

  test("more uses, a longer stability or a higher relevance never lower a score", () => {
    fc.assert(
      fc.property(
        extremeInput(),
        fc.nat(100),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (input, uses, up) => {
          const { record } = input;
          const strength = {
            ...record.strength,
            uses: record.strength.uses + uses,
            stabilityDays: record.strength.stabilityDays * (1 + up),
          };
          const relevance = input.relevance + (1 - input.relevance) * up;
          const better = { ...input, relevance, record: { ...record, strength } };
          const { score } = scoring.score(better);
          expect(score).toBeGreaterThanOrEqual(scoring.score(input).score - 1e-12);
        },
      ),
    );
  });
});

/**
 * Scores at the age of a day and of a year, per preset: those that know time prefer the newer one.
 */
test.each(names.filter((name) => !["relevance", "digital-life"].includes(name)))(
  "%s prefers the newer of two that are otherwise alike",
  (name) => {
    const alike = { relevance: 0.7, meaning: 0.7 };
    const [newer, older] = scoreAll(scoringPresets[name](), [
      scoringInput({ ...alike, id: "new", ageDays: 1 }),
      scoringInput({ ...alike, id: "old", ageDays: 365 }),
    ]);
    expect(newer?.score).toBeGreaterThan(older?.score ?? NaN);
  },
);
