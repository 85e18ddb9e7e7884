import { setImmediate } from "node:timers/promises";

import { createMemory, inMemoryStore } from "@kioku/core";
import type { Reranker } from "@kioku/core";
import { rerankerConformance } from "@kioku/testing";
import { customProvider } from "ai";
import { MockRerankingModelV3 } from "ai/test";
import { describe, expect, test } from "vitest";

import { fromRerankingModel, toRerankingModel } from "../../../src/index.js";
import type { FromRerankingModelOptions } from "../../../src/index.js";
import { apiFailure, failureOf, rejectionOf, SECRET } from "../../support/model-failures.js";
import { WordRankingModel } from "../../support/ranking-models.js";
import { warningsOf, withProvider } from "../../support/sdk-globals.js";

const QUERY = "blue kettle";
const DOCUMENTS = ["a train", "a blue kettle", "a blue train"];

/** A model that answers whatever a test wants. */
function answering(ranking: unknown): MockRerankingModelV3 {
  return new MockRerankingModelV3({ doRerank: async () => ({ ranking }) as never });
}

describe.each(["v3", "v4"] as const)("a model of the specification %s as a reranker", (version) => {
  const cases = rerankerConformance(
    () => fromRerankingModel(new WordRankingModel(version), { weight: 0.5 }),
    { tolerance: 0, stopsUnderWay: true },
  );
  test.for(cases)("$group: $name", async ({ run }, context) => {
    const outcome = await run();
    if (outcome.status === "skipped") context.skip(`the reranker has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });

  test("it is asked without a warning, with all that was said", async () => {
    const model = new WordRankingModel(version);
    const providerOptions = { cohere: { maxTokensPerDoc: 500 } };
    const headers = { "x-team": "a" };
    const reranker = fromRerankingModel(model, { providerOptions, headers });
    expect([reranker.id, reranker.weight]).toEqual(["test.reranking/words", undefined]);
    const { signal } = new AbortController();
    const warnings = await warningsOf(() => reranker.rerank(QUERY, DOCUMENTS, { topN: 2, signal }));
    expect(warnings).toEqual([]);
    expect(model.calls).toMatchObject([
      {
        query: QUERY,
        documents: { type: "text", values: DOCUMENTS },
        topN: 2,
        providerOptions,
        headers,
        abortSignal: signal,
      },
    ]);
  });
});

test("topN is enforced and the best come first, whatever the model does", async () => {
  const ranking = [
    { index: 0, relevanceScore: 0.1 },
    { index: 1, relevanceScore: 0.9 },
    { index: 2, relevanceScore: 0.5 },
  ];
  const reranker = fromRerankingModel(answering(ranking));
  expect(await reranker.rerank(QUERY, DOCUMENTS, { topN: 2 })).toEqual([
    { index: 1, score: 0.9 },
    { index: 2, score: 0.5 },
  ]);
  expect(await reranker.rerank(QUERY, DOCUMENTS)).toHaveLength(3);
});

test("the global provider finds a model by its name", async () => {
  const model = answering([{ index: 1, relevanceScore: 1 }]);
  const provider = customProvider({ rerankingModels: { "test/words": model } });
  const reranker = fromRerankingModel("test/words");
  expect(reranker.id).toBe("test/words");
  const call = (): Promise<unknown> => reranker.rerank(QUERY, DOCUMENTS);
  expect(await withProvider(provider, call)).toEqual([{ index: 1, score: 1 }]);
});

test.each([
  ["no list", undefined],
  ["a list of nothing", [undefined]],
  ["an index beyond the documents", [{ index: 3, relevanceScore: 1 }]],
  ["an index that is no number", [{ index: "1", relevanceScore: 1 }]],
  ["one document twice", [1, 1].map((index) => ({ index, relevanceScore: 1 }))],
  ["no score", [{ index: 1 }]],
  ["a score that is no number", [{ index: 1, relevanceScore: Number.NaN }]],
] as const)("%s for a ranking fails the call", async (_, ranking) => {
  const reranker = fromRerankingModel(answering(ranking), { maxRetries: 0 });
  const error = await failureOf(() => reranker.rerank(QUERY, DOCUMENTS, { topN: 1 }));
  expect(error.code).toBe("reranker-failed");
  expect(error.message).toContain("reranker mock-provider/mock-model-id");
});

test.each([
  [429, true],
  [401, false],
] as const)("status %i is reranker-failed, retryable: %s", async (status, retryable) => {
  const thrown = apiFailure(status);
  const model = new MockRerankingModelV3({
    doRerank: async () => {
      throw thrown;
    },
  });
  const headers = { authorization: `Bearer ${SECRET}` };
  const reranker = fromRerankingModel(model, { maxRetries: 0, headers });
  const error = await failureOf(() => reranker.rerank(SECRET, [SECRET]));
  expect([error.code, error.retryable, error.cause]).toEqual([
    "reranker-failed",
    retryable,
    thrown,
  ]);
  expect(error.message).toBe(
    `reranker mock-provider/mock-model-id failed (AI_APICallError, status ${status})`,
  );
});

test("the AI SDK tries again as often as it is told", async () => {
  let calls = 0;
  const model = new MockRerankingModelV3({
    doRerank: async () => {
      calls += 1;
      throw apiFailure(503, { responseHeaders: { "retry-after-ms": "0" } });
    },
  });
  const error = await failureOf(() =>
    fromRerankingModel(model, { maxRetries: 1 }).rerank(QUERY, DOCUMENTS),
  );
  expect([calls, error.retryable]).toEqual([2, true]);
});

test("an aborted call rejects with the signal's reason, though the model does not listen", async () => {
  const held = Promise.withResolvers<never>();
  const model = new MockRerankingModelV3({ doRerank: () => held.promise });
  const controller = new AbortController();
  const { signal } = controller;
  const pending = fromRerankingModel(model).rerank(QUERY, DOCUMENTS, { signal });
  await setImmediate();
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await rejectionOf(() => pending)).toBe(reason);
});

test("a recall is in the order of the model", async () => {
  const model = new WordRankingModel("v3");
  const memory = createMemory({ store: inMemoryStore(), reranker: fromRerankingModel(model) });
  await memory.rememberAll(["The kettle kettle kettle", "The blue kettle", "The kettle"]);
  const found = await memory.recall({ query: "blue kettle", minScore: 0 });
  expect(found[0]?.content).toBe("The blue kettle");
  expect(model.calls).toHaveLength(1);
  expect(model.calls[0]?.documents.values).toHaveLength(3);
});

test("there and back gives the same reranker, if no option says otherwise", async () => {
  const reranker: Reranker = { id: "test/own", weight: 0.3, rerank: async () => [] };
  const model = toRerankingModel(reranker);
  expect(fromRerankingModel(model)).toBe(reranker);
  expect(fromRerankingModel(model, { id: "test/own", weight: undefined })).toBe(reranker);
  const other = fromRerankingModel(model, { id: "test/other" });
  expect([other === reranker, other.id, other.weight]).toEqual([false, "test/other", 0.3]);
  expect(fromRerankingModel(model, { weight: 1 })).toMatchObject({ id: "test/own", weight: 1 });
});

test.each([
  [{ id: "" }, "options.id must be text that is not blank"],
  [{ weight: 2 }, "options.weight must be a finite number at least 0 and at most 1"],
  [{ maxRetries: 0.5 }, "options.maxRetries must be a whole number at least 0"],
  [{ providerOptions: { a: [] } }, "options.providerOptions.a must be an object"],
  [{ headers: { a: 1 } }, "options.headers[a] must be a string"],
  [{ topN: 3 }, 'options has no option "topN"'],
])("the options %j are refused at once", async (options, problem) => {
  const make = (): unknown =>
    fromRerankingModel(answering([]), options as unknown as FromRerankingModelOptions);
  const error = await failureOf(make);
  expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(problem)]);
});

test.each([
  [undefined, "model must be an object"],
  [{ specificationVersion: "v3" }, "model.doRerank must be a function"],
  [
    { specificationVersion: "v2", doRerank: () => 1 },
    "model.specificationVersion must be one of v3, v4",
  ],
])("%j is refused as a model", async (model, problem) => {
  const error = await failureOf(() => fromRerankingModel(model as unknown as "name"));
  expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(problem)]);
});
