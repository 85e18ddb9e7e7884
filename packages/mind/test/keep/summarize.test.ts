import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { summarize, titleOf } from "../../src/keep/summarize.js";
import { wordWeights } from "../../src/keep/word-weights.js";
import type { ChosenSentence } from "../../src/model/batch.js";
import { countWords } from "../../src/text/language.js";
import { said } from "../support/said.js";

const NEWS = [
  "The heating in our flat broke on Monday.",
  "My landlord Mr. Aalto promised a plumber for 8 o'clock.",
  "I wore two sweaters and a woollen hat all day.",
  "我姐姐从昆明寄来了一箱普洱茶。",
  "爸爸下周二要做膝盖手术，住在市立医院。",
];

async function summary(
  texts: readonly string[],
  maxWords: number,
): Promise<readonly ChosenSentence[]> {
  const turns = said(...texts);
  const weights = await wordWeights(testMemory().memory, turns);
  return summarize(turns, { weights, maxWords });
}

test("a summary has whole sentences, verbatim, in the order of the turns", async () => {
  const chosen = await summary(
    NEWS.map((text) => `Hello! ${text} 谢谢！`),
    1_000,
  );
  expect(chosen.map(({ text }) => text)).toEqual(NEWS);
  for (const { turn, text } of chosen) expect(turn.text).toContain(text);
});

test("a summary is no longer than it may be, unless its only sentence is", async () => {
  for (const maxWords of [8, 16, 30]) {
    const chosen = await summary(NEWS, maxWords);
    expect(chosen.length).toBeGreaterThan(0);
    const words = chosen.reduce((sum, { text }) => sum + countWords(text), 0);
    expect(chosen.length === 1 || words <= maxWords).toBe(true);
  }
  expect(await summary(NEWS, 1)).toHaveLength(1);
});

test("nearly equal sentences are not repeated, and the one that says more stays", async () => {
  const chosen = await summary(
    [
      "I sold the canoe to Henrik.",
      "Yesterday I sold the canoe to Henrik for 400 euros.",
      "我把独木舟卖给了老周。",
      "我昨天把独木舟卖给了老周，四百块。",
    ],
    1_000,
  );
  expect(chosen.map(({ turn }) => turn.id)).toEqual(["turn-1", "turn-3"]);
});

test("a summary of small talk, of questions or of nothing is empty", async () => {
  expect(await summary(["Hi!", "How are you?", "你好", "What is a fjord?"], 100)).toEqual([]);
  expect(await summary([], 100)).toEqual([]);
  expect(titleOf([])).toBe("");
});

test("a title is the best sentence, cut at a word", async () => {
  const chosen = await summary(NEWS, 1_000);
  expect(NEWS).toContain(titleOf(chosen));
  const [first] = await summary(
    ["We drove along the coast from Split to Dubrovnik with a broken windscreen and two goats."],
    100,
  );
  const title = titleOf(first ? [first] : []);
  expect(title).toBe("We drove along the coast from Split to Dubrovnik with a…");
  expect(title.length).toBeLessThanOrEqual(60);
});

test("hundreds of turns are summarised, and each of many equal turns once", async () => {
  const texts = Array.from({ length: 400 }, (_, index) => NEWS[index % NEWS.length] ?? "");
  expect(await summary(texts, 10_000)).toHaveLength(NEWS.length);
});
