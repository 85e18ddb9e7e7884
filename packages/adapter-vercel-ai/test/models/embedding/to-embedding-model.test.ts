import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import type { EmbedOptions } from "@kioku/core/toolkit";
import { embed, embedMany } from "ai";
import { expect, test } from "vitest";

import { fromEmbeddingModel, toEmbeddingModel } from "../../../src/index.js";
import type { ToEmbeddingModelOptions } from "../../../src/index.js";
import { vectorOf } from "../../support/letter-models.js";
import { failureOf, rejectionOf } from "../../support/model-failures.js";
import { warningsOf } from "../../support/sdk-globals.js";

interface Asked {
  readonly texts: readonly string[];
  readonly options: EmbedOptions | undefined;
}

/** An embedder that notes what it is asked, with vectors of length 5. */
function notingEmbedder(rest: Partial<Embedder> = {}): { embedder: Embedder; asked: Asked[] } {
  const asked: Asked[] = [];
  const embedder: Embedder = {
    id: "test/noting@24",
    async embed(texts, options) {
      asked.push({ texts, options });
      const vectors = texts.map((text) =>
        new Float32Array(vectorOf(text, 3)).map((value) => value * 5),
      );
      return { vectors, tokens: texts.length };
    },
    ...rest,
  };
  return { embedder, asked };
}

test("embed and embedMany give vectors of length 1 and count tokens, without a warning", async () => {
  const { embedder, asked } = notingEmbedder();
  const model = toEmbeddingModel(embedder);
  const { specificationVersion, provider, modelId } = model;
  expect([specificationVersion, provider, modelId]).toEqual(["v3", "kioku", "test/noting@24"]);
  const warnings = await warningsOf(async () => {
    const one = await embed({ model, value: "the kettle" });
    expect(one.embedding.every((value) => typeof value === "number")).toBe(true);
    expect(Math.hypot(...one.embedding)).toBeCloseTo(1, 5);
    const many = await embedMany({ model, values: ["the kettle", "a train"] });
    expect(many.embeddings[0]).toEqual(one.embedding);
    expect(many.embeddings[1]?.[0]).toBeCloseTo(vectorOf("a train", 3)[0] ?? 0, 5);
    expect([one.usage.tokens, many.usage.tokens]).toEqual([1, 2]);
  });
  expect(warnings).toEqual([]);
  expect(asked.map(({ options }) => options?.purpose)).toEqual(["document", "document"]);
});

test("tokens are not counted where the embedder does not count those of each call", async () => {
  const { embedder } = notingEmbedder({
    maxBatchSize: 1,
    embed: async ([text = ""]) => ({
      vectors: [new Float32Array([1])],
      ...(text === "two" ? {} : { tokens: 4 }),
    }),
  });
  const model = toEmbeddingModel(embedder);
  expect((await embedMany({ model, values: ["one", "three"] })).usage.tokens).toBe(8);
  expect((await model.doEmbed({ values: ["one", "two", "three"] })).usage).toBeUndefined();
});

test("a call has no more under way than the embedder says, however long the list", async () => {
  let underWay = 0;
  let most = 0;
  const sizes: number[] = [];
  const { embedder } = notingEmbedder({
    maxBatchSize: 3,
    maxConcurrency: 2,
    async embed(texts) {
      sizes.push(texts.length);
      underWay += 1;
      most = Math.max(most, underWay);
      await setImmediate();
      underWay -= 1;
      return { vectors: texts.map((text) => new Float32Array([Number(text), 1])) };
    },
  });
  const model = toEmbeddingModel(embedder);
  expect(await model.maxEmbeddingsPerCall).toBe(6);
  expect(await toEmbeddingModel(notingEmbedder().embedder).maxEmbeddingsPerCall).toBe(256);
  const values = Array.from({ length: 20 }, (_, index) => String(index));
  const { embeddings } = await embedMany({ model, values });
  expect([most, Math.max(...sizes)]).toEqual([2, 3]);
  const ratios = embeddings.map(([first = 0, second = 1]) => Math.round(first / second));
  expect(ratios).toEqual(values.map(Number));
});

test("the purpose is that of the model, and a call may name another one", async () => {
  const { embedder, asked } = notingEmbedder();
  const model = toEmbeddingModel(embedder, { purpose: "query" });
  await embed({ model, value: "a" });
  await embed({ model, value: "a", providerOptions: { kioku: { purpose: "document" } } });
  await embed({ model, value: "a", providerOptions: { kioku: {}, other: { purpose: 7 } } });
  expect(asked.map(({ options }) => options?.purpose)).toEqual(["query", "document", "query"]);
  for (const [kioku, problem] of [
    [{ purpose: "title" }, "providerOptions.kioku.purpose must be one of document, query"],
    [{ input: "query" }, 'providerOptions.kioku has no option "input"'],
  ] as const) {
    const error = await failureOf(() => embed({ model, value: "a", providerOptions: { kioku } }));
    expect([error.code, error.message]).toEqual([
      "invalid-input",
      expect.stringContaining(problem),
    ]);
  }
});

test("another width than that of the embedder is refused", async () => {
  for (const rest of [{ dimensions: 24 }, {}]) {
    const model = toEmbeddingModel(notingEmbedder(rest).embedder);
    const call = { values: ["a"], dimensions: 12 };
    const error = await failureOf(() => model.doEmbed(call));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toBe("dimensions must be 24, the width of the embedder, got 12");
    const own = { ...call, dimensions: 24 };
    const { embeddings } = await model.doEmbed(own);
    expect(embeddings).toHaveLength(1);
  }
});

test("a failure of the embedder comes as it is, and the AI SDK does not try again", async () => {
  let calls = 0;
  const cause = new Error("down");
  const { embedder } = notingEmbedder({
    async embed() {
      calls += 1;
      throw cause;
    },
  });
  const error = await failureOf(() => embed({ model: toEmbeddingModel(embedder), value: "a" }));
  expect([error.code, error.retryable, error.cause]).toEqual(["embedder-failed", true, cause]);
  expect(calls).toBe(1);
});

test("a text that cannot be embedded is named by its place, and not told", async () => {
  const { embedder } = notingEmbedder({
    async embed(texts) {
      if (texts.includes("secret")) throw new MemoryError("invalid-input", "too long");
      return { vectors: texts.map(() => new Float32Array([1])) };
    },
  });
  const model = toEmbeddingModel(embedder);
  const error = await failureOf(() => embedMany({ model, values: ["a", "secret"] }));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toBe("embedder test/noting@24 cannot embed values[1] of the call");
  const wrong = await failureOf(() => model.doEmbed({ values: ["a", 7 as unknown as string] }));
  expect(wrong.message).toContain("values[1] must be a string");
});

test("an abort reaches the embedder, and rejects with the signal's reason even if that does not listen", async () => {
  const held = Promise.withResolvers<never>();
  const signals: unknown[] = [];
  const { embedder } = notingEmbedder({
    embed: (_, options) => {
      signals.push(options?.signal);
      return held.promise;
    },
  });
  const controller = new AbortController();
  const { signal: abortSignal } = controller;
  const model = toEmbeddingModel(embedder);
  const pending = embed({ model, value: "a", abortSignal, maxRetries: 0 });
  await setImmediate();
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await rejectionOf(() => pending)).toBe(reason);
  expect(signals).toEqual([abortSignal]);
});

test("back and there gives the same directions at length 1", async () => {
  const model = toEmbeddingModel(notingEmbedder().embedder);
  const again = toEmbeddingModel(fromEmbeddingModel(model, { id: "test/again" }));
  const { embedding } = await embed({ model, value: "the kettle" });
  const other = await embed({ model: again, value: "the kettle" });
  for (const [slot, value] of other.embedding.entries()) {
    expect(value).toBeCloseTo(embedding[slot] ?? Number.NaN, 6);
  }
});

test.each([
  [{ purpose: "title" }, "options.purpose must be one of document, query"],
  [{ id: "x" }, 'options has no option "id"'],
])("the options %j are refused at once", async (options, problem) => {
  const { embedder } = notingEmbedder();
  const make = (): unknown => toEmbeddingModel(embedder, options as ToEmbeddingModelOptions);
  expect((await failureOf(make)).message).toContain(problem);
});

test("what is no embedder is refused at once", async () => {
  for (const [embedder, problem] of [
    [undefined, "embedder must be an object"],
    [{ id: "x" }, "embedder.embed must be a function"],
    [{ embed: () => undefined }, "embedder.id must be a string"],
  ] as const) {
    const error = await failureOf(() => toEmbeddingModel(embedder as unknown as Embedder));
    expect([error.code, error.message]).toEqual([
      "invalid-input",
      expect.stringContaining(problem),
    ]);
  }
});
