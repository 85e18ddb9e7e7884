import { setImmediate } from "node:timers/promises";

import { countingEmbedder, vectorOf } from "@kioku/testing/support";
import { expect, test } from "vitest";

import {
  batchesOf,
  embedTexts,
  embedWithFallback,
  textsAtOnce,
  planBatches,
} from "../../src/embedding/embed-texts.js";
import { MemoryError } from "../../src/index.js";
import { estimateTokens } from "../../src/toolkit/index.js";

function words(count: number): string {
  return Array.from({ length: count }, () => "word").join(" ");
}

/** Returns true for the vector of this text, at length 1. */
function isOf(text: string, values: Float32Array | undefined): boolean {
  const own = vectorOf(text);
  const length = Math.hypot(...own);
  return own.every((value, index) => Math.abs(value / length - (values?.[index] ?? 9)) < 1e-6);
}

test("no batch holds more texts or tokens than the embedder takes, and every text gets its own vector", async () => {
  const embedder = countingEmbedder({ maxBatchSize: 5, maxBatchTokens: 100 });
  const texts = Array.from({ length: 60 }, (_, index) => `${index} ${words((index * 37) % 60)}`);
  const { vectors, failure } = await embedTexts(embedder, texts);
  expect(failure).toBeUndefined();
  for (const [index, text] of texts.entries()) {
    expect(isOf(text, vectors[index]?.values)).toBe(true);
  }
  const asked = embedder.calls.map((call) => call.texts);
  const tokens = asked.map((some) => some.reduce((sum, text) => sum + estimateTokens(text), 0));
  expect(Math.max(...tokens)).toBeLessThanOrEqual(100);
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(5);
  expect(asked.flat().toSorted()).toEqual(texts.toSorted());
  // Each is as long as the limits allow: the first text of the next one would not have fitted.
  for (const [index, some] of asked.slice(0, -1).entries()) {
    const [next = ""] = asked[index + 1] ?? [];
    expect(some.length === 5 || (tokens[index] ?? 0) + estimateTokens(next) > 100).toBe(true);
  }
});

test("a text that alone has too many tokens goes alone", async () => {
  const embedder = countingEmbedder({ maxBatchTokens: 10 });
  await embedTexts(embedder, ["a", words(50), "b"]);
  expect(embedder.calls.map(({ texts }) => texts.length)).toEqual([1, 1, 1]);
});

test("tokens are counted only where they are limited, and no further than needed", () => {
  const counted: number[] = [];
  const list = {
    count: 100,
    tokensOf: (index: number) => {
      counted.push(index);
      return 4;
    },
  };
  expect([...batchesOf(list, { maxSize: 64 })]).toEqual([
    { start: 0, end: 64 },
    { start: 64, end: 100 },
  ]);
  expect(counted).toEqual([]);
  const batches = batchesOf(list, { maxSize: 64, maxTokens: 12 });
  expect(batches.next().value).toEqual({ start: 0, end: 3 });
  expect(counted).toEqual([0, 1, 2, 3]);
});

test("planned batches cover all texts in order", () => {
  expect(planBatches([], { maxSize: 3 })).toEqual([]);
  expect(planBatches([1, 1, 1, 1], { maxSize: 3 })).toEqual([
    { start: 0, end: 3 },
    { start: 3, end: 4 },
  ]);
  expect(planBatches([5, 5, 9, 1, 1], { maxSize: 3, maxTokens: 10 })).toEqual([
    { start: 0, end: 2 },
    { start: 2, end: 4 },
    { start: 4, end: 5 },
  ]);
});

test.each([0, -1, 1.5, Number.NaN])("batches of %s texts are refused", (maxSize) => {
  expect(() => planBatches([1, 1], { maxSize })).toThrow("limits.maxSize must be a whole number");
});

test.each([
  [undefined, 4],
  [1, 1],
  [7, 7],
])("with a maxConcurrency of %s, %i calls are under way at once", async (maxConcurrency, most) => {
  const embedder = countingEmbedder({ maxBatchSize: 2, maxConcurrency });
  embedder.hold = setImmediate();
  const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`);
  await embedTexts(embedder, texts);
  expect(embedder.mostAtOnce).toBe(most);
  expect(textsAtOnce(embedder)).toBe(2 * most);
});

test("of a batch with texts that cannot be embedded all others get their vectors", async () => {
  const embedder = countingEmbedder({ maxBatchSize: 64, maxConcurrency: 1 });
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
  const bad = [0, 17, 18, 63, 99];
  for (const index of bad) texts[index] += " too long";
  const progress: number[] = [];
  const { vectors, unfit, failure } = await embedTexts(embedder, texts, {
    onProgress: (done) => progress.push(done),
  });
  expect([...unfit].toSorted((a, b) => a - b)).toEqual(bad);
  const own = texts.map((text, index) => isOf(text, vectors[index]?.values));
  expect(own).toEqual(texts.map((_, index) => !bad.includes(index)));
  expect(vectors.filter((vector) => vector === undefined)).toHaveLength(bad.length);
  expect(failure).toMatchObject({
    code: "embedder-failed",
    retryable: false,
    message: "embedder test/counting@3 cannot embed one of the texts",
  });
  expect(failure?.cause).toMatchObject({ code: "invalid-input" });
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(100);
  // Per guilty text no more than two calls for each halving.
  expect(embedder.calls.length).toBeLessThanOrEqual(2 + bad.length * 12);
});

test("a text that is named is taken out, and the rest is asked for once", async () => {
  const embedder = countingEmbedder({ maxBatchSize: 64, maxConcurrency: 1 });
  embedder.namesIndex = true;
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
  const bad = [0, 17, 63, 99];
  for (const index of bad) texts[index] += " too long";
  const progress: number[] = [];
  const { vectors, unfit, failure } = await embedTexts(embedder, texts, {
    onProgress: (done) => progress.push(done),
  });
  expect([...unfit]).toEqual(bad);
  const own = texts.map((text, index) => isOf(text, vectors[index]?.values));
  expect(own).toEqual(texts.map((_, index) => !bad.includes(index)));
  expect(failure?.cause).toMatchObject({ code: "invalid-input" });
  expect(embedder.calls.map((call) => call.texts.length)).toEqual([64, 63, 62, 61, 36, 35]);
  expect(progress).toEqual([1, 2, 3, 64, 65, 100]);
});

test.each([-1, 8, 1.5, "3", Number.NaN])(
  "a textIndex of %j names no text, and the batch is halved",
  async (textIndex) => {
    const embedder = countingEmbedder();
    embedder.instead = (texts) => {
      if (!texts.includes("text 5")) {
        return Promise.resolve({ vectors: texts.map((text) => vectorOf(text)) });
      }
      const details = { textIndex: textIndex as number };
      return Promise.reject(new MemoryError("invalid-input", "no", { details }));
    };
    const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
    const { unfit, vectors } = await embedTexts(embedder, texts);
    expect([...unfit]).toEqual([5]);
    expect(vectors.filter((vector) => vector)).toHaveLength(7);
    expect(embedder.calls).toHaveLength(7);
  },
);

test("the failure is that of the embedder rather than of a text, with the longest wait", async () => {
  const embedder = countingEmbedder({ maxBatchSize: 1, maxConcurrency: 1 });
  const waits = [undefined, 2_000, 9_000, 4_000];
  embedder.instead = (texts) => {
    const wait = waits[Number(texts[0])];
    const busy = new MemoryError("embedder-failed", "429", {
      retryable: true,
      details: { retryAfterMs: wait },
    });
    return Promise.reject(wait ? busy : new MemoryError("invalid-input", "texts[0] is empty"));
  };
  const { failure } = await embedTexts(embedder, ["0", "1", "2", "3"]);
  expect(failure).toMatchObject({ retryable: true, cause: { details: { retryAfterMs: 9_000 } } });
  const other = countingEmbedder({ id: "test/other@3" });
  other.instead = () =>
    Promise.reject(
      new MemoryError("embedder-failed", "429", {
        retryable: true,
        details: { retryAfterMs: 60_000 },
      }),
    );
  const all = await embedWithFallback([embedder, other], ["0", "1"]);
  expect(all.failure).toMatchObject({ cause: { details: { retryAfterMs: 60_000 } } });
});

test.each([
  ["too few vectors", []],
  ["zeros", [new Float32Array(3)]],
  ["numbers that are none", [Float32Array.of(1, Number.NaN, 2)]],
  ["another width", [Float32Array.of(1, 2)]],
])("an answer with %s may be a passing fault, and can be tried again", async (_, vectors) => {
  const embedder = countingEmbedder({ dimensions: 3 });
  embedder.instead = () => Promise.resolve({ vectors });
  const { failure, unfit } = await embedTexts(embedder, ["a"]);
  expect(failure).toMatchObject({ code: "embedder-failed", retryable: true });
  expect(unfit.size).toBe(0);
});

test("a batch that fails for another reason is not divided", async () => {
  const embedder = countingEmbedder({ maxBatchSize: 10 });
  embedder.instead = () => Promise.reject(new Error("down"));
  const texts = Array.from({ length: 25 }, (_, index) => `text ${index}`);
  const { failure, unfit } = await embedTexts(embedder, texts);
  expect(failure?.retryable).toBe(true);
  expect(unfit.size).toBe(0);
  expect(embedder.calls).toHaveLength(3);
});

test("an abort ends it with the signal's reason, and no further batch is asked for", async () => {
  const embedder = countingEmbedder({ maxBatchSize: 1, maxConcurrency: 2 });
  const controller = new AbortController();
  const reason = new Error("enough");
  embedder.instead = (_, options) => {
    if (embedder.calls.length === 4) controller.abort(reason);
    options?.signal?.throwIfAborted();
    return Promise.resolve({ vectors: [vectorOf("any")] });
  };
  const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
  await expect(embedTexts(embedder, texts, { signal: controller.signal })).rejects.toBe(reason);
  expect(embedder.calls.length).toBeLessThanOrEqual(5);
});

test("only what every embedder refuses is unfit", async () => {
  const first = countingEmbedder();
  const second = countingEmbedder({ id: "test/other@3" });
  second.instead = (texts) => Promise.resolve({ vectors: texts.map((text) => vectorOf(text)) });
  const helped = await embedWithFallback([first, second], ["a", "too long"]);
  expect(helped.unfit.size).toBe(0);
  expect(helped.vectors[1]?.space.id).toBe("test/other@3");
  second.instead = () => Promise.reject(new Error("down"));
  expect((await embedWithFallback([first, second], ["a", "too long"])).unfit.size).toBe(0);
  second.instead = undefined;
  const { unfit } = await embedWithFallback([first, second], ["a", "too long", "b"]);
  expect([...unfit]).toEqual([1]);
});
