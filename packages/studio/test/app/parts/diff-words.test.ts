import { expect, test } from "vitest";

import { diffWords } from "../../../src/app/parts/diff-words.js";

function shown(before: string, after: string): string {
  const marks = { same: ["", ""], removed: ["[-", "-]"], added: ["[+", "+]"] };
  return diffWords(before, after)
    .map(({ type, text }) => marks[type].join(text))
    .join("");
}

test.for([
  ["same", "same", "same"],
  ["", "", ""],
  ["", "new", "[+new+]"],
  ["old", "", "[-old-]"],
  ["I live in Lisbon now", "I live in Porto now", "I live in [-Lisbon-][+Porto+] now"],
  ["a b c d", "a x c y", "a [-b-][+x+] c [-d-][+y+]"],
  ["one two", "zero one two", "[+zero +]one two"],
  ["我住在里斯本。", "我住在波尔图。", "我住在[-里斯本-][+波尔图+]。"],
  ["我喜欢喝咖啡", "我不喜欢喝绿茶", "我[+不+]喜欢喝[-咖啡-][+绿茶+]"],
  ["at 6:30", "at 7:30", "at [-6-][+7+]:30"],
])("%j becomes %j", ([before = "", after = "", expected]) => {
  expect(shown(before, after)).toBe(expected);
});

test("both texts can be read from the parts", () => {
  const before = "The oven failed on Christmas Eve with forty panettone inside.";
  const after = "On Christmas Eve the new oven did not fail, with fifty inside!";
  const parts = diffWords(before, after);
  const without = (type: string): string =>
    parts.flatMap((part) => (part.type === type ? [] : [part.text])).join("");
  expect(without("added")).toBe(before);
  expect(without("removed")).toBe(after);
});

test("of very long texts the middle is replaced as a whole", () => {
  const before = `start ${"a b ".repeat(2000)}end`;
  const after = `start ${"c d ".repeat(2000)}end`;
  expect(diffWords(before, after).map(({ type }) => type)).toEqual([
    "same",
    "removed",
    "added",
    "same",
  ]);
});
