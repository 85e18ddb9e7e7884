import { expect, test } from "vitest";

import type { AskedUtterance } from "../skills/quality/ask-utterances.ts";
import { drawCurve } from "../skills/quality/draw-curve.ts";
import { formatQuality } from "../skills/quality/format-quality.ts";
import { makeQualityReport } from "../skills/quality/quality-report.ts";

const set = {
  name: "made",
  skills: [
    { name: "a", description: "A.", triggers: ["turn it on"] },
    { name: "b", description: "B.", triggers: ["turn it off", { when: ["关了它"] }] },
  ],
  utterances: [],
};

function asked(
  text: string,
  expected: readonly string[],
  woken: readonly string[],
): AskedUtterance {
  const matches = ["a", "b"].map((skill) => {
    const wakes = woken.includes(skill);
    const reason = wakes ? ("fits" as const) : ("below-threshold" as const);
    return {
      skill,
      score: wakes ? 0.8 : 0.5,
      threshold: 0.6,
      trigger: "turn it on",
      wakes,
      reason,
    };
  });
  return { text, expected, woken, matches, durationMs: text.length };
}

const utterances = [
  asked("switch on", ["a"], ["a"]),
  asked("打开", ["a"], ["a"]),
  asked("把它打开", ["a"], []),
  asked("打开 TV", ["a"], []),
  asked("把它关掉", ["b"], ["b"]),
  asked("I like it", [], ["a"]),
  asked("ok", [], []),
];
const points = [
  { threshold: 0.6, answers: utterances },
  { threshold: 0.9, answers: [{ expected: ["a"], woken: [] }] },
];
const report = makeQualityReport(set, { utterances, thresholds: points }, "made-embedder");

test("pairs are counted in all, by skill and by language", () => {
  expect(report).toMatchObject({ right: 3, wrong: 1, missed: 2, precision: 0.75, recall: 0.6 });
  expect(report.bySkill["b"]).toMatchObject({ right: 1, wrong: 0, missed: 0 });
  expect(report.byLanguage.Chinese).toMatchObject({ right: 2, wrong: 0, missed: 1 });
  expect(report.byLanguage.English).toMatchObject({ right: 1, wrong: 1, missed: 0 });
  expect(report.byLanguage.mixed).toMatchObject({ right: 0, missed: 1 });
  expect(report).toMatchObject({ expectingNone: 2, disturbed: 1, threshold: 0.6 });
});

test("bars are reached or not by what was counted", () => {
  expect(report.bars).toEqual({ "precision at least 0.9": false, "recall at least 0.7": false });
  const good = makeQualityReport(set, { utterances: utterances.slice(0, 1), thresholds: [] }, "x");
  expect(Object.values(good.bars)).toEqual([true, true]);
});

test("an utterance is across languages where no example of its skill is in its own", () => {
  // Two Chinese ones for `a`, which has English examples alone; `b` has both, and the mixed one is
  // left out.
  expect(report.acrossLanguages).toEqual({ expected: 2, woken: 1 });
});

test("what went wrong is listed with score, threshold and reason", () => {
  expect(report.wrongWakes.map(({ text, match }) => [text, match.skill])).toEqual([
    ["I like it", "a"],
  ]);
  expect(report.misses.map(({ text }) => text)).toEqual(["把它打开", "打开 TV"]);
  const text = formatQuality(report);
  expect(text).toContain("“I like it” a: 0.800 of 0.60 fits, nearest “turn it on”");
  expect(text).toContain("“把它打开” a: 0.500 of 0.60 below-threshold");
  expect(text).toContain("MISS precision at least 0.9");
});

test("the calibration error is the mean distance of scores and shares", () => {
  // Four have a best match of 0.8, three of which are right; three of 0.5, which for `a` is right
  // twice.
  expect(report.bins).toEqual([
    { from: 0.5, utterances: 3, score: 0.5, right: 0.6667 },
    { from: 0.8, utterances: 4, score: 0.8, right: 0.75 },
  ]);
  expect(report.ece).toBeCloseTo((3 * (0.6667 - 0.5) + 4 * 0.05) / 7, 4);
  expect(report.missedBy).toEqual({ "below-threshold": 2 });
  const text = formatQuality(report);
  expect(text).toContain("missed because of: below-threshold 2");
  expect(text).toContain(`0.8–0.9            4    0.80    0.75  ${"=".repeat(30)}  |`);
});

test("the picture has precision, recall, both, and no precision where nothing wakes", () => {
  expect(report.curve.map(({ precision, recall }) => [precision, recall])).toEqual([
    [0.75, 0.6],
    [0, 0],
  ]);
  const rows = drawCurve(report.curve);
  expect(rows).toContain("  0.8 p ·");
  expect(rows).toContain("  0.6 r ·");
  expect(rows).toContain("  0.0 · r");
  const both = report.curve.map((point) => ({ ...point, recall: point.precision }));
  expect(drawCurve(both)).toContain("  0.8 * ·");
});
