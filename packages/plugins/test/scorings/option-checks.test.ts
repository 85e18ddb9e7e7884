import { fsrsScoring } from "@kioku/core";
import { expect, test } from "vitest";

import {
  actrScoring,
  airiPlaygroundScoring,
  airiScoring,
  autosnippetScoring,
  digitalLifeScoring,
  generativeAgentsScoring,
  hou2024Scoring,
} from "../../src/scorings/index.js";

test.each([
  ["fsrsScoring.recencyWeight", () => fsrsScoring({ recencyWeight: 1.1 })],
  ["fsrsScoring.importanceWeight", () => fsrsScoring({ importanceWeight: -0.1 })],
  ["fsrsScoring.moodCongruence", () => fsrsScoring({ moodCongruence: NaN })],
  ["generativeAgentsScoring.recencyWeight", () => generativeAgentsScoring({ recencyWeight: -1 })],
  [
    "generativeAgentsScoring must be given a weight above 0",
    () => generativeAgentsScoring({ recencyWeight: 0, importanceWeight: 0, relevanceWeight: 0 }),
  ],
  ["autosnippetScoring.halfLifeDays", () => autosnippetScoring({ halfLifeDays: 0 })],
  ["airiScoring.minSimilarity", () => airiScoring({ minSimilarity: 2 })],
  ["airiScoring.windowDays", () => airiScoring({ windowDays: Infinity })],
  ["airiPlaygroundScoring.seed", () => airiPlaygroundScoring({ seed: 0.5 })],
  [
    "airiPlaygroundScoring.flashbackProbability",
    () => airiPlaygroundScoring({ flashbackProbability: 2 }),
  ],
  ["hou2024Scoring.minProbability", () => hou2024Scoring({ minProbability: 86 })],
  ["actrScoring.decay", () => actrScoring({ decay: 1 })],
  ["actrScoring.noise", () => actrScoring({ noise: 0 })],
  ["digitalLifeScoring.clearSimilarity", () => digitalLifeScoring({ minSimilarity: 0.8 })],
  ["digitalLifeScoring.limit", () => digitalLifeScoring({ limit: 0 })],
])("an option out of range is refused by name: %s", (name, make) => {
  expect(make).toThrow(expect.objectContaining({ code: "invalid-input" }));
  expect(make).toThrow(name);
});

test("a misspelt option is refused", () => {
  const misspelt = { recencyWeigth: 0 };
  expect(() => fsrsScoring(misspelt as object)).toThrow("fsrsScoring has no option");
  for (const factory of [
    actrScoring,
    airiPlaygroundScoring,
    airiScoring,
    autosnippetScoring,
    digitalLifeScoring,
    generativeAgentsScoring,
    hou2024Scoring,
  ]) {
    expect(() => factory(misspelt as object)).toThrow(
      expect.objectContaining({ code: "invalid-input" }),
    );
  }
});
