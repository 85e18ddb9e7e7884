import { createMemory, inMemoryStore } from "@kioku/core";
import { queryTerms } from "@kioku/core/toolkit";
import type { FurtherTerm } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { dictionaryExpander } from "../../src/index.js";
import type { DictionaryEntry } from "../../src/index.js";

const ENTRIES: readonly DictionaryEntry[] = [
  { simplified: "医生", traditional: "醫生", english: ["doctor", "CL:個|个[ge4]"] },
  { simplified: "生", traditional: "生", english: "to be born; raw" },
  { simplified: "灯塔", traditional: "燈塔", english: ["lighthouse (also fig.)", "light tower"] },
  { simplified: "游泳池", english: ["swimming pool; pool"] },
  { simplified: "走", english: ["to walk; a way of going that takes a while"] },
  { simplified: "水塘", english: ["pool", "pond"] },
];

async function furtherOf(text: string, options = {}): Promise<readonly FurtherTerm[]> {
  const expander = dictionaryExpander({ entries: ENTRIES, ...options });
  const { further = [] } = await expander.expand({ text, terms: queryTerms(text) });
  return further;
}

async function termsOf(text: string, options = {}): Promise<readonly string[]> {
  return (await furtherOf(text, options)).map(({ term }) => term);
}

test("English words of the longest Chinese words are searched", async () => {
  expect(await termsOf("医生在灯塔")).toEqual(["doctor", "lighthous", "light", "tower"]);
  expect(await termsOf("醫生")).toEqual(["doctor"]);
});

test("Chinese words of an English one are searched by their pairs of characters", async () => {
  expect(await termsOf("Which pools?")).toEqual(["水塘", "游泳", "泳池"]);
});

test("notes, measure words and long explanations are no translations", async () => {
  expect(await termsOf("走")).toEqual(["walk"]);
});

test("the first meaning weighs most, and words of one meaning share its weight", async () => {
  const [first, second, third] = await furtherOf("灯塔");
  expect(first).toEqual({ term: "lighthous", standsFor: "灯塔", weight: 0.8 });
  expect(second?.weight).toBeLessThan(0.8 / Math.SQRT2);
  expect(third?.weight).toBe(second?.weight);
});

test("options bound the number and the weight of the terms of a word", async () => {
  expect(await furtherOf("灯塔", { perWord: 1, weight: 0.5 })).toEqual([
    { term: "lighthous", standsFor: "灯塔", weight: 0.5 },
  ]);
});

test("a question finds what was said in the other language", async () => {
  const expander = dictionaryExpander({ entries: ENTRIES });
  const memory = createMemory({ store: inMemoryStore(), expander });
  await memory.rememberAll(["The doctor was late", "灯塔很高", "Rent is due"]);
  const ask = async (query: string): Promise<readonly string[]> =>
    (await memory.recall({ query, minScore: 0 })).map(({ content }) => content);
  expect(await ask("哪个医生？")).toEqual(["The doctor was late"]);
  expect(await ask("Where is the lighthouse?")).toEqual(["灯塔很高"]);
  await memory.close();
});

test("long dictionaries are read in parts, once", async () => {
  let reads = 0;
  const entries = {
    *[Symbol.iterator](): Generator<DictionaryEntry> {
      reads += 1;
      for (let index = 0; index < 2_500; index += 1) yield { simplified: "山", english: "hill" };
    },
  };
  const expander = dictionaryExpander({ entries, perWord: 1 });
  const query = { text: "山", terms: ["山"] };
  const answers = await Promise.all([expander.expand(query), expander.expand(query)]);
  expect(answers[0]).toEqual({ further: [{ term: "hill", standsFor: "山", weight: 0.8 }] });
  expect(answers[1]).toEqual(answers[0]);
  expect(reads).toBe(1);
});

test("a dictionary that fails is read again by the next call", async () => {
  let reads = 0;
  const entries = {
    *[Symbol.iterator](): Generator<DictionaryEntry> {
      reads += 1;
      if (reads === 1) throw new Error("torn page");
      yield { simplified: "山", english: "hill" };
    },
  };
  const expander = dictionaryExpander({ entries });
  const ask = async (): Promise<unknown> => expander.expand({ text: "山", terms: ["山"] });
  await expect(ask()).rejects.toThrow("torn page");
  expect(await ask()).toMatchObject({ further: [{ term: "hill" }] });
});

test.each([
  [{ entries: 3 }, "entries must be a list of entries, got 3"],
  [{ entries: [], perWord: 0 }, "perWord must be a whole number at least 1 and at most 32"],
  [{ entries: [], weight: 2 }, "weight must be a finite number more than 0 and at most 1"],
  [{ entries: [], words: 3 }, "words"],
])("%j is refused", (options, message) => {
  expect(() => dictionaryExpander(options as never)).toThrow(message);
});
