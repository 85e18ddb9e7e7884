import { setImmediate } from "node:timers/promises";

import type { Embedder } from "@kioku/core";
import { embedderConformance } from "@kioku/testing";
import { customProvider } from "ai";
import { MockEmbeddingModelV3 } from "ai/test";
import { describe, expect, test } from "vitest";

import { fromEmbeddingModel, toEmbeddingModel } from "../../../src/index.js";
import type { FromEmbeddingModelOptions } from "../../../src/index.js";
import { LetterModel, vectorOf } from "../../support/letter-models.js";
import { failureOf, rejectionOf } from "../../support/model-failures.js";
import { IS_AI_7, warningsOf, withProvider } from "../../support/sdk-globals.js";

const BY_PURPOSE = {
  document: { letters: { purpose: "document" } },
  query: { letters: { purpose: "query" } },
};
const VERSIONS = ["v2", "v3", "v4"] as const;

describe.each(VERSIONS)("a model of the specification %s as an embedder", (version) => {
  const cases = embedderConformance(
    () => {
      const model = new LetterModel(version, { maxEmbeddingsPerCall: 40 });
      return fromEmbeddingModel(model, { providerOptions: BY_PURPOSE, normalized: true });
    },
    { tolerance: 0, purposes: "different", stopsUnderWay: true, hugeBatch: 300 },
  );
  test.for(cases)("$group: $name", async ({ run }, context) => {
    const outcome = await run();
    if (outcome.status === "skipped") context.skip(`the embedder has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });

  test("it is asked without a warning, with all that was said", async () => {
    const model = new LetterModel(version);
    const headers = { "x-team": "a" };
    const embedder = fromEmbeddingModel(model, { providerOptions: BY_PURPOSE, headers });
    const warnings = await warningsOf(async () => {
      const answer = await embedder.embed(["one", "two"]);
      expect(answer.vectors).toEqual(
        ["one", "two"].map((text) => new Float32Array(vectorOf(text, 3))),
      );
      expect(answer.tokens).toBe(2);
      await embedder.embed(["three"], { purpose: "query" });
    });
    expect(warnings).toEqual([]);
    expect(model.calls.map(({ values }) => values)).toEqual([["one", "two"], ["three"]]);
    expect(model.calls.map(({ providerOptions }) => providerOptions)).toEqual([
      BY_PURPOSE.document,
      BY_PURPOSE.query,
    ]);
    for (const call of model.calls) expect(call.headers).toMatchObject(headers);
  });
});

test("a model of the specification V4 is asked for a width, with AI SDK 6, too", async () => {
  const model = new LetterModel("v4");
  const embedder = fromEmbeddingModel(model, { dimensions: 8 });
  expect([embedder.id, embedder.dimensions]).toEqual(["test.embedding/letters@8", 8]);
  const { vectors } = await embedder.embed(["one"]);
  expect(vectors[0]).toHaveLength(8);
  expect(model.calls[0]?.dimensions).toBe(8);
});

test.each(["v2", "v3"] as const)(
  "a model of the specification %s has to be told the width in its provider's words, else the call fails for good",
  async (version) => {
    const embedder = fromEmbeddingModel(new LetterModel(version), { dimensions: 8 });
    const error = await failureOf(() => embedder.embed(["one"]));
    expect([error.code, error.retryable]).toEqual(["embedder-failed", false]);
    expect(error.message).toContain("answered 24 numbers a vector, and options.dimensions is 8");
    expect(error.message).toContain("options.providerOptions");
  },
);

test("a model of the specification V3 is not asked for a width, which it does not know", async () => {
  const model = new LetterModel("v3");
  const { vectors } = await fromEmbeddingModel(model, { dimensions: 24 }).embed(["one"]);
  expect(vectors[0]).toHaveLength(24);
  expect(model.calls[0]?.dimensions).toBeUndefined();
});

test("no texts ask nobody", async () => {
  const model = new LetterModel("v3");
  expect(await fromEmbeddingModel(model).embed([])).toEqual({ vectors: [] });
  expect(model.calls).toEqual([]);
});

describe("by name", () => {
  const model = new MockEmbeddingModelV3({
    maxEmbeddingsPerCall: 2,
    doEmbed: async ({ values }) => ({
      embeddings: values.map((text) => vectorOf(text, 3)),
      warnings: [],
    }),
  });
  const provider = customProvider({ embeddingModels: { "test/letters": model } });

  test("the global provider finds the model, which the AI SDK asks in parts", async () => {
    const embedder = fromEmbeddingModel("test/letters", { providerOptions: BY_PURPOSE });
    expect(embedder.id).toMatch(/^test\/letters\+[0-9a-f]{8}$/u);
    expect(embedder.maxBatchSize).toBeUndefined();
    const texts = ["one", "two", "three"];
    const { vectors, tokens } = await withProvider(provider, () => embedder.embed(texts));
    expect(vectors).toHaveLength(3);
    expect(tokens).toBeUndefined();
    expect(model.doEmbedCalls.map(({ values }) => values)).toEqual([["one", "two"], ["three"]]);
    expect(model.doEmbedCalls[0]?.providerOptions).toEqual(BY_PURPOSE.document);
  });

  test.runIf(IS_AI_7)("AI SDK 7 asks it for the width", async () => {
    model.doEmbedCalls = [];
    const embedder = fromEmbeddingModel("test/letters", { dimensions: 24 });
    await withProvider(provider, () => embedder.embed(["one"]));
    expect(model.doEmbedCalls[0]).toMatchObject({ dimensions: 24 });
  });

  test("an answer of another length fails", async () => {
    const doEmbed = { embeddings: [[1]], warnings: [] };
    const wrong = new MockEmbeddingModelV3({ maxEmbeddingsPerCall: 9, doEmbed });
    const found = customProvider({ embeddingModels: { "test/wrong": wrong } });
    const embedder = fromEmbeddingModel("test/wrong");
    const call = (): Promise<unknown> => embedder.embed(["one", "two"]);
    const error = await failureOf(() => withProvider(found, call));
    expect([error.code, error.retryable]).toEqual(["embedder-failed", true]);
  });

  test("a name that nobody knows fails for good", async () => {
    const embedder = fromEmbeddingModel("test/others");
    const call = (): Promise<unknown> => embedder.embed(["one"]);
    const error = await failureOf(() => withProvider(provider, call));
    expect([error.code, error.retryable]).toEqual(["embedder-failed", false]);
    expect(error.message).toBe("embedder test/others failed (AI_NoSuchModelError)");
  });
});

test("the id tells models, widths and options for providers apart", () => {
  const model = new LetterModel("v4");
  const idOf = (options: FromEmbeddingModelOptions): string =>
    fromEmbeddingModel(model, options).id;
  expect(idOf({})).toBe("test.embedding/letters");
  expect(idOf({ providerOptions: { document: {} } })).toBe("test.embedding/letters");
  expect(idOf({ headers: { a: "b" }, maxRetries: 0 })).toBe("test.embedding/letters");
  const one = { query: { a: { x: 1, y: 2 } } };
  const other = { query: { a: { y: 2, x: 1 } } };
  expect(idOf({ providerOptions: one })).toMatch(/^test\.embedding\/letters\+[0-9a-f]{8}$/u);
  expect(idOf({ providerOptions: other })).toBe(idOf({ providerOptions: one }));
  expect(idOf({ providerOptions: { document: one.query } })).not.toBe(
    idOf({ providerOptions: one }),
  );
  expect(idOf({ providerOptions: one, dimensions: 8 })).toContain("letters@8+");
  expect(idOf({ providerOptions: one, id: "mine" })).toBe("mine");
});

/** Batch size and concurrency of an embedder of a model with these limits. */
function limits(limit: number | PromiseLike<number> | undefined, isParallel: boolean): unknown {
  const options = { maxEmbeddingsPerCall: limit, supportsParallelCalls: isParallel };
  const { maxBatchSize, maxConcurrency } = fromEmbeddingModel(new LetterModel("v3", options));
  return [maxBatchSize, maxConcurrency];
}

test("it says of itself what it was told, and takes over the limits of the model", () => {
  const profile = { unrelated: 0.1, related: 0.6 };
  const said = { id: "mine", dimensions: 24, maxBatchSize: 8, profile, normalized: true };
  expect(fromEmbeddingModel(new LetterModel("v3"), said)).toMatchObject(said);
  expect(limits(undefined, true)).toEqual([undefined, undefined]);
  expect(limits(5, false)).toEqual([5, 1]);
  expect(limits(2_048, true)).toEqual([undefined, undefined]);
  expect(limits(Infinity, true)).toEqual([undefined, undefined]);
  expect(limits(Promise.resolve(5), true)).toEqual([undefined, undefined]);
});

test("lists are split as the model says, and parts go out one after another", async () => {
  let underWay = 0;
  const before = async (): Promise<void> => {
    underWay += 1;
    expect(underWay).toBe(1);
    await setImmediate();
    underWay -= 1;
  };
  const model = new LetterModel("v3", { maxEmbeddingsPerCall: 2, before });
  await fromEmbeddingModel(model).embed(["one", "two", "three", "four", "five"]);
  expect(model.calls.map(({ values }) => values.length)).toEqual([2, 2, 1]);
});

test("limits in bytes, which models have under a symbol, are heeded", async () => {
  const model = Object.assign(new LetterModel("v3"), {
    [Symbol.for("vercel.ai.embeddingModel.maxInputBytesPerCall")]: 4,
  });
  await fromEmbeddingModel(model).embed(["aaa", "bbb", "c"]);
  expect(model.calls.map(({ values }) => values)).toEqual([["aaa"], ["bbb", "c"]]);
});

test("a frozen model can be used", async () => {
  const model = Object.freeze(new LetterModel("v4"));
  expect((await fromEmbeddingModel(model).embed(["one"])).vectors).toHaveLength(1);
});

test("an aborted call rejects with the signal's reason at once, and nothing more is asked", async () => {
  const held = Promise.withResolvers<void>();
  const model = new LetterModel("v3", { maxEmbeddingsPerCall: 1, before: () => held.promise });
  const controller = new AbortController();
  const { signal } = controller;
  const pending = fromEmbeddingModel(model).embed(["one", "two", "three"], { signal });
  await setImmediate();
  expect(model.calls[0]?.abortSignal).toBe(signal);
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await rejectionOf(() => pending)).toBe(reason);
  held.resolve();
  await setImmediate();
  expect(model.calls).toHaveLength(1);
});

test("an abort that a model puts in words of its own rejects with the signal's reason", async () => {
  const controller = new AbortController();
  const reason = { code: 7 };
  const before = (): never => {
    controller.abort(reason);
    throw new Error("stopped");
  };
  const embedder = fromEmbeddingModel(new LetterModel("v3", { before }));
  const { signal } = controller;
  expect(await rejectionOf(() => embedder.embed(["one"], { signal }))).toBe(reason);
});

describe("there and back", () => {
  const embedder: Embedder = {
    id: "test/own",
    dimensions: 2,
    embed: async () => ({ vectors: [] }),
  };

  test("gives the same embedder, if no option says otherwise", () => {
    const model = toEmbeddingModel(embedder);
    expect(fromEmbeddingModel(model)).toBe(embedder);
    expect(fromEmbeddingModel(model, { id: "test/own", maxRetries: undefined })).toBe(embedder);
    const other = fromEmbeddingModel(model, { id: "test/other" });
    expect([other === embedder, other.id, other.dimensions]).toEqual([false, "test/other", 2]);
    const slower = fromEmbeddingModel(model, { maxBatchSize: 2 });
    expect([slower.id, slower.maxBatchSize]).toEqual(["test/own", 2]);
  });

  test("and with options, purposes still reach it", async () => {
    const purposes: unknown[] = [];
    const own: Embedder = {
      id: "test/own",
      async embed(texts, options) {
        purposes.push(options?.purpose);
        return { vectors: texts.map(() => new Float32Array([1, 2])) };
      },
    };
    const back = fromEmbeddingModel(toEmbeddingModel(own), { id: "test/other" });
    await back.embed(["one"]);
    await back.embed(["one"], { purpose: "query" });
    expect(purposes).toEqual(["document", "query"]);
  });
});

test.each([
  [{ id: " " }, "options.id must be text that is not blank"],
  [{ dimensions: 0 }, "options.dimensions must be a whole number at least 1"],
  [{ maxBatchSize: 1.5 }, "options.maxBatchSize must be a whole number at least 1"],
  [{ maxRetries: -1 }, "options.maxRetries must be a whole number at least 0"],
  [{ normalized: "yes" }, "options.normalized must be true or false"],
  [{ profile: { unrelated: 2, related: 1 } }, "options.profile"],
  [{ providerOptions: { voyage: {} } }, 'options.providerOptions has no option "voyage"'],
  [{ providerOptions: { query: { a: 1 } } }, "options.providerOptions.query.a must be an object"],
  [{ providerOptions: { query: { a: { b: () => 1 } } } }, "must be a JSON value"],
  [{ headers: [] }, "options.headers must be an object"],
  [{ purpose: "query" }, 'options has no option "purpose"'],
  [null, "options must be an object"],
])("the options %j are refused at once", async (options, problem) => {
  const make = (): unknown =>
    fromEmbeddingModel(new LetterModel("v3"), options as FromEmbeddingModelOptions);
  const error = await failureOf(make);
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain(problem);
});

test("the value of a wrong header is not told", async () => {
  const options = { headers: { authorization: 987_654 } } as unknown as FromEmbeddingModelOptions;
  const error = await failureOf(() => fromEmbeddingModel(new LetterModel("v3"), options));
  expect(error.message).toBe("options.headers[authorization] must be a string");
});

function noAnswer(): void {
  throw new Error("nobody should ask");
}

test.each([
  [undefined, "model must be an object"],
  ["", "model must be text that is not blank"],
  [{ specificationVersion: "v3" }, "model.doEmbed must be a function"],
  [{ specificationVersion: "v1", doEmbed: noAnswer }, "model.specificationVersion must be one of"],
  [{ specificationVersion: "v3", doEmbed: noAnswer }, "model.provider must be a string"],
  [
    { specificationVersion: "v3", provider: "a", doEmbed: noAnswer },
    "model.modelId must be a string",
  ],
])("%j is refused as a model", async (model, problem) => {
  const error = await failureOf(() => fromEmbeddingModel(model as unknown as "name"));
  expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(problem)]);
});

test("options that the caller changes later make no difference", async () => {
  const query = { letters: { purpose: "query" } };
  const headers: Record<string, string> = { a: "b" };
  const model = new LetterModel("v3");
  const embedder = fromEmbeddingModel(model, { providerOptions: { query }, headers });
  query.letters.purpose = "document";
  headers["a"] = "c";
  await embedder.embed(["one"], { purpose: "query" });
  expect(model.calls[0]?.providerOptions).toEqual({ letters: { purpose: "query" } });
  expect(model.calls[0]?.headers).toMatchObject({ a: "b" });
});
