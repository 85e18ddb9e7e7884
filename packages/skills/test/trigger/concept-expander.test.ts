import { createMemory, inMemoryStore } from "@kioku/core";
import { queryTerms } from "@kioku/core/toolkit";
import type { FurtherTerm } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { conceptExpander } from "../../src/index.js";

async function furtherOf(text: string, options = {}): Promise<readonly FurtherTerm[]> {
  const expander = conceptExpander(options);
  const { further = [] } = await expander.expand({ text, terms: queryTerms(text) });
  return further;
}

async function weightOf(text: string, options = {}): Promise<number | undefined> {
  return (await furtherOf(text, options))[0]?.weight;
}

test("the other words of a concept are searched, in both languages", async () => {
  const terms = (await furtherOf("Which lamp?")).map(({ term }) => term);
  expect(terms).toEqual(expect.arrayContaining(["bulb", "台灯"]));
  expect(terms).not.toContain("lamp");
});

test("phrases and longer words are none, and there are at most 32", async () => {
  const further = await furtherOf("lamp flight train refund broken 天气 音乐 医生");
  expect(further).toHaveLength(32);
  for (const { term } of further) expect(term).toMatch(/^(?:[a-z]+|\p{Script=Han}{1,2})$/u);
});

test("short queries are expanded at less weight", async () => {
  expect(await weightOf("lamp")).toBeCloseTo(0.05 / 8);
  expect(await weightOf("lamp", { weight: 0.8 })).toBeCloseTo(0.1);
  expect(await weightOf("lamp a1 a2 a3 a4 a5 a6 a7 a8 a9")).toBe(0.05);
});

test("words without a concept are left alone", async () => {
  expect(await furtherOf("zxqwv")).toEqual([]);
});

test("a memory finds what was said in other words", async () => {
  const memory = createMemory({ store: inMemoryStore(), expander: conceptExpander() });
  await memory.rememberAll(["The chandelier fell down", "Rent is due on Friday"]);
  const hits = await memory.recall({ query: "lamps", minScore: 0 });
  expect(hits.map(({ content }) => content)).toEqual(["The chandelier fell down"]);
  await memory.close();
});

test.each([
  [{ weight: 0 }, "weight must be a finite number more than 0 and at most 1, got 0"],
  [{ words: [] }, "words"],
])("%j is refused", (options, message) => {
  expect(() => conceptExpander(options as never)).toThrow(message);
});
