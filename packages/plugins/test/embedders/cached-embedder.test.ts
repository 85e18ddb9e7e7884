import { setImmediate } from "node:timers/promises";

import { countingEmbedder, rejection, vectorOf } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { cachedEmbedder } from "../../src/embedders/index.js";
import type { CachedEmbedderOptions } from "../../src/embedders/index.js";

test("what was embedded before is not asked again, each purpose by itself", async () => {
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner);
  const texts = ["a", "b"];
  const first = await cached.embed(texts);
  expect(first).toEqual({ vectors: texts.map((text) => vectorOf(text)), tokens: 2 });
  expect(await cached.embed(texts, { purpose: "document" })).toEqual({ ...first, tokens: 0 });
  const { vectors } = await cached.embed(["a"], { purpose: "query" });
  expect(vectors).toEqual([vectorOf("a", "query")]);
  expect(inner.calls).toEqual([
    { texts, purpose: undefined },
    { texts: ["a"], purpose: "query" },
  ]);
  expect(cached.statistics).toMatchObject({ hits: 2, misses: 3, entries: 3 });
});

test("only what is missing is asked, once and in one call, and all is in order", async () => {
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner);
  await cached.embed(["c", "a"]);
  const { vectors, tokens } = await cached.embed(["b", "a", "d", "b", "c", "d"]);
  expect(vectors).toEqual(["b", "a", "d", "b", "c", "d"].map((text) => vectorOf(text)));
  expect(tokens).toBe(2);
  expect(inner.calls.map(({ texts }) => texts)).toEqual([
    ["c", "a"],
    ["b", "d"],
  ]);
  expect(cached.statistics).toMatchObject({ hits: 4, misses: 4 });
  expect(await cached.embed([])).toEqual({ vectors: [], tokens: 0 });
  expect(inner.calls).toHaveLength(2);
});

test("an answer in another order is put in order", async () => {
  const inner = countingEmbedder();
  inner.instead = (texts) =>
    Promise.resolve({
      vectors: texts.toReversed().map((text) => vectorOf(text)),
      indices: texts.map((_, index) => texts.length - 1 - index),
    });
  const cached = cachedEmbedder(inner);
  for (let round = 0; round < 2; round += 1) {
    expect(await cached.embed(["a", "b", "c"])).toMatchObject({
      vectors: ["a", "b", "c"].map((text) => vectorOf(text)),
    });
  }
  expect(inner.calls).toHaveLength(1);
});

test("who changes a vector harms nobody, be it the caller or the embedder", async () => {
  const inner = countingEmbedder();
  const own: Float32Array[] = [];
  inner.instead = (texts) => {
    const vectors = texts.map((text) => vectorOf(text));
    own.push(...vectors);
    return Promise.resolve({ vectors });
  };
  const cached = cachedEmbedder(inner);
  const { vectors } = await cached.embed(["a", "a"]);
  vectors[0]?.fill(9);
  expect(vectors[1]).toEqual(vectorOf("a"));
  for (const vector of own) vector.fill(8);
  const again = await cached.embed(["a"]);
  expect(again.vectors).toEqual([vectorOf("a")]);
  again.vectors[0]?.fill(7);
  expect((await cached.embed(["a"])).vectors).toEqual([vectorOf("a")]);
});

test.each([
  ["zero", Float32Array.of(0, 0, 0)],
  ["not finite", Float32Array.of(1, Number.NaN, 0)],
  ["of another width", Float32Array.of(1, 2)],
  ["no vector", [1, 2, 3]],
])("a vector that is %s is handed on and not kept, and the others are", async (_, bad) => {
  const inner = countingEmbedder();
  inner.instead = () => Promise.resolve({ vectors: [vectorOf("a"), bad as Float32Array] });
  const cached = cachedEmbedder(inner);
  expect((await cached.embed(["a", "b"])).vectors).toEqual([vectorOf("a"), bad]);
  inner.instead = undefined;
  expect((await cached.embed(["a", "b"])).vectors).toEqual([vectorOf("a"), vectorOf("b")]);
  expect(inner.calls.map(({ texts }) => texts)).toEqual([["a", "b"], ["b"]]);
});

test("one answer of a wrong width makes no later one wrong, and is asked again", async () => {
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner);
  inner.instead = (texts) => Promise.resolve({ vectors: texts.map(() => Float32Array.of(1, 2)) });
  await cached.embed(["a", "b"]);
  inner.instead = undefined;
  expect((await cached.embed(["c"])).vectors).toEqual([vectorOf("c")]);
  for (let round = 0; round < 2; round += 1) {
    const { vectors } = await cached.embed(["a", "c", "b"]);
    expect(vectors).toEqual(["a", "c", "b"].map((text) => vectorOf(text)));
  }
  expect(inner.calls.map(({ texts }) => texts)).toEqual([["a", "b"], ["c"], ["a", "b"]]);
});

test("what was found is asked again, once, if the answer beside it is of another width", async () => {
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner);
  inner.instead = (texts) => Promise.resolve({ vectors: texts.map(() => Float32Array.of(1, 2)) });
  await cached.embed(["a"]);
  inner.instead = undefined;
  expect(await cached.embed(["a", "b", "a"])).toEqual({
    vectors: ["a", "b", "a"].map((text) => vectorOf(text)),
    tokens: 2,
  });
  expect(inner.calls.map(({ texts }) => texts)).toEqual([["a"], ["b"], ["a"]]);
});

test("a text that cannot be embedded is named by its place in the caller's list, and nothing is asked twice", async () => {
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner);
  await cached.embed(["a", "b"]);
  inner.calls.length = 0;
  const plain = await rejection(() => cached.embed(["a", "c", "b", "too long"]));
  expect(plain).toMatchObject({ code: "invalid-input", message: "texts[3] is too long" });
  expect(plain.details).toEqual({});
  expect(inner.calls.map(({ texts }) => texts)).toEqual([["c", "too long"]]);
  inner.namesIndex = true;
  const named = await rejection(() => cached.embed(["a", "c", "b", "too long"]));
  expect(named).toMatchObject({ message: "texts[3] is too long", details: { textIndex: 3 } });
  const first = await rejection(() => cached.embed(["too long", "a"]));
  expect(first).toMatchObject({ message: "texts[0] is too long", details: { textIndex: 0 } });
  await expect(cached.embed(["a", 7 as never])).rejects.toMatchObject({
    details: { textIndex: 1 },
  });
});

test("an answer for too few texts is refused, and nothing of it is kept", async () => {
  const inner = countingEmbedder();
  inner.instead = () => Promise.resolve({ vectors: [vectorOf("a")] });
  const cached = cachedEmbedder(inner);
  const error = await rejection(() => cached.embed(["a", "b"]));
  expect(error).toMatchObject({ code: "embedder-failed" });
  expect(error.message).toContain("answered 1 vectors for 2 texts");
  expect(cached.statistics.entries).toBe(0);
});

test("an embedder that fails is asked again the next time", async () => {
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner);
  const down = new Error("down");
  inner.instead = () => Promise.reject(down);
  await expect(cached.embed(["a"])).rejects.toBe(down);
  inner.instead = undefined;
  expect((await cached.embed(["a"])).vectors).toEqual([vectorOf("a")]);
});

test("of more than maxEntries those go that were not used for longest", async () => {
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner, { maxEntries: 3 });
  await cached.embed(["a", "b", "c"]);
  await cached.embed(["a"]);
  await cached.embed(["d"]);
  inner.calls.length = 0;
  await cached.embed(["a", "c", "d"]);
  expect(inner.calls).toEqual([]);
  await cached.embed(["b"]);
  expect(inner.calls).toHaveLength(1);
  expect(cached.statistics.entries).toBe(3);
});

test("what it holds never takes more than maxBytes", async () => {
  const width = 1_000;
  const inner = countingEmbedder();
  inner.instead = (texts) =>
    Promise.resolve({ vectors: texts.map(() => new Float32Array(width).fill(1)) });
  const cached = cachedEmbedder(inner, { maxBytes: 20_000 });
  for (let index = 0; index < 50; index += 1) {
    await cached.embed([`text ${index}`]);
    expect(cached.statistics.bytes).toBeLessThanOrEqual(20_000);
  }
  expect(cached.statistics.entries).toBe(4);
  const none = cachedEmbedder(inner, { maxEntries: 0 });
  await none.embed(["a"]);
  expect(none.statistics).toMatchObject({ entries: 0, bytes: 0 });
});

test("it says what the embedder says, also what that learns later", () => {
  const inner = countingEmbedder({ maxBatchSize: 5, maxBatchTokens: 6, maxConcurrency: 7 });
  const cached = cachedEmbedder(inner);
  const { maxBatchSize, maxBatchTokens, maxConcurrency, id, profile } = cached;
  expect({ maxBatchSize, maxBatchTokens, maxConcurrency, id, profile }).toEqual({
    maxBatchSize: 5,
    maxBatchTokens: 6,
    maxConcurrency: 7,
    id: inner.id,
    profile: inner.profile,
  });
  expect(cached.dimensions).toBeUndefined();
  expect(cached.normalized).toBeUndefined();
  Object.assign(inner, { dimensions: 3, normalized: true });
  expect(cached.dimensions).toBe(3);
  expect(cached.normalized).toBe(true);
});

test("who gives up is not answered and harms nobody who asks for the same", async () => {
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner);
  const { promise, resolve } = Promise.withResolvers<void>();
  inner.hold = promise;
  inner.instead = (texts, options) => {
    options?.signal?.throwIfAborted();
    return Promise.resolve({ vectors: texts.map((text) => vectorOf(text)) });
  };
  const controller = new AbortController();
  const given = cached.embed(["a"], { signal: controller.signal });
  const other = cached.embed(["a"]);
  const reason = new Error("enough");
  controller.abort(reason);
  resolve();
  await expect(given).rejects.toBe(reason);
  expect((await other).vectors).toEqual([vectorOf("a")]);
  await expect(cached.embed(["a"], { signal: controller.signal })).rejects.toBe(reason);
});

test("who gives up does not wait for an embedder that hears no signal", async () => {
  const inner = countingEmbedder();
  inner.hold = new Promise(() => undefined);
  const controller = new AbortController();
  const reason = new Error("enough");
  const call = cachedEmbedder(inner).embed(["a"], { signal: controller.signal });
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test("what is forgotten is asked again, for any purpose, and the embedder is told", async () => {
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner);
  await cached.embed(["a", "b"]);
  await cached.embed(["a"], { purpose: "query" });
  await cached.forget(["a"]);
  expect(inner.forgotten).toEqual(["a"]);
  expect(cached.statistics.entries).toBe(1);
  inner.calls.length = 0;
  await cached.embed(["a", "b"]);
  await cached.embed(["a"], { purpose: "query" });
  expect(inner.calls.map(({ texts }) => texts)).toEqual([["a"], ["a"]]);
});

test("what is forgotten while it is under way is answered and not kept", async () => {
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner);
  const { promise, resolve } = Promise.withResolvers<void>();
  inner.hold = promise;
  const underWay = cached.embed(["a"]);
  await setImmediate();
  await cached.forget(["a"]);
  resolve();
  expect((await underWay).vectors).toEqual([vectorOf("a")]);
  expect(cached.statistics.entries).toBe(0);
});

test("once it is closed it holds nothing, and every call fails with closed", async () => {
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner);
  await cached.embed(["a"]);
  await Promise.all([cached.close(), cached.close()]);
  expect(inner.closed).toBe(1);
  expect(cached.statistics.entries).toBe(0);
  for (const call of [() => cached.embed(["a"]), () => cached.forget(["a"])]) {
    expect((await rejection(call)).code).toBe("closed");
  }
});

test.each([
  [{ maxEntries: -1 }, "options.maxEntries must be a whole number at least 0"],
  [{ maxEntries: 1.5 }, "options.maxEntries must be a whole number"],
  [{ maxBytes: Number.NaN }, "options.maxBytes must be a whole number"],
  [{ store: { get: () => [] } }, "options.store.set must be a function"],
  [{ logger: {} }, "options.logger.warn must be a function"],
  [{ ttlMs: 5 }, 'options has no option "ttlMs"'],
])("%j is refused", async (options, message) => {
  const error = await rejection(() =>
    cachedEmbedder(countingEmbedder(), options as CachedEmbedderOptions),
  );
  expect(error).toMatchObject({ code: "invalid-input" });
  expect(error.message).toContain(message);
});

test("what is no embedder is refused", async () => {
  const error = await rejection(() => cachedEmbedder({ id: "x" } as never));
  expect(error.message).toBe("embedder.embed must be a function, got undefined");
});
