import { rejection } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, definePlugin, inMemoryStore } from "../../../src/index.js";
import type { Embedder, MemoryRoot } from "../../../src/index.js";
import type { CompleteStore } from "../../../src/toolkit/index.js";
import { memoryVectors } from "../../../src/toolkit/index.js";
import { tableEmbedder } from "../../support/table-embedder.js";

const OWN = tableEmbedder({ tea: [1, 0, 0, 0], coffee: [0, 1, 0, 0] }, "test/own@4");

/** Another model, of two dimensions, that counts what it embeds. */
function other(id = "test/other@2"): Embedder & { readonly texts: string[] } {
  const texts: string[] = [];
  return {
    id,
    texts,
    embed: async (given) => {
      texts.push(...given);
      return { vectors: given.map((text) => Float32Array.of(text === "tea" ? 1 : 0, 1)) };
    },
  };
}

function open(store: CompleteStore, embedder: Embedder | readonly Embedder[] = OWN): MemoryRoot {
  return createMemory({ store, embedder });
}

async function states(memory: MemoryRoot): Promise<Record<string, string>> {
  return Object.fromEntries((await memory.spaces()).map(({ id, state }) => [id, state]));
}

test("vectors of an embedder that is not the memory's are found there and nowhere else", async () => {
  const memory = open(inMemoryStore());
  const vectors = memoryVectors(memory, { embedder: other() });
  const [receipt] = await vectors.rememberAll([{ content: "tea" }]);
  expect(receipt?.status).toBe("stored");
  await memory.remember("coffee");
  const found = await vectors.search({ query: "tea" });
  expect(found.map(({ content }) => content)).toEqual(["tea"]);
  expect(found[0]?.signals?.similarity).toBeCloseTo(1);
  const recalled = await memory.recall({ query: "tea", mode: "semantic", minScore: 0 });
  expect(recalled.map(({ content }) => content)).toEqual(["coffee"]);
  expect(await states(memory)).toEqual({ "test/own@4": "ready", "test/other@2": "separate" });
  expect((await memory.spaces()).map(({ missing }) => missing)).toEqual([0, 1]);
});

test("a memory opens on a store that holds nothing but vectors of somebody else", async () => {
  const store = inMemoryStore();
  await memoryVectors(open(store), { embedder: other() }).rememberAll([{ content: "tea" }]);
  const memory = open(store);
  await memory.remember("coffee");
  expect((await memory.recall({ query: "coffee", mode: "semantic" }))[0]?.content).toBe("coffee");
  expect(await states(memory)).toEqual({ "test/own@4": "ready", "test/other@2": "separate" });
});

test("reindex gives such records the memory's vectors too and leaves the space as it is", async () => {
  const memory = open(inMemoryStore());
  const vectors = memoryVectors(memory, { embedder: other() });
  await vectors.rememberAll([{ content: "tea" }]);
  expect(await memory.reindex()).toBe(1);
  expect((await memory.recall({ query: "tea", mode: "semantic" }))[0]?.content).toBe("tea");
  expect((await vectors.search({ query: "tea" }))[0]?.content).toBe("tea");
  expect(await states(memory)).toEqual({ "test/own@4": "ready", "test/other@2": "separate" });
});

test("a change of the model passes a separate space by, and one that takes over from it is complete", async () => {
  const store = inMemoryStore();
  const memory = open(store);
  const separate = other();
  await memoryVectors(memory, { embedder: separate }).rememberAll([{ content: "tea" }]);
  await memory.remember("coffee");
  const next = open(store, [separate, OWN]);
  expect((await next.recall({ query: "coffee", mode: "semantic" }))[0]?.content).toBe("coffee");
  await next.reindex();
  expect(await states(next)).toEqual({ "test/own@4": "retired", "test/other@2": "ready" });
  const found = await next.recall({ query: "tea", mode: "semantic" });
  expect(found.map(({ content }) => content).toSorted()).toEqual(["coffee", "tea"]);
});

test("a separate space becomes the memory's own with its first write, and a change of the model is noticed again", async () => {
  const store = inMemoryStore();
  const plain = createMemory({ store });
  await memoryVectors(plain, { embedder: OWN }).rememberAll([{ content: "tea" }]);
  const own = open(store);
  expect(await states(own)).toEqual({ "test/own@4": "separate" });
  expect((await own.recall({ query: "tea", mode: "semantic" }))[0]?.content).toBe("tea");
  await own.remember("coffee");
  expect(await states(own)).toEqual({ "test/own@4": "ready" });
  const { code } = await rejection(() => open(store, other()).recall("tea"));
  expect(code).toBe("vector-space-mismatch");
});

test("the separate space of an embedder of the memory says what is missing in it", async () => {
  const store = inMemoryStore();
  const plain = createMemory({ store });
  await memoryVectors(plain, { embedder: OWN }).rememberAll([{ content: "tea" }]);
  await plain.remember("coffee");
  expect((await open(store).spaces()).map(({ missing }) => missing)).toEqual([1]);
});

test("an embedder of the memory that is neither asked nor next is written and searched in its own space", async () => {
  const store = inMemoryStore();
  const old = other();
  await open(store, old).remember("tea");
  const memory = open(store, [OWN, old]);
  await memory.reindex();
  const vectors = memoryVectors(memory, { embedder: old });
  await vectors.rememberAll([{ content: "milk" }]);
  expect((await vectors.search({ query: "milk" }))[0]?.content).toBe("milk");
  expect(await states(memory)).toEqual({ "test/own@4": "ready", "test/other@2": "retired" });
});

test("a memory whose embedder has only a separate space beside another model is refused", async () => {
  const store = inMemoryStore();
  const separate = other();
  const memory = open(store);
  await memory.remember("coffee");
  await memoryVectors(memory, { embedder: separate }).rememberAll([{ content: "tea" }]);
  const { code } = await rejection(() => open(store, separate).recall("tea"));
  expect(code).toBe("vector-space-mismatch");
});

test("an embedder that fails keeps everything of its batch from being written", async () => {
  const memory = open(inMemoryStore());
  const failing: Embedder = {
    id: "test/failing@2",
    maxBatchSize: 1,
    embed: async ([text]) => {
      if (text === "bad") throw new Error("down");
      return { vectors: [Float32Array.of(1, 0)] };
    },
  };
  const vectors = memoryVectors(memory, { embedder: failing });
  const inputs = ["good", "bad", "fine"].map((content) => ({ content }));
  expect((await rejection(() => vectors.rememberAll(inputs))).code).toBe("embedder-failed");
  expect((await memory.list()).items).toEqual([]);
});

test("an embedder of another width than its space is refused, and so are vectors of other widths", async () => {
  const store = inMemoryStore();
  const vectors = memoryVectors(open(store), { embedder: other() });
  await vectors.rememberAll([{ content: "tea" }]);
  const wide = { ...other(), dimensions: 3 };
  const wrong = memoryVectors(open(store), { embedder: wide });
  expect((await rejection(() => wrong.search({ query: "tea" }))).code).toBe(
    "vector-space-mismatch",
  );
  const fresh = memoryVectors(open(store), { embedder: other() });
  const input = { content: "milk", vector: [1, 2, 3] };
  expect((await rejection(() => fresh.rememberAll([input]))).code).toBe("vector-space-mismatch");
  expect((await rejection(() => fresh.search({ vector: [1] }))).code).toBe("vector-space-mismatch");
  const unknown = memoryVectors(open(store), { embedder: other("test/unknown@?") });
  const mixed = [
    { content: "a", vector: [1, 2] },
    { content: "b", vector: [1, 2, 3] },
  ];
  expect((await rejection(() => unknown.rememberAll(mixed))).code).toBe("vector-space-mismatch");
});

test("a space that another process begins in between with another width fails the write and loses nothing", async () => {
  const store = inMemoryStore();
  const theirs = memoryVectors(open(store), { embedder: other() });
  const race = definePlugin({
    id: "race",
    hooks: {
      beforeRemember: async () => {
        await theirs.rememberAll([{ content: "tea", vector: [1, 2, 3] }]);
      },
    },
  });
  const memory = createMemory({ store, embedder: OWN, plugins: [race] });
  const mine = memoryVectors(memory, { embedder: other() });
  const late = [{ content: "milk", vector: [1, 2] }];
  expect((await rejection(() => mine.rememberAll(late))).code).toBe("vector-space-mismatch");
  expect((await memory.list()).items.map(({ content }) => content)).toEqual(["tea"]);
});

test("a write from outside does not take a space back that recall asks by now", async () => {
  const store = inMemoryStore();
  const separate = other();
  const vectors = memoryVectors(open(store), { embedder: separate });
  await vectors.rememberAll([{ content: "tea" }]);
  const next = open(store, [separate, OWN]);
  await next.reindex();
  await vectors.rememberAll([{ content: "milk" }]);
  expect(await states(next)).toMatchObject({ "test/other@2": "ready" });
});

test("an embedder that has changed its width fails the search", async () => {
  const store = inMemoryStore();
  await memoryVectors(open(store), { embedder: other() }).rememberAll([{ content: "tea" }]);
  const wide: Embedder = {
    id: "test/other@2",
    embed: async () => ({ vectors: [Float32Array.of(1, 2, 3)] }),
  };
  const vectors = memoryVectors(open(store), { embedder: wide });
  expect((await rejection(() => vectors.search({ query: "tea" }))).code).toBe("embedder-failed");
});

test("a key that keeps its text keeps its vector without being embedded again", async () => {
  const embedder = other();
  const vectors = memoryVectors(open(inMemoryStore()), { embedder });
  for (const metadata of [{ n: 1 }, { n: 2 }]) {
    await vectors.rememberAll([{ key: "k", content: "tea", metadata }]);
  }
  expect(embedder.texts).toEqual(["tea"]);
  const [found] = await vectors.search({ query: "tea" });
  expect(found).toMatchObject({ content: "tea", metadata: { n: 2 } });
  await vectors.rememberAll([{ key: "k", content: "tea", vector: [1, 0] }]);
  const [record] = await vectors.readKeys(["k"]);
  const [vector] = await vectors.vectors(record ? [record] : []);
  expect([...(vector ?? [])]).toEqual([1, 0]);
  await vectors.rememberAll([{ key: "k", content: "milk" }]);
  expect((await vectors.search({ query: "tea" }))[0]?.signals?.similarity).toBeLessThan(0.9);
});

test("an export keeps what is separate separate", async () => {
  const memory = open(inMemoryStore());
  const embedder = other();
  await memoryVectors(memory, { embedder }).rememberAll([{ content: "tea" }]);
  const copy = open(inMemoryStore());
  await copy.import(memory.export({ vectors: true }));
  expect((await states(copy))["test/other@2"]).toBe("separate");
  expect((await memoryVectors(copy, { embedder }).search({ query: "tea" }))[0]?.content).toBe(
    "tea",
  );
});
