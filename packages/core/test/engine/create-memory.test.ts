import { rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, definePlugin, inMemoryStore, MemoryError } from "../../src/index.js";
import type { MemoryOptions } from "../../src/index.js";

test.each([
  ["no store", {}, /store must be an object/],
  ["a store that is none", { store: { open: 1 } }, /store.open must be a function/],
  ["an unknown option", { store: inMemoryStore(), embeder: 1 }, /embeder.*embedder/],
  [
    "null for an embedder",
    { store: inMemoryStore(), embedder: null },
    /embedder must be an object/,
  ],
  [
    "an embedder without id",
    { store: inMemoryStore(), embedder: { embed: async () => ({ vectors: [] }) } },
    /embedder.id/,
  ],
  [
    "an embedder of no width",
    {
      store: inMemoryStore(),
      embedder: { id: "x", embed: async () => ({ vectors: [] }), dimensions: 0 },
    },
    /embedder.dimensions/,
  ],
  [
    "an embedder with a wrong maxBatchSize",
    {
      store: inMemoryStore(),
      embedder: { id: "x", embed: async () => ({ vectors: [] }), maxBatchSize: 0 },
    },
    /embedder.maxBatchSize must be/,
  ],
  [
    "an embedder with a wrong maxBatchTokens",
    {
      store: inMemoryStore(),
      embedder: { id: "x", embed: async () => ({ vectors: [] }), maxBatchTokens: 1.5 },
    },
    /embedder.maxBatchTokens must be/,
  ],
  [
    "an embedder with a wrong maxConcurrency",
    {
      store: inMemoryStore(),
      embedder: { id: "x", embed: async () => ({ vectors: [] }), maxConcurrency: "4" },
    },
    /embedder.maxConcurrency must be/,
  ],
  [
    "an embedder with a wrong normalized",
    {
      store: inMemoryStore(),
      embedder: { id: "x", embed: async () => ({ vectors: [] }), normalized: 1 },
    },
    /embedder.normalized must be/,
  ],
  [
    "an embedder with a wrong forget",
    {
      store: inMemoryStore(),
      embedder: { id: "x", embed: async () => ({ vectors: [] }), forget: true },
    },
    /embedder.forget must be/,
  ],
  [
    "an embedder with a wrong close",
    {
      store: inMemoryStore(),
      embedder: { id: "x", embed: async () => ({ vectors: [] }), close: true },
    },
    /embedder.close must be/,
  ],
  [
    "a clock that is none",
    { store: inMemoryStore(), clock: new Date() },
    /clock must be a function/,
  ],
  [
    "a plugin with a member's name",
    { store: inMemoryStore(), plugins: [{ id: "recall" }] },
    /^plugin id "recall" is reserved$/,
  ],
  [
    "two plugins of one name",
    { store: inMemoryStore(), plugins: [{ id: "a" }, { id: "a" }] },
    /^duplicate plugin id "a"$/,
  ],
])("%s is refused by name and at once", async (_, options, message) => {
  const error = await rejection(() => createMemory(options as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});

test("nothing is opened before the first call", async () => {
  let opened = 0;
  const store = inMemoryStore();
  const spy = new Proxy(store, {
    get(target, name) {
      if (name === "open") opened += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  const memory = createMemory({ store: spy });
  const before = opened;
  await Promise.all([memory.list(), memory.list()]);
  expect(opened - before).toBe(1);
});

test("opening that fails is tried again by the next call", async () => {
  const store = inMemoryStore();
  let attempts = 0;
  const flaky: MemoryOptions["store"] = Object.assign(Object.create(store) as typeof store, {
    open: async () => {
      attempts += 1;
      if (attempts === 1) throw new MemoryError("store-failed", "busy", { retryable: true });
      await store.open();
    },
    get: store.get.bind(store),
    list: store.list.bind(store),
    write: store.write.bind(store),
    search: store.search.bind(store),
    close: store.close.bind(store),
    capabilities: store.capabilities,
    spaces: store.spaces.bind(store),
  });
  const memory = createMemory({ store: flaky });
  expect((await rejection(() => memory.list())).code).toBe("store-failed");
  expect((await memory.list()).items).toEqual([]);
});

test("after close every call is refused, and closing waits for what is under way", async () => {
  const closed: string[] = [];
  const { memory } = testMemory({
    plugins: [{ id: "p", close: () => void closed.push("plugin") }],
    embedder: { ...wordEmbedder(), close: async () => void closed.push("embedder") },
  });
  const pending = memory.remember("x");
  await memory.close();
  expect((await pending).status).toBe("stored");
  expect(closed).toEqual(["plugin", "embedder"]);
  await memory.close();
  expect(closed).toHaveLength(2);
  for (const call of [
    () => memory.remember("x"),
    () => memory.recall("x"),
    () => memory.get("x"),
    () => memory.list(),
    () => memory.scope("a").set("k", 1),
    () => memory.forget("x"),
    () => memory.sweep(),
  ]) {
    expect((await rejection(call)).code).toBe("closed");
  }
});

test("another model on an existing store is refused before anything is written", async () => {
  const store = inMemoryStore();
  const first = createMemory({ store, embedder: wordEmbedder("test/old@32") });
  await first.remember("green tea");
  const second = createMemory({ store, embedder: wordEmbedder("test/new@32") });
  const error = await rejection(() => second.remember("more"));
  expect(error.code).toBe("vector-space-mismatch");
  expect(error.message).toMatch(/test\/old@32.*test\/new@32.*newSpace.*reindex/);
  expect((await first.list()).items).toHaveLength(1);
});

test("a second space is started when asked, filled by reindex, and never mixed", async () => {
  const store = inMemoryStore();
  const first = createMemory({ store, embedder: wordEmbedder("test/old@32") });
  await first.rememberAll(["green tea", "black coffee"]);
  await first.scope("deep", "down").remember("cocoa");
  const second = createMemory({ store, embedder: wordEmbedder("test/new@32"), newSpace: "start" });
  expect(await second.recall({ query: "green tea", mode: "semantic" })).toEqual([]);
  const progress: number[] = [];
  expect(await second.reindex({ onProgress: (done) => progress.push(done) })).toBe(3);
  expect(progress).toEqual([3]);
  expect((await second.recall({ query: "green tea", mode: "semantic" }))[0]?.content).toBe(
    "green tea",
  );
});

test("an embedder that changes its width under the same id is refused", async () => {
  const store = inMemoryStore();
  await createMemory({ store, embedder: wordEmbedder() }).remember("tea");
  const wider = { ...wordEmbedder(), dimensions: 64 };
  const error = await rejection(() => createMemory({ store, embedder: wider }).recall("tea"));
  expect(error.code).toBe("vector-space-mismatch");
  expect(error.message).toContain("64");
});

test("reindex without an embedder says what is missing", async () => {
  const { memory } = testMemory({ embedder: undefined });
  expect((await rejection(() => memory.reindex())).message).toContain("needs an embedder");
});

test("a plugin's extension is reached by its id with its own type", async () => {
  const counter = definePlugin({
    id: "counter",
    extend: (memory) => ({ count: async () => (await memory.list()).items.length }),
  });
  const { memory } = testMemory({ plugins: [counter] });
  await memory.remember("x");
  const count: number = await memory.counter.count();
  expect(count).toBe(1);
});

test("hooks run in the order of the plugins, and one that throws before a write stops it", async () => {
  const order: string[] = [];
  const named = (id: string) =>
    definePlugin({
      id,
      hooks: {
        beforeRemember: (input) => {
          order.push(`before ${id}`);
          if (input.content === "stop") throw new Error("stopped");
          return input;
        },
        afterRemember: () => void order.push(`after ${id}`),
      },
    });
  const { memory } = testMemory({ plugins: [named("a"), named("b")] });
  await memory.remember("x");
  expect(order).toEqual(["before a", "before b", "after a", "after b"]);
  const error = await rejection(() => memory.remember("stop"));
  expect(error.code).toBe("plugin-failed");
  expect(error.message).toBe('beforeRemember of plugin "a" threw');
  expect(error.cause).toEqual(new Error("stopped"));
  expect((await memory.list()).items).toHaveLength(1);
});

test("a hook that throws after commit is logged, and the receipt stays true", async () => {
  const logged: string[] = [];
  const { memory } = testMemory({
    logger: { warn: () => undefined, error: (message) => void logged.push(message) },
    plugins: [
      {
        id: "late",
        hooks: {
          afterRemember: () => {
            throw new Error("too late");
          },
        },
      },
    ],
  });
  expect((await memory.remember("x")).status).toBe("stored");
  expect(logged[0]).toContain('plugin "late"');
});

test("the same clock, random numbers and calls make the same memory", async () => {
  const recalled = [testMemory(), testMemory()].map(async ({ memory }) => {
    await memory.rememberAll(["green tea", "black coffee"]);
    return memory.recall("tea");
  });
  const [one, two] = await Promise.all(recalled);
  expect(one).toEqual(two);
});
