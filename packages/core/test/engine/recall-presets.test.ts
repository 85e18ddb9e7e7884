import type { ScoringPreset } from "@kioku/plugins/scorings";
import {
  airiScoring,
  digitalLifeScoring,
  generativeAgentsScoring,
  scoringPresets,
} from "@kioku/plugins/scorings";
import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { Scoring, ScoringResult } from "../../src/index.js";
import { relevanceScoring } from "../../src/index.js";
import { tableEmbedder } from "../support/table-embedder.js";

const QUERY = "what to drink";

/** Notes whose cosines to the query are these. */
async function withCosines(cosines: readonly number[]) {
  const table = cosines.map((cosine): [string, readonly number[]] => [
    `note of ${cosine}`,
    [cosine, Math.sqrt(1 - cosine * cosine), 0, 0],
  ]);
  const embedder = tableEmbedder({ [QUERY]: [1, 0, 0, 0], ...Object.fromEntries(table) });
  const { memory } = testMemory({ embedder });
  await memory.rememberAll(table.map(([content]) => content));
  return memory;
}

async function recalled(memory: Awaited<ReturnType<typeof withCosines>>, scoring: Scoring) {
  const hits = await memory.recall({ query: QUERY, scoring, limit: 1_000 });
  return hits.map(({ content }) => Number(content.split(" ").at(-1)));
}

test("digital-life returns at most three, and with exclude none twice", async () => {
  const cosines = [0.95, 0.9, 0.85, 0.8, 0.75, 0.66, 0.65, 0.4];
  const memory = await withCosines(cosines);
  const told: string[] = [];
  const turns: number[][] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const query = { query: QUERY, scoring: digitalLifeScoring(), limit: 1_000, exclude: told };
    const hits = await memory.recall(query);
    told.push(...hits.map(({ id }) => id));
    turns.push(hits.map(({ content }) => Number(content.split(" ").at(-1))));
  }
  expect(turns).toEqual([[0.95, 0.9, 0.85], [0.8, 0.75], [0.66, 0.65], []]);
  expect(new Set(told).size).toBe(told.length);
});

test("airi returns what passes its threshold", async () => {
  const memory = await withCosines([0.9, 0.6, 0.48, 0.45, 0.1]);
  // With the profile of this embedder a cosine of 0.467 is a similarity of 0.5.
  expect(await recalled(memory, airiScoring())).toEqual([0.9, 0.6, 0.48]);
  expect(await recalled(memory, airiScoring({ minSimilarity: 0.7 }))).toEqual([0.9]);
});

test("generative-agents stretches over the candidates: the best in all scores 1", async () => {
  const memory = await withCosines([0.9, 0.5, 0.2]);
  const scoring = generativeAgentsScoring({ importanceWeight: 0, recencyWeight: 0 });
  const hits = await memory.recall({ query: QUERY, scoring });
  expect(hits[0]?.score).toBeCloseTo(1, 6);
  expect(hits.at(-1)?.score).toBeGreaterThan(0);
  expect(hits).toHaveLength(3);
});

/** Counts what it is shown. */
function counting(bounded: boolean): Scoring & { shown: number } {
  const scoring = {
    ...relevanceScoring(),
    bounded,
    shown: 0,
    scoreAll: (inputs: Parameters<NonNullable<Scoring["scoreAll"]>>[0]) => {
      scoring.shown = inputs.length;
      return inputs.map((input) => scoring.score(input));
    },
  };
  return scoring;
}

test("a scoring without bounds is shown every candidate, a bounded one those that may win", async () => {
  const { memory } = testMemory({ embedder: undefined });
  // Of the best 20, two on each side are beside them. Of notes newer ones may take the place.
  const threads = Array.from({ length: 40 }, (_, n) =>
    ["one", "two", `green tea ${n}`, "four", "five"].map((content, minute) => ({
      content,
      thread: `thread ${n}`,
      occurredAt: new Date(1_700_000_000_000 + minute * 60_000),
    })),
  );
  await memory.rememberAll(threads.flat());
  const [free, bounded] = [counting(false), counting(true)];
  const one = await memory.recall({ query: "green tea", limit: 10, scoring: free });
  const two = await memory.recall({ query: "green tea", limit: 10, scoring: bounded });
  expect(free.shown).toBe(5 * 20);
  expect(bounded.shown).toBe(23);
  expect(two).toEqual(one);
});

const result: ScoringResult = { score: 0.5, factors: {} };

test.each<[string, unknown]>([
  ["too few results", [result]],
  ["too many results", [result, result, result, result]],
  ["no list", "best"],
  ["holes", [undefined, result, result]],
  ["a score that is no number", [result, result, { score: Number.NaN, factors: {} }]],
  ["an endless score", [result, result, { score: Infinity, factors: {} }]],
])("a scoring that answers %s is rejected by name", async (_, answer) => {
  const memory = await withCosines([0.9, 0.8, 0.7]);
  const scoring = { ...relevanceScoring(), name: "mine", scoreAll: () => answer } as Scoring;
  const error = await rejection(() => memory.recall({ query: QUERY, scoring }));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(/scoring mine answered/);
});

test("a scoring that answers nothing for one candidate is rejected by name", async () => {
  const memory = await withCosines([0.9]);
  const scoring = { name: "mine", score: () => undefined } as unknown as Scoring;
  const error = await rejection(() => memory.recall({ query: QUERY, scoring }));
  expect(error.message).toMatch(/scoring mine answered/);
});

test.each(Object.keys(scoringPresets) as ScoringPreset[])(
  "%s ranks the better of two equals in everything else first",
  async (preset) => {
    const memory = await withCosines([0.95, 0.75]);
    expect(await recalled(memory, scoringPresets[preset]())).toEqual([0.95, 0.75]);
  },
);
