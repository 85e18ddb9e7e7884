import { expect, test } from "vitest";

import { duplicateKeys } from "../../src/text/duplicate-keys.js";
import { normalizeForDuplicates } from "../../src/text/normalize.js";

const LONG = "A sentence with caf\u00E9 in it. ".repeat(300);

/** Texts of which some say the same, by length, spaces and form. */
const TEXTS: readonly string[] = [
  "tea",
  " tea\n",
  LONG,
  ` ${LONG.replaceAll(" ", "\n ")}`,
  LONG.normalize("NFD"),
  `${LONG}x`,
  `x${LONG}`,
  LONG.replace("caf\u00E9", "tea"),
  `${LONG.slice(0, 4_000)}other${LONG.slice(4_005)}`,
  `tea${" ".repeat(9_000)}`,
  `${" ".repeat(9_000)}tea`,
  `green${" ".repeat(9_000)}tea`,
  "green tea",
];

test("keys are equal for just those texts that say the same", () => {
  const keys = duplicateKeys(TEXTS);
  for (const [index, text] of TEXTS.entries()) {
    const same = TEXTS.map(
      (other) => normalizeForDuplicates(other) === normalizeForDuplicates(text),
    );
    expect([index, keys.map((key) => key === keys[index])]).toEqual([index, same]);
  }
});

/** Pairs that say the same. */
const SAME: readonly (readonly [string, string])[] = [
  ["Ann likes tea", "ann likes  tea."],
  ["The user lives in Berlin", "User lives in Berlin!"],
  ["I'm a vegetarian", "I am vegetarian."],
  ["I can't eat nuts", "I cannot eat nuts"],
  ["I don’t eat nuts", "I do not eat nuts."],
  ["Oh, I live in Berlin", "I live in Berlin…"],
  ["We really love the sea", "We love the sea"],
  ["我很喜欢茶。", "我喜欢茶"],
  ["嗯，我住在柏林", "我住在柏林！"],
];

test.each(SAME)("%j says the same as %j", (one, other) => {
  const [first, second] = duplicateKeys([one, other]);
  expect(first).toBe(second);
});

/** Pairs of which each says what the other does not. */
const DIFFERENT: readonly (readonly [string, string])[] = [
  ["The rent is 900 euros", "The rent is 950 euros"],
  ["The rent is 1,000 euros", "The rent is 1.000 euros"],
  ["Ann likes tea", "Ann does not like tea"],
  ["Ann likes tea", "Anna likes tea"],
  ["Ann likes tea", "Ann liked tea"],
  ["Ann likes tea", "Ann likes tea?"],
  ["Ann likes tea", "Tea likes Ann"],
  ["No, tea", "No tea"],
  ["I can eat nuts", "I can't eat nuts"],
  ["She works in IT", "She works in it"],
  ["He takes vitamin A daily", "He takes vitamin daily"],
  ["The deploy runs on Monday", "The deploy runs on Tuesday"],
  ["I live in Berlin", "I lived in Berlin"],
  ["I live in Berlin", "I live in Berlin again"],
  ["Hello Kitty is mine", "Kitty is mine"],
  ["It is not very good", "It is not good"],
  ["我喜欢茶", "我不喜欢茶"],
  ["我喜欢茶", "我喜欢茶吗？"],
  ["我三点到", "我四点到"],
  ["我不很喜欢茶", "我不喜欢茶"],
  ["", " a"],
];

test.each(DIFFERENT)("%j says something else than %j", (one, other) => {
  const [first, second] = duplicateKeys([one, other]);
  expect(first).not.toBe(second);
});
