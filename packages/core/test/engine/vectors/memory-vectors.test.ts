import { rejection } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, definePlugin, inMemoryStore, layer } from "../../../src/index.js";
import type { Memory, MemoryOptions, OperationEvent, RecallQuery } from "../../../src/index.js";
import { memoryVectors } from "../../../src/toolkit/index.js";
import { tableEmbedder } from "../../support/table-embedder.js";

const EMBEDDER = tableEmbedder({
  tea: [1, 0, 0, 0],
  "green tea": [0.8, 0.6, 0, 0],
  coffee: [0, 1, 0, 0],
  cold: [-1, 0, 0, 0],
});

function open(options: Partial<Omit<MemoryOptions, "plugins">> = {}) {
  return createMemory({ store: inMemoryStore(), embedder: EMBEDDER, ...options });
}

function contents(found: readonly { readonly content: string }[]): readonly string[] {
  return found.map(({ content }) => content);
}

test("the nearest come first, whatever their similarity is", async () => {
  const memory = open();
  await memory.rememberAll(["cold", "coffee", "tea", "green tea"]);
  const vectors = memoryVectors(memory);
  const found = await vectors.search({ query: "tea", limit: 4 });
  expect(contents(found)).toEqual(["tea", "green tea", "coffee", "cold"]);
  const similarities = found.map(({ signals }) => signals?.similarity);
  for (const [index, expected] of [1, 0.8, 0, -1].entries()) {
    expect(similarities[index]).toBeCloseTo(expected, 6);
  }
  expect(found.map(({ score }) => score).at(-1)).toBe(0);
  const byVector = await vectors.search({ vector: [2, 0, 0, 0], limit: 2 });
  expect(contents(byVector)).toEqual(["tea", "green tea"]);
});

test("filter, kinds, limit and reach are applied inside the search", async () => {
  const memory = open();
  const vectors = memoryVectors(memory);
  await vectors.rememberAll([
    { content: "tea", metadata: { hot: true } },
    { content: "green tea", metadata: { hot: false }, kind: "drink" },
  ]);
  await vectors.scope("below").rememberAll([{ content: "tea", key: "deep" }]);
  const query = "tea";
  expect(contents(await vectors.search({ query, filter: { hot: false } }))).toEqual(["green tea"]);
  expect(contents(await vectors.search({ query, kinds: ["drink"] }))).toEqual(["green tea"]);
  expect(contents(await vectors.search({ query, limit: 1 }))).toEqual(["tea"]);
  expect(await vectors.search({ query })).toHaveLength(2);
  expect(await vectors.search({ query, reach: "below" })).toHaveLength(3);
  expect(await vectors.scope("below").search({ query, reach: "below" })).toHaveLength(1);
  expect(await vectors.scope("other").search({ query, reach: "below" })).toEqual([]);
});

test("vectors that come with inputs are the ones that recall asks", async () => {
  const memory = open();
  const vectors = memoryVectors(memory);
  await vectors.rememberAll([
    { content: "unheard of", vector: [5, 0, 0, 0] },
    { content: "coffee", vector: undefined },
  ]);
  const [best] = await memory.recall({ query: "tea", mode: "semantic" });
  expect(best?.content).toBe("unheard of");
  const [own] = await vectors.vectors(best ? [best] : []);
  expect([...(own ?? [])]).toEqual([1, 0, 0, 0]);
  const elsewhere = memoryVectors(memory.scope("a"));
  expect(await elsewhere.vectors(best ? [best] : [])).toEqual([undefined]);
});

test("a text that a plugin changes gets a vector of what is left", async () => {
  const redact = definePlugin({
    id: "redact",
    hooks: { beforeRemember: (input) => ({ ...input, content: "coffee" }) },
  });
  const memory = createMemory({ store: inMemoryStore(), embedder: EMBEDDER, plugins: [redact] });
  await memoryVectors(memory).rememberAll([{ content: "secret", vector: [1, 0, 0, 0] }]);
  const [found] = await memoryVectors(memory).search({ query: "coffee" });
  expect(found?.signals?.similarity).toBeCloseTo(1);
});

test("plugins see a search as a recall and may change both question and answer", async () => {
  const asked: RecallQuery[] = [];
  const plugin = definePlugin({
    id: "watch",
    hooks: {
      beforeRecall: (query) => {
        asked.push(query);
        return {
          ...query,
          ...(query.query === "" ? {} : { query: "coffee" }),
          filter: { ok: true },
        };
      },
      afterRecall: (results) => results.filter(({ content }) => content !== "tea"),
    },
  });
  const memory = createMemory({ store: inMemoryStore(), embedder: EMBEDDER, plugins: [plugin] });
  const vectors = memoryVectors(memory);
  const metadata = { ok: true };
  await vectors.rememberAll([
    { content: "tea", metadata },
    { content: "coffee", metadata },
    { content: "green tea" },
  ]);
  const [best] = await vectors.search({ query: "tea" });
  expect(best?.signals?.similarity).toBeCloseTo(1);
  expect(best?.content).toBe("coffee");
  expect(contents(await vectors.search({ vector: [1, 0, 0, 0] }))).toEqual(["coffee"]);
  const [other] = await vectors.search({ query: "tea", vector: [1, 0, 0, 0] });
  expect(other?.signals?.similarity).toBeCloseTo(1);
  expect(asked.map(({ query, mode }) => [query, mode])).toEqual([
    ["tea", "semantic"],
    ["", "semantic"],
    ["tea", "semantic"],
  ]);
});

test("what has expired, is archived or not true any more is not found", async () => {
  let now = Date.UTC(2026, 0, 1);
  const vectors = memoryVectors(open({ clock: () => new Date(now) }));
  await vectors.rememberAll([
    { content: "tea", ttlMs: 1000, key: "k" },
    { content: "green tea", validTo: new Date(now + 1000) },
    { content: "coffee" },
  ]);
  expect(await vectors.search({ query: "tea" })).toHaveLength(3);
  now += 1000;
  expect(contents(await vectors.search({ query: "tea" }))).toEqual(["coffee"]);
  expect(await vectors.readKeys(["k"])).toEqual([undefined]);
});

test("keys are read in order, only of this scope", async () => {
  const memory = open();
  await memory.set("a", 1);
  await memory.scope("below").set("b", 2);
  const vectors = memoryVectors(memory);
  const read = await vectors.readKeys(["b", "a", "a"]);
  expect(read.map((record) => record?.value)).toEqual([undefined, 1, 1]);
  expect((await vectors.scope("below").readKeys(["b"]))[0]?.value).toBe(2);
});

test("each call is told as the operation that it is", async () => {
  const memory = open();
  const told: OperationEvent[] = [];
  memory.on("operation", (event) => told.push(event));
  const vectors = memoryVectors(memory);
  await vectors.rememberAll([{ content: "tea", key: "k" }]);
  await vectors.search({ query: "tea" });
  await vectors.readKeys(["k", "none"]);
  await rejection(() => vectors.search({ query: " " }));
  expect(told.map(({ operation, count, error }) => [operation, count, error])).toEqual([
    ["rememberAll", 1, undefined],
    ["recall", 1, undefined],
    ["read", 1, undefined],
    ["recall", 0, "invalid-input"],
  ]);
});

test("without an embedder there is nothing to search", async () => {
  const vectors = memoryVectors(createMemory({ store: inMemoryStore() }));
  for (const call of [
    () => vectors.search({ query: "tea" }),
    () => vectors.rememberAll([{ content: "tea" }]),
    () => vectors.embedder(),
  ]) {
    expect((await rejection(call)).code).toBe("invalid-input");
  }
});

test("the embedder is that which recall asks, or the one that was given", async () => {
  const next = { ...EMBEDDER, id: "test/next@4" };
  const store = inMemoryStore();
  await open({ store }).remember("tea");
  const changing = open({ store, embedder: [next, EMBEDDER] });
  expect((await memoryVectors(changing).embedder()).id).toBe(EMBEDDER.id);
  expect((await memoryVectors(changing, { embedder: next }).embedder()).id).toBe(next.id);
  await changing.reindex();
  expect((await memoryVectors(changing).embedder()).id).toBe(next.id);
});

test("what is left to workers stays with them, and what has a vector does not", async () => {
  const memory = open({ embedding: "queued" });
  const receipts = await memoryVectors(memory).rememberAll([
    { content: "tea" },
    { content: "coffee", vector: [0, 1, 0, 0] },
  ]);
  expect(receipts.map(({ status }) => status)).toEqual(["queued", "stored"]);
});

test("wrong arguments are refused by name", async () => {
  const memory = open();
  const vectors = memoryVectors(memory);
  const wrong: readonly [call: () => unknown, name: RegExp][] = [
    [() => vectors.search({ query: "" }), /query\.query/u],
    [() => vectors.search({ query: "tea", limit: 0 }), /query\.limit/u],
    [() => vectors.search({ query: "tea", limit: 10_001 }), /query\.limit/u],
    [() => vectors.search({ vector: [0, 0, 0, 0] }), /query\.vector/u],
    [() => vectors.search({ vector: [Number.NaN, 0, 0, 0] }), /query\.vector/u],
    [() => vectors.search({ vector: [] }), /query\.vector/u],
    [() => vectors.search({ vector: [null, 1, 0, 0] as never }), /query\.vector/u],
    [() => vectors.search({ vector: ["1", 1, 0, 0] as never }), /query\.vector/u],
    [() => vectors.rememberAll([null as never]), /input/u],
    [() => vectors.search({ query: "tea", minScore: 1 } as never), /minScore/u],
    [() => vectors.rememberAll([{ content: "tea", vector: "abc" as never }]), /vector/u],
    [() => vectors.rememberAll("tea" as never), /inputs/u],
    [() => vectors.rememberAll([{ content: "tea" }], { own: 1 } as never), /own/u],
    [() => vectors.readKeys([""]), /keys\[0\]/u],
    [() => vectors.readKeys("k" as never), /keys/u],
    [async () => memoryVectors(memory, { embedder: { id: "x" } as never }), /embedder/u],
    [async () => memoryVectors(memory, { model: 1 } as never), /model/u],
    [async () => memoryVectors(layer(memory.scope("a"), memory)), /memory/u],
    [async () => memoryVectors({} as unknown as Memory), /memory/u],
  ];
  for (const [call, name] of wrong) {
    const { code, message } = await rejection(call);
    expect({ code, message }).toMatchObject({ code: "invalid-input" });
    expect(message).toMatch(name);
  }
});

test("a call that is aborted does nothing", async () => {
  const memory = open();
  const vectors = memoryVectors(memory);
  const signal = AbortSignal.abort(new Error("stopped"));
  for (const call of [
    () => vectors.search({ query: "tea" }, { signal }),
    () => vectors.rememberAll([{ content: "tea" }], { signal }),
    () => vectors.readKeys(["a"], { signal }),
    () => vectors.vectors([], { signal }),
    () => vectors.embedder({ signal }),
  ]) {
    await expect(call()).rejects.toThrow("stopped");
  }
  expect((await memory.list()).items).toEqual([]);
});
