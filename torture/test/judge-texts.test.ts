import { expect, test } from "vitest";

import { judgeTexts } from "../crash/judge-texts.ts";

const texts = (given: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(given));

const ACKNOWLEDGED = texts({ a: "1", b: "1", c: "1" });
/** The next batch changes a and b and writes d. */
const NEXT = texts({ a: "2", b: "2", c: "1", d: "1" });
const STATES = [ACKNOWLEDGED, NEXT];
const RIGHT = { lost: [], torn: [] };

test("what is acknowledged is right, and so is that with the batch that was under way", () => {
  expect(judgeTexts(ACKNOWLEDGED, STATES)).toEqual(RIGHT);
  expect(judgeTexts(NEXT, STATES)).toEqual(RIGHT);
});

test("a batch that is there by half is torn", () => {
  const half = texts({ a: "2", b: "1", c: "1" });
  expect(judgeTexts(half, STATES)).toEqual({ lost: [], torn: ["a", "b", "d"] });
});

test("an acknowledged record that is missing or another one is lost", () => {
  expect(judgeTexts(texts({ a: "1", b: "1" }), STATES).lost).toEqual(["c"]);
  expect(judgeTexts(texts({ a: "2", b: "2", c: "0", d: "1" }), STATES).lost).toEqual(["c"]);
});

test("a record that nobody wrote is wrong, too", () => {
  expect(judgeTexts(texts({ a: "1", b: "1", c: "1", x: "1" }), STATES).lost).toEqual(["x"]);
});
