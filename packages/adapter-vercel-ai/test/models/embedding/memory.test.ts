import { createMemory } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { MockEmbeddingModelV3 } from "ai/test";
import { expect, test } from "vitest";

import { fromEmbeddingModel } from "../../../src/index.js";
import { LetterModel, vectorOf } from "../../support/letter-models.js";
import { apiFailure } from "../../support/model-failures.js";

const PROFILE = { unrelated: 0, related: 1 };

test("a memory on SQLite remembers and recalls by a model of the AI SDK", async () => {
  const model = new MockEmbeddingModelV3({
    maxEmbeddingsPerCall: 2,
    doEmbed: async ({ values, providerOptions }) => ({
      embeddings: values.map((text) => vectorOf(text, providerOptions?.["test"] ? 0.5 : 3)),
      warnings: [],
    }),
  });
  const providerOptions = { query: { test: { inputType: "query" } } };
  const embedder = fromEmbeddingModel(model, { profile: PROFILE, providerOptions });
  const memory = createMemory({ store: sqliteStore({ path: ":memory:" }), embedder });
  const receipts = await memory.rememberAll([
    "The kettle is blue",
    "Trains leave at nine",
    "Anna likes tea",
  ]);
  expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored", "stored"]);
  const query = { query: "Trains leave at nine", mode: "semantic", explain: true } as const;
  const [first] = await memory.recall(query);
  expect(first?.content).toBe("Trains leave at nine");
  expect(first?.signals?.similarity).toBeGreaterThan(0.5);
  expect(
    model.doEmbedCalls.map(({ values, providerOptions: said }) => [values.length, said]),
  ).toEqual([
    [2, undefined],
    [1, undefined],
    [1, providerOptions.query],
  ]);
  await memory.close();
});

test("what a provider did not embed in passing is queued, and mended in the background", async () => {
  let isDown = true;
  const model = new LetterModel("v4", {
    before: () => {
      if (isDown) throw apiFailure(429);
    },
  });
  const embedder = fromEmbeddingModel(model, { profile: PROFILE, maxRetries: 0 });
  const memory = createMemory({
    store: sqliteStore({ path: ":memory:" }),
    embedder,
    retryEmbedding: { minDelayMs: 1, maxDelayMs: 1 },
  });
  const mended = Promise.withResolvers<readonly string[]>();
  memory.on("embedded", ({ ids }) => mended.resolve(ids));
  const receipt = await memory.remember("The kettle is blue");
  expect(receipt).toMatchObject({ status: "queued", reason: `embedder ${embedder.id} failed` });
  isDown = false;
  expect(await mended.promise).toHaveLength(1);
  const [found] = await memory.recall({ query: "The kettle is blue", mode: "semantic" });
  expect(found?.content).toBe("The kettle is blue");
  await memory.close();
});
