import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { DegradedEvent, Reranker } from "../../src/index.js";
import type { RerankScore } from "../../src/toolkit/index.js";

async function many(reranker: Reranker, count = 150) {
  const { memory } = testMemory({ reranker, embedder: undefined });
  await memory.rememberAll(
    Array.from({ length: count }, (_, n) => `green tea ${"and more ".repeat(n % 7)} ${n}`),
  );
  const degraded: DegradedEvent[] = [];
  memory.on("degraded", (event) => degraded.push(event));
  return { memory, degraded };
}

const inReverse: Reranker["rerank"] = async (_, documents) =>
  documents.map((_document, index) => ({ index, score: 1e6 - index })).toReversed();

const lastBest: Reranker["rerank"] = async (_, documents) =>
  documents.map((_document, index) => ({ index, score: index / 100 }));

const evenBetter: Reranker["rerank"] = async (_, documents) =>
  documents.map((_document, index) => ({ index, score: index % 2 === 0 ? 0.2 : 0 }));

const fourthOnly: Reranker["rerank"] = async () => [{ index: 3, score: 1 }];

test.each([
  [1, 30, 30],
  [10, 30, 30],
  [30, 30, 30],
  [40, 40, 40],
  [100, 100, 100],
  [120, 100, 100],
])("with a limit of %d a reranker is shown the best %d to %d", async (limit, least, most) => {
  const shown: (readonly string[])[] = [];
  const reranker: Reranker = {
    id: "test/order",
    rerank: async (_, documents) => {
      shown.push(documents);
      return documents.map((_document, index) => ({ index, score: 0.5 }));
    },
  };
  const { memory } = await many(reranker);
  const plain = await memory.recall({ query: "green tea", limit: 120, rerank: false });
  expect(shown).toEqual([]);
  const hits = await memory.recall({ query: "green tea", limit });
  expect(hits).toHaveLength(limit);
  expect(hits.map(({ id }) => id)).toEqual(plain.slice(0, limit).map(({ id }) => id));
  expect(shown[0]?.length).toBeGreaterThanOrEqual(least);
  expect(shown[0]?.length).toBeLessThanOrEqual(most);
  expect(shown[0]).toEqual(plain.slice(0, shown[0]?.length).map(({ content }) => content));
});

const BAD: readonly (readonly [string, number | undefined, readonly RerankScore[]])[] = [
  ["a score above 1", 0.5, [{ index: 0, score: 1.01 }]],
  ["a score below 0", 0.5, [{ index: 0, score: -0.01 }]],
  ["no number", 0.5, [{ index: 0, score: Number.NaN }]],
  ["an index that is no whole number", 0.5, [{ index: 0.5, score: 1 }]],
  ["no list", undefined, "best first" as unknown as readonly RerankScore[]],
  ["nothing", undefined, undefined as unknown as readonly RerankScore[]],
  ["a list of nothing", undefined, [undefined as unknown as RerankScore]],
];

test.each(BAD)("a reranker that answers %s changes nothing", async (_, weight, ranking) => {
  const answer: Reranker["rerank"] = async () => ranking;
  const reranker: Reranker = { id: "test/bad", rerank: answer, ...(weight ? { weight } : {}) };
  const { memory, degraded } = await many(reranker, 20);
  const hits = await memory.recall({ query: "green tea", explain: true });
  expect(hits).toEqual(await memory.recall({ query: "green tea", explain: true, rerank: false }));
  expect(degraded).toHaveLength(1);
  expect(degraded[0]).toMatchObject({ during: "recall" });
  expect(degraded[0]?.reason).toContain("test/bad");
});

test("without a weight scores may be of any size, since only their order counts", async () => {
  const { memory, degraded } = await many({ id: "test/logits", rerank: inReverse }, 5);
  const plain = await memory.recall({ query: "green tea", rerank: false });
  const hits = await memory.recall("green tea");
  expect(hits.map(({ id }) => id)).toEqual(plain.map(({ id }) => id).toReversed());
  expect(degraded).toEqual([]);
});

test.each([
  [0, 0],
  [1, 19],
])("with a weight of %d the place %d of before is the best", async (weight, place) => {
  const { memory } = await many({ id: "test/weighted", weight, rerank: lastBest }, 20);
  const plain = await memory.recall({ query: "green tea", limit: 20, rerank: false });
  const [best] = await memory.recall({ query: "green tea", limit: 20 });
  expect(best?.id).toBe(plain[place]?.id);
  expect(best?.score).toBeCloseTo(weight === 0 ? (plain[0]?.score ?? 0) : 0.19, 12);
});

test("what a weighted reranker was not shown stays behind what it was shown", async () => {
  const { memory } = await many({ id: "test/half", weight: 0.5, rerank: evenBetter });
  const query = { query: "green tea", limit: 150, explain: true };
  const hits = await memory.recall(query);
  const plain = await memory.recall({ ...query, rerank: false });
  const scores = hits.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  const last = plain.slice(100).map(({ id }) => id);
  expect(hits.slice(100).map(({ id }) => id)).toEqual(last);
  expect(hits.at(-1)?.signals?.rerank).toBe(0);
  expect(hits.at(-1)?.score).toBeCloseTo((plain.at(-1)?.score ?? 0) / 2, 12);
});

test("a weighted reranker that gives nothing more than 0 changes nothing", async () => {
  const reranker: Reranker = {
    id: "test/mute",
    weight: 0.5,
    rerank: async (_, documents) => documents.map((_document, index) => ({ index, score: 0 })),
  };
  const { memory, degraded } = await many(reranker, 20);
  const plain = await memory.recall({ query: "green tea", rerank: false });
  expect(await memory.recall("green tea")).toEqual(plain);
  expect(degraded).toEqual([]);
});

test("minScore looks at the relevance, which reranking leaves as it is", async () => {
  const { memory } = await many({ id: "test/one", weight: 1, rerank: fourthOnly }, 20);
  const plain = await memory.recall({ query: "green tea", limit: 20, rerank: false });
  const relevance = new Map(plain.map((hit) => [hit.id, hit.relevance]));
  const minScore = plain[5]?.relevance ?? 1;
  const hits = await memory.recall({ query: "green tea", limit: 20, minScore });
  expect(hits[0]?.id).toBe(plain[3]?.id);
  expect(hits).toHaveLength(plain.filter((hit) => hit.relevance >= minScore).length);
  for (const hit of hits) expect(hit.relevance).toBe(relevance.get(hit.id));
});

test.each([-0.1, 1.5, Number.NaN, "0.5"])("a weight of %s is refused", async (weight) => {
  const reranker = { id: "x", weight: weight as number, rerank: async () => [] };
  const error = await rejection(() => testMemory({ reranker }));
  expect(error.message).toContain("reranker.weight");
});
