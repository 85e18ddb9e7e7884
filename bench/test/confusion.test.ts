import { expect, test } from "vitest";

import { countConfusion } from "../skills/quality/confusion.ts";

const answers = [
  { expected: ["a"], woken: ["a", "b"] },
  { expected: ["a", "b"], woken: ["b"] },
  { expected: ["a"], woken: ["a"] },
  { expected: [], woken: ["b"] },
  { expected: [], woken: [] },
  { expected: ["a"], woken: ["c"] },
];

test("every pair of an utterance and a skill counts once", () => {
  // Right: a, b, a. Wrong: b, b, c. Missed: a, a. Precision 3/6, recall 3/5, f1 6/11.
  expect(countConfusion(answers)).toEqual({
    right: 3,
    wrong: 3,
    missed: 2,
    precision: 0.5,
    recall: 0.6,
    f1: 0.5455,
  });
});

test("of one skill only its own pairs count", () => {
  const none = { right: 0, precision: 0, recall: 0, f1: 0 };
  expect(countConfusion(answers, "a")).toMatchObject({ right: 2, wrong: 0, missed: 2 });
  expect(countConfusion(answers, "a")).toMatchObject({ precision: 1, recall: 0.5, f1: 0.6667 });
  expect(countConfusion(answers, "b")).toMatchObject({ right: 1, wrong: 2, missed: 0 });
  expect(countConfusion(answers, "c")).toEqual({ ...none, wrong: 1, missed: 0 });
});

test("where nothing wakes precision is 0, so that a matcher that sleeps reaches no bar", () => {
  const asleep = [{ expected: ["a"], woken: [] }];
  expect(countConfusion(asleep)).toMatchObject({ precision: 0, recall: 0, f1: 0, missed: 1 });
  expect(countConfusion([])).toMatchObject({ precision: 0, recall: 0, f1: 0 });
});
