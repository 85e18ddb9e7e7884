import { setImmediate } from "node:timers/promises";

import type { Reranker } from "@kioku/core";
import type { RerankOptions } from "@kioku/core/toolkit";
import { rerank } from "ai";
import { expect, test } from "vitest";

import { toRerankingModel } from "../../../src/index.js";
import { failureOf, rejectionOf } from "../../support/model-failures.js";
import { warningsOf } from "../../support/sdk-globals.js";

interface Asked {
  readonly query: string;
  readonly documents: readonly string[];
  readonly options: RerankOptions | undefined;
}

/** Ranks by length, longest first, heeds no `topN`, and notes what it is asked. */
function lengthReranker(): { reranker: Reranker; asked: Asked[] } {
  const asked: Asked[] = [];
  const reranker: Reranker = {
    id: "test/length",
    async rerank(query, documents, options) {
      asked.push({ query, documents, options });
      return documents
        .map((text, index) => ({ index, score: text.length }))
        .toSorted((a, b) => b.score - a.score);
    },
  };
  return { reranker, asked };
}

test("rerank ranks texts, no more than topN, without a warning", async () => {
  const { reranker, asked } = lengthReranker();
  const model = toRerankingModel(reranker);
  const { specificationVersion, provider, modelId } = model;
  expect([specificationVersion, provider, modelId]).toEqual(["v3", "kioku", "test/length"]);
  const documents = ["aa", "a", "aaa"];
  const warnings = await warningsOf(async () => {
    const all = await rerank({ model, query: "q", documents });
    expect(all.rerankedDocuments).toEqual(["aaa", "aa", "a"]);
    const best = await rerank({ model, query: "q", documents, topN: 2 });
    expect(best.ranking).toEqual([
      { originalIndex: 2, score: 3, document: "aaa" },
      { originalIndex: 0, score: 2, document: "aa" },
    ]);
  });
  expect(warnings).toEqual([]);
  expect(asked.map(({ options }) => options?.topN)).toEqual([undefined, 2]);
});

test("objects are ranked by their JSON and come back as they were", async () => {
  const { reranker, asked } = lengthReranker();
  const documents = [{ title: "a" }, { title: "a longer one", year: 2026 }];
  const { ranking } = await rerank({ model: toRerankingModel(reranker), query: "q", documents });
  expect(asked[0]?.documents).toEqual(['{"title":"a"}', '{"title":"a longer one","year":2026}']);
  expect(ranking.map(({ originalIndex }) => originalIndex)).toEqual([1, 0]);
  expect(ranking[0]?.document).toBe(documents[1]);
});

test.each([
  ["a failure", async () => Promise.reject(new Error("down"))],
  ["a place that is not there", async () => [{ index: 7, score: 1 }]],
  ["one place twice", async () => [0, 0].map((index) => ({ index, score: 1 }))],
] as const)("%s of the reranker is reranker-failed", async (_, answer) => {
  const model = toRerankingModel({ id: "test/broken", rerank: answer });
  const error = await failureOf(() => rerank({ model, query: "q", documents: ["a"] }));
  expect(error.code).toBe("reranker-failed");
  expect(error.message).toContain("reranker test/broken");
});

test("an abort reaches the reranker, and rejects with the signal's reason even if that does not listen", async () => {
  const held = Promise.withResolvers<never>();
  const signals: unknown[] = [];
  const model = toRerankingModel({
    id: "test/held",
    rerank: (_, __, options) => {
      signals.push(options?.signal);
      return held.promise;
    },
  });
  const controller = new AbortController();
  const { signal: abortSignal } = controller;
  const pending = rerank({ model, query: "q", documents: ["a"], abortSignal, maxRetries: 0 });
  await setImmediate();
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await rejectionOf(() => pending)).toBe(reason);
  expect(signals).toEqual([abortSignal]);
  const aborted = AbortSignal.abort(reason);
  const again = model.doRerank({
    query: "q",
    documents: { type: "text", values: ["a"] },
    abortSignal: aborted,
  });
  expect(await rejectionOf(() => again)).toBe(reason);
  expect(signals).toHaveLength(1);
});

test.each([
  [{ topN: 0 }, "topN must be a whole number at least 1"],
  [{ query: 7 }, "query must be a string"],
  [{ documents: { type: "text", values: ["a", undefined] } }, "documents[1] must be a string"],
])("a call with %j is refused, and the reranker is not asked", async (wrong, problem) => {
  const { reranker, asked } = lengthReranker();
  const call = { query: "q", documents: { type: "text", values: ["a"] }, ...wrong } as never;
  const error = await failureOf(() => toRerankingModel(reranker).doRerank(call));
  expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(problem)]);
  expect(asked).toEqual([]);
});

test.each([
  [undefined, "reranker must be an object"],
  [{ id: "a" }, "reranker.rerank must be a function"],
  [{ rerank: () => 1 }, "reranker.id must be a string"],
])("%j is refused as a reranker", async (reranker, problem) => {
  const error = await failureOf(() => toRerankingModel(reranker as unknown as Reranker));
  expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(problem)]);
});
