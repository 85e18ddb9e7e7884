import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";
import { countingEmbedder, mapVectorCache, vectorOf } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { cachedEmbedder } from "../../src/embedders/index.js";

/** Two embedders on one second layer, as two processes have them. */
function layered() {
  const store = mapVectorCache();
  const inner = countingEmbedder();
  const warnings: string[] = [];
  const logger = {
    warn: (message: string, details?: object) =>
      warnings.push(`${message} ${JSON.stringify(details)}`),
    error: (message: string) => warnings.push(message),
  };
  const make = () => cachedEmbedder(inner, { store, logger });
  return { store, inner, warnings, make };
}

test("what another one embedded comes from the second layer, and is then in memory", async () => {
  const { make, inner, store } = layered();
  await make().embed(["a", "b"]);
  const fresh = make();
  expect(await fresh.embed(["b", "c", "a"])).toEqual({
    vectors: ["b", "c", "a"].map((text) => vectorOf(text)),
    tokens: 1,
  });
  expect(inner.calls.map(({ texts }) => texts)).toEqual([["a", "b"], ["c"]]);
  expect(fresh.statistics).toMatchObject({ hits: 2, misses: 1, entries: 3 });
  store.kept.clear();
  await fresh.embed(["b"]);
  expect(inner.calls).toHaveLength(2);
});

test("keys say nothing of the text, and differ by model, purpose and text", async () => {
  const { make, store } = layered();
  await make().embed(["a secret", "another"]);
  await make().embed(["a secret"], { purpose: "query" });
  await cachedEmbedder(countingEmbedder({ id: "test/other@3" }), { store }).embed(["a secret"]);
  expect(store.kept.size).toBe(4);
  for (const key of store.kept.keys()) expect(key).toMatch(/^[0-9a-f]{64}$/u);
});

/** Messages that are logged when the second layer begins to fail. */
function told(reason: string): readonly string[] {
  const about = "cached vectors of embedder test/counting@3 could not be";
  return ["read", "written"].map((what) => `${about} ${what} {"reason":"${reason}"}`);
}

test("a second layer that fails costs no answer, and is told of", async () => {
  const { make, store, warnings } = layered();
  const cached = make();
  store.failure = new Error("disk full of secrets");
  for (const text of ["a", "b", "c"]) {
    expect((await cached.embed([text])).vectors).toEqual([vectorOf(text)]);
  }
  // Once, and not for each call.
  expect(warnings.splice(0)).toEqual(told("unknown"));
  expect((await cached.embed(["a"])).tokens).toBe(0);
  store.failure = undefined;
  await cached.embed(["d"]);
  expect(warnings).toEqual([]);
  store.failure = new MemoryError("store-failed", "the disk is full");
  await cached.embed(["e"]);
  expect(warnings).toEqual(told("the disk is full"));
});

test("what a second layer gives that is no vector of the space counts as missing", async () => {
  const { make, store, inner } = layered();
  await make().embed(["a", "b", "c"]);
  const [first, second] = [...store.kept.keys()];
  store.kept.set(first ?? "", Float32Array.of(Number.NaN, 1, 1));
  store.kept.set(second ?? "", new Float32Array(3));
  inner.calls.length = 0;
  const { vectors } = await make().embed(["a", "b", "c"]);
  expect(vectors).toEqual(["a", "b", "c"].map((text) => vectorOf(text)));
  expect(inner.calls.map(({ texts }) => texts)).toEqual([["a", "b"]]);
});

test("what a second layer has of another width is asked again and overwritten", async () => {
  const { make, store, inner } = layered();
  inner.instead = (texts) => Promise.resolve({ vectors: texts.map(() => Float32Array.of(1, 2)) });
  await make().embed(["a"]);
  inner.instead = undefined;
  const cached = make();
  await cached.embed(["b"]);
  expect((await cached.embed(["a"])).vectors).toEqual([vectorOf("a")]);
  expect([...store.kept.values()].map(({ length }) => length)).toEqual([3, 3]);
  // And of two widths that are found at once only one can be right.
  store.kept.set([...store.kept.keys()][1] ?? "", Float32Array.of(1, 2));
  expect((await make().embed(["a", "b"])).vectors).toEqual([vectorOf("a"), vectorOf("b")]);
  expect((await make().embed(["b", "a"])).vectors).toEqual([vectorOf("b"), vectorOf("a")]);
});

test("an abort does not wait for the second layer", async () => {
  const { make, store } = layered();
  store.holdSet = new Promise(() => undefined);
  const controller = new AbortController();
  const reason = new Error("enough");
  const call = make().embed(["a"], { signal: controller.signal });
  await setImmediate();
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test("forgetting reaches the second layer, after what is being written", async () => {
  const { make, store } = layered();
  const cached = make();
  const { promise, resolve } = Promise.withResolvers<void>();
  store.holdSet = promise;
  const controller = new AbortController();
  const call = cached.embed(["a"], { signal: controller.signal });
  await setImmediate();
  controller.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
  const forgetting = cached.forget(["a"]);
  await setImmediate();
  resolve();
  await forgetting;
  expect(store.kept.size).toBe(0);
});

test("what is read from the second layer while it forgets is not kept in memory", async () => {
  const { make, store } = layered();
  await make().embed(["a"]);
  const cached = make();
  const { promise, resolve } = Promise.withResolvers<void>();
  store.holdDelete = promise;
  const forgetting = cached.forget(["a"]);
  await cached.embed(["a"]);
  resolve();
  await forgetting;
  expect(cached.statistics.entries).toBe(0);
  expect(store.kept.size).toBe(0);
});

test("a second layer that cannot forget fails the call, and the embedder has forgotten", async () => {
  const { make, store, inner } = layered();
  const cached = make();
  await cached.embed(["a"]);
  store.failure = new Error("disk");
  await expect(cached.forget(["a"])).rejects.toThrow("disk");
  expect(inner.forgotten).toEqual(["a"]);
  expect(cached.statistics.entries).toBe(0);
});

test("closing closes both, also when one fails", async () => {
  const { make, store, inner } = layered();
  const cached = make();
  store.failure = new Error("disk");
  await expect(cached.close()).rejects.toThrow("disk");
  expect([store.closed, inner.closed]).toEqual([1, 1]);
});
