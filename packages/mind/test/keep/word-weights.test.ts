import type { Embedder, QueryExpander } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import words from "../../src/keep/common-words.json" with { type: "json" };
import { wordWeights } from "../../src/keep/word-weights.js";
import type { WordWeights } from "../../src/model/batch.js";
import { said } from "../support/said.js";

function weigh(
  texts: readonly string[],
  embedder: Embedder = wordEmbedder(),
): Promise<WordWeights> {
  return wordWeights(testMemory({ embedder }).memory, said(...texts));
}

function expanding(expander: QueryExpander): Embedder {
  return Object.assign(Object.create(wordEmbedder()) as Embedder, { expander });
}

test("rare words weigh more than common ones, in English and Chinese, with any embedder", async () => {
  for (const embedder of [wordEmbedder(), localEmbedder()]) {
    const weights = await weigh(["I saw the walrus. It was good", "我觉得琥珀很好"], embedder);
    const [the, good, walrus] = ["the", "good", "walrus"].map((term) => weights.weightOf(term));
    expect(the).toBeLessThan(good ?? 0);
    expect(good).toBeLessThan(walrus ?? 0);
    const [de, think, amber] = ["的", "觉得", "琥珀"].map((term) => weights.weightOf(term));
    expect(de).toBeLessThan(think ?? 0);
    expect(think).toBeLessThan(amber ?? 0);
  }
});

test("names of speakers and words of every turn weigh little", async () => {
  const turns = said("Mira, the walrus", "a walrus", "my walrus").map((turn) => ({
    ...turn,
    subject: "Mira Sand",
  }));
  const weights = await wordWeights(testMemory().memory, turns);
  expect(weights.weightOf("mira")).toBeLessThan(weights.weightOf("otter") / 3);
  expect(weights.weightOf("walru")).toBeLessThan(weights.weightOf("otter") / 1.5);
});

test("an expander that fails or answers nonsense does no harm", async () => {
  const plain = await weigh(["the walrus"]);
  for (const expand of [
    () => Promise.reject(new Error("down")),
    () => ({}),
    () => ({ weights: [Number.NaN, -1, 7] }),
  ]) {
    const weights = await weigh(["the walrus"], expanding({ name: "odd", expand }));
    expect(weights.weightOf("walru")).toBe(plain.weightOf("walru"));
  }
});

test("an expander is asked for all terms, in parts of bounded length", async () => {
  const asked: string[] = [];
  const expander: QueryExpander = {
    name: "asked",
    expand: ({ text, terms }) => {
      asked.push(text);
      return { weights: terms.map((term) => (term === "walru" ? 0.1 : 1)) };
    },
  };
  const weights = await weigh(["walrus ".repeat(2_000), "otter"], expanding(expander));
  expect(weights.weightOf("walru")).toBeLessThan(weights.weightOf("otter") / 5);
  expect(asked.every((text) => text.length <= 4_000)).toBe(true);
  expect(asked.join("")).toContain("otter");
});

test("each common word is listed once", () => {
  const terms = [...words.english, ...words.chinese].flatMap((line) => line.split(" "));
  expect(new Set(terms).size).toBe(terms.length);
});
