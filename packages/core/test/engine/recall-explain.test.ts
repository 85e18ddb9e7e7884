import type { ScoringPreset } from "@kioku/plugins/scorings";
import { scoringPresets } from "@kioku/plugins/scorings";
import { testMemory } from "@kioku/testing/support";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { RecalledMemory, RememberInput, Reranker } from "../../src/index.js";
import { tableEmbedder } from "../support/table-embedder.js";

const WORDS = ["green", "tea", "walnut", "chess", "安娜", "喜欢", "喝茶", "чай", "2023", "kettle"];
const PRESETS = Object.keys(scoringPresets) as ScoringPreset[];

function sentence(): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 })
    .map((w) => w.join(" "));
}

function input(): fc.Arbitrary<RememberInput> {
  const day = fc
    .integer({ min: 0, max: 1_500 })
    .map((n) => new Date(1_650_000_000_000 + n * 864e5));
  return fc.record({
    content: sentence(),
    thread: fc.option(fc.constantFrom("one", "two"), { nil: undefined }),
    occurredAt: fc.option(day, { nil: undefined }),
    importance: fc.double({ min: 0, max: 1, noNaN: true }),
    emotion: fc.option(
      fc.record({
        valence: fc.double({ min: -1, max: 1, noNaN: true }),
        arousal: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { nil: undefined },
    ),
  });
}

const QUERIES = ["green tea", "安娜喜欢什么？", "walnut чай last May", "2023年5月的茶", "kettle"];

function sum(values: Readonly<Record<string, number>>): number {
  return Object.values(values).reduce((total, value) => total + value, 0);
}

function scoreOf({ signals }: RecalledMemory): number {
  if (!signals) throw new Error("not explained");
  const base = signals.terms ? sum(signals.terms) : signals.relevance;
  const product = Object.values(signals.factors).reduce((total, factor) => total * factor, base);
  return Math.min(Math.max(product, 0), 1);
}

test.each(PRESETS)("with %s every score is what its explanation says", async (preset) => {
  const scoring = scoringPresets[preset]();
  const property = fc.asyncProperty(
    fc.array(input(), { minLength: 1, maxLength: 12 }),
    fc.constantFrom(...QUERIES),
    async (inputs, query) => {
      const { memory } = testMemory();
      await memory.rememberAll(inputs.map((one) => ({ ...one, dedupe: "off" as const })));
      const mood = { valence: 0.5, arousal: 0.5 };
      const hits = await memory.recall({ query, scoring, explain: true, mood });
      for (const hit of hits) {
        const { relevance = -1, parts = {} } = hit.signals ?? {};
        expect(sum({ ...parts })).toBeCloseTo(relevance, 10);
        expect(relevance >= 0 && relevance <= 1 + 1e-12).toBe(true);
        expect(scoreOf(hit)).toBeCloseTo(hit.score, 10);
        expect(hit.score > 0 && hit.score <= 1).toBe(true);
      }
      const scores = hits.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      const plain = await memory.recall({ query, scoring, mood });
      expect(plain.map(({ id, score }) => [id, score])).toEqual(
        hits.map(({ id, score }) => [id, score]),
      );
    },
  );
  await fc.assert(property, { numRuns: 25 });
});

test("what a leg that was not asked would say is absent", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(["green tea", "black coffee"]);
  const [semantic] = await memory.recall({ query: "green", mode: "semantic", explain: true });
  expect(Object.keys(semantic?.signals ?? {})).not.toContain("keyword");
  expect(semantic?.signals?.parts?.words).toBe(0);
  const [keyword] = await memory.recall({ query: "green", mode: "keyword", explain: true });
  for (const name of ["similarity", "meaning"]) expect(keyword?.signals).not.toHaveProperty(name);
  expect(keyword?.signals?.parts?.meaning).toBe(0);
  const [unheard] = await memory.recall({ query: "greens zebra", limit: 1, explain: true });
  expect(unheard?.signals).toHaveProperty("keyword");
  const [nothing] = await memory.recall({ query: "qwertz", explain: true });
  expect(nothing?.signals ?? {}).not.toHaveProperty("keyword");
});

test("what is not used is not in the parts", async () => {
  const { memory } = testMemory();
  await memory.remember("green tea");
  const [hit] = await memory.recall({ query: "green tea", explain: true });
  expect(Object.keys(hit?.signals?.parts ?? {}).toSorted()).toEqual([
    "meaning",
    "neighbours",
    "thread",
    "words",
  ]);
});

test("with a weighted reranker both scores are in the score", async () => {
  const reranker: Reranker = {
    id: "test/length",
    weight: 0.3,
    rerank: async (_, documents) =>
      documents.map((document, index) => ({ index, score: 1 / document.length })).slice(1),
  };
  const { memory } = testMemory({ reranker });
  await memory.rememberAll(["green tea", "a green fence", "tea in the green garden", "tea"]);
  const hits = await memory.recall({ query: "green tea", explain: true });
  const before = await memory.recall({ query: "green tea", explain: true, rerank: false });
  expect(hits.length).toBeGreaterThan(2);
  for (const hit of hits) {
    const { rerank = -1 } = hit.signals ?? {};
    const isFirst = hit.id === before[0]?.id;
    expect(rerank).toBeCloseTo(isFirst ? 0 : 1 / hit.content.length, 12);
    expect(hit.score).toBeCloseTo(0.7 * scoreOf(hit) + 0.3 * rerank, 12);
  }
  const scores = hits.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test("where no word could be shared, meaning stands in for words in the relevance", async () => {
  const embedder = tableEmbedder({
    用户对什么过敏: [1, 0, 0, 0],
    "She must never eat peanuts": [0.6, 0.8, 0, 0],
    用户喜欢的食物: [0, 0, 1, 0],
  });
  const { memory } = testMemory({ embedder });
  await memory.rememberAll(["She must never eat peanuts", "用户喜欢的食物"]);
  const hits = await memory.recall({ query: "用户对什么过敏", explain: true });
  const {
    meaning = 0,
    keyword,
    comparable,
    parts,
  } = hits.find(({ content }) => content.startsWith("She"))?.signals ?? { parts: undefined };
  expect([keyword, comparable]).toEqual([0, 0]);
  expect(parts?.words).toBeCloseTo(0.5 * meaning, 12);
});
