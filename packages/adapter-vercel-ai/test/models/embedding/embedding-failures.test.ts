import { inspect } from "node:util";

import { createMemory, inMemoryStore, MemoryError } from "@kioku/core";
import { LoadAPIKeyError } from "ai";
import { expect, test } from "vitest";

import { fromEmbeddingModel } from "../../../src/index.js";
import { LetterModel } from "../../support/letter-models.js";
import { apiFailure, failureOf, SECRET } from "../../support/model-failures.js";

function failing(error: unknown): LetterModel<"v3"> {
  return new LetterModel("v3", {
    before: () => {
      throw error;
    },
  });
}

test.each([
  [429, true],
  [500, true],
  [408, true],
  [401, false],
  [400, false],
  [404, false],
] as const)("status %i is embedder-failed, retryable: %s", async (status, retryable) => {
  const thrown = apiFailure(status);
  const headers = { authorization: `Bearer ${SECRET}` };
  const embedder = fromEmbeddingModel(failing(thrown), { maxRetries: 0, headers });
  const error = await failureOf(() => embedder.embed([SECRET]));
  expect([error.code, error.retryable]).toEqual(["embedder-failed", retryable]);
  expect(error.message).toBe(
    `embedder test.embedding/letters failed (AI_APICallError, status ${status})`,
  );
  expect(error.cause).toBe(thrown);
  expect(inspect(error)).not.toContain("Bearer");
});

test.each([
  [{ "retry-after-ms": "1500" }, 1_500],
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": "7", "retry-after-ms": "10" }, 10],
  [{ "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }, undefined],
  [{}, undefined],
] as const)(
  "with the headers %j, the error asks for a wait of %s ms",
  async (responseHeaders, after) => {
    const thrown = apiFailure(429, { responseHeaders });
    const embedder = fromEmbeddingModel(failing(thrown), { maxRetries: 0 });
    const error = await failureOf(() => embedder.embed(["one"]));
    expect(MemoryError.is(error, "embedder-failed") && error.details.retryAfterMs).toBe(after);
  },
);

test("the AI SDK tries twice more, and what it then throws says as much as a single failure", async () => {
  const thrown = apiFailure(503, { responseHeaders: { "retry-after-ms": "0" } });
  for (const maxRetries of [undefined, 1]) {
    const model = failing(thrown);
    const error = await failureOf(() => fromEmbeddingModel(model, { maxRetries }).embed(["one"]));
    expect(model.calls).toHaveLength((maxRetries ?? 2) + 1);
    expect([error.code, error.retryable]).toEqual(["embedder-failed", true]);
    expect(error.message).toContain("(AI_APICallError, status 503)");
    expect(error.cause).toMatchObject({ name: "AI_RetryError", lastError: thrown });
  }
});

test("what the gateway throws is told by its own word, and by what it wraps", async () => {
  const thrown = Object.assign(new Error(SECRET), {
    name: "GatewayRateLimitError",
    statusCode: 429,
    isRetryable: true,
    cause: apiFailure(429, { responseHeaders: { "retry-after": "3" } }),
  });
  const embedder = fromEmbeddingModel(failing(thrown), { maxRetries: 0 });
  const error = await failureOf(() => embedder.embed(["one"]));
  expect(error).toMatchObject({ retryable: true, details: { retryAfterMs: 3_000 } });
  expect(error.message).toContain("(GatewayRateLimitError, status 429)");
});

test.each([
  ["an error of anybody", new Error(SECRET), true],
  ["no error", SECRET, true],
  ["nothing", undefined, true],
  [
    "an error with a secret for a name",
    Object.assign(new Error("x"), { name: `AI_${SECRET}` }),
    true,
  ],
  ["a missing key", new LoadAPIKeyError({ message: SECRET }), false],
] as const)("%s fails the call, retryable as it may be", async (_, thrown, retryable) => {
  const embedder = fromEmbeddingModel(failing(thrown), { maxRetries: 0 });
  const error = await failureOf(() => embedder.embed(["one"]));
  expect([error.code, error.retryable]).toEqual(["embedder-failed", retryable]);
  expect(error.message).not.toContain(SECRET);
});

test.each([
  ["no list", undefined],
  ["a text", "x"],
  ["a list of nothing", [undefined]],
  ["texts", ["0.5"]],
  ["numbers as texts", [["0.5", "1"]]],
  ["holes", [[null, 1]]],
  ["big integers", [[1n, 2n]]],
  ["too many", [[1], [2]]],
  ["too few", []],
] as const)("%s for vectors fail the call, which may succeed later", async (_, embeddings) => {
  const model = {
    specificationVersion: "v3",
    provider: "test",
    modelId: "wrong",
    doEmbed: async () => ({ embeddings, warnings: [] }),
  };
  const embedder = fromEmbeddingModel(model as never, { maxRetries: 0 });
  const error = await failureOf(() => embedder.embed(["x"]));
  expect([error.code, error.retryable]).toEqual(["embedder-failed", true]);
  expect(error.message).toContain("embedder test/wrong");
});

test("a part that is too long does not make up for one that is too short", async () => {
  const sizes = [1, 3];
  const model = {
    specificationVersion: "v3",
    provider: "test",
    modelId: "shifted",
    maxEmbeddingsPerCall: 2,
    doEmbed: async () => {
      const embeddings = Array.from({ length: sizes.shift() ?? 0 }, () => [1, 2]);
      return { embeddings, warnings: [] };
    },
  };
  const embedder = fromEmbeddingModel(model as never, { maxRetries: 0 });
  const error = await failureOf(() => embedder.embed(["a", "b", "c", "d"]));
  expect(error.message).toBe("embedder test/shifted answered 1 vectors for 2 texts");
});

test("numbers of other lists are vectors as well", async () => {
  const model = {
    specificationVersion: "v3",
    provider: "test",
    modelId: "typed",
    doEmbed: async () => ({ embeddings: [new Float64Array([1, 2])], warnings: [] }),
  };
  const { vectors } = await fromEmbeddingModel(model as never).embed(["x"]);
  expect(vectors).toEqual([new Float32Array([1, 2])]);
});

test.each([
  [413, {}],
  [400, { message: "This model's maximum context length is 8192 tokens" }],
  [400, { responseBody: '{"error":{"message":"Input is too long: 9000 tokens"}}' }],
  [422, { message: "inputs must have less than 512 tokens; max_tokens exceeded" }],
  [400, { message: "Too many tokens in the batch" }],
] as const)("status %i with %j says that a text is too long", async (status, said) => {
  const embedder = fromEmbeddingModel(failing(apiFailure(status, said)));
  const one = await failureOf(() => embedder.embed([SECRET]));
  expect([one.code, one.retryable]).toEqual(["invalid-input", false]);
  expect(one.message).toContain("cannot embed texts[0]: it is too long");
  const two = await failureOf(() => embedder.embed([SECRET, SECRET]));
  expect(two.message).toContain("cannot embed these 2 texts");
  expect(`${one.message}${two.message}`).not.toContain(SECRET);
});

test("a text is too long, too, if that was said after another failure", async () => {
  const failures = [
    apiFailure(503, { responseHeaders: { "retry-after-ms": "0" } }),
    apiFailure(400, { message: "too long" }),
  ];
  const model = new LetterModel("v3", {
    before: () => {
      throw failures.shift() ?? new Error("asked too often");
    },
  });
  const error = await failureOf(() => fromEmbeddingModel(model).embed(["one"]));
  expect(error.code).toBe("invalid-input");
});

test.each([
  [400, { message: "Invalid value for input_type" }],
  [429, { message: "Too many tokens per minute" }],
  [500, { message: "maximum context length" }],
] as const)("status %i with %j does not", async (status, said) => {
  const embedder = fromEmbeddingModel(failing(apiFailure(status, said)), { maxRetries: 0 });
  expect((await failureOf(() => embedder.embed(["one"]))).code).toBe("embedder-failed");
});

test("one text that is too long costs the others of its list nothing", async () => {
  const model = new LetterModel("v3", {
    before: ({ values }) => {
      if (values.some((text) => text.length > 50)) throw apiFailure(400, { message: "too long" });
    },
  });
  const embedder = fromEmbeddingModel(model);
  const memory = createMemory({ store: inMemoryStore(), embedder, retryEmbedding: false });
  const receipts = await memory.rememberAll(["one", "two", "x ".repeat(40), "three"]);
  expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored", "queued", "stored"]);
});
