import { VirtualTimers, rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore } from "../../../src/index.js";
import type { Embedder } from "../../../src/index.js";
import type { CompleteStore } from "../../../src/toolkit/index.js";
import { exportText, importText, linesOf } from "./transfer-text.js";

async function exported(vectors: boolean): Promise<string> {
  const { memory } = testMemory();
  await memory.remember("Apples are red");
  await memory.remember("The train was late");
  await memory.remember({ content: "Not to be found", index: false });
  return exportText(memory, { vectors });
}

async function states(store: CompleteStore): Promise<unknown> {
  return (await store.spaces()).map(({ id, state }) => [id, state]);
}

test("vectors of an export are taken as they are, and nothing is embedded", async () => {
  const embedder = wordEmbedder();
  const { memory } = testMemory({ embedder });
  const text = await exported(true);
  expect(await importText(memory, text)).toMatchObject({ written: 3, queued: 0 });
  expect(embedder.calls).toEqual([]);
  expect(await exportText(memory, { vectors: true })).toBe(text);
});

test("what comes without a vector of the first embedder is embedded on arrival, and keeps those of other spaces", async () => {
  const embedder = wordEmbedder("test/other@32");
  const store = inMemoryStore();
  const { memory } = testMemory({ embedder, store });
  await importText(memory, await exported(true));
  expect(embedder.calls.every(({ purpose }) => purpose === "document")).toBe(true);
  expect(await store.countMissingVectors("test/other@32")).toBe(0);
  expect(await store.countMissingVectors("test/words@32")).toBe(0);
  const [found] = await memory.recall({ query: "red apples", mode: "semantic" });
  expect(found?.content).toBe("Apples are red");
});

test("embed: false leaves vectors for reindex", async () => {
  const embedder = wordEmbedder();
  const { memory } = testMemory({ embedder });
  expect(await importText(memory, await exported(false), { embed: false })).toMatchObject({
    written: 3,
    queued: 0,
  });
  expect(embedder.calls).toEqual([]);
  expect(await memory.recall({ query: "red apples", mode: "semantic" })).toEqual([]);
  expect(await memory.reindex()).toBe(2);
});

test("an embedder that fails leaves records queued: counted, told, found by keyword, finished by reindex", async () => {
  let broken = true;
  const working = wordEmbedder();
  const embedder: Embedder = {
    ...working,
    embed: (texts, options) => {
      if (broken) throw new Error("down");
      return working.embed(texts, options);
    },
  };
  const { memory } = testMemory({ embedder });
  const told: string[] = [];
  memory.on("degraded", ({ during }) => told.push(during));
  const text = await exported(false);
  expect(await importText(memory, text)).toMatchObject({ written: 3, queued: 2 });
  expect(told).toEqual(["remember"]);
  expect((await memory.recall({ query: "apples", mode: "keyword" }))[0]?.content).toBe(
    "Apples are red",
  );
  broken = false;
  expect(await memory.reindex()).toBe(2);
  expect(await exportText(memory)).toBe(text);
});

test("without an embedder nothing is queued", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  expect(await importText(memory, await exported(false))).toMatchObject({ written: 3, queued: 0 });
});

test("a space that is unknown here comes with its state, one that is known keeps its own", async () => {
  const { memory: source } = testMemory();
  await source.remember("Apples are red");
  const retired = (await exportText(source, { vectors: true })).replace(
    '"state":"ready"',
    '"state":"retired"',
  );
  const store = inMemoryStore();
  const fresh = createMemory({ store });
  // The checksum is another one now; the lines before the footer are written all the same.
  await rejection(() => importText(fresh, retired));
  expect(await states(store)).toEqual([["test/words@32", "retired"]]);
  const knowing = inMemoryStore();
  const { memory: known } = testMemory({ store: knowing });
  await known.remember("Something");
  await rejection(() => importText(known, retired));
  expect(await states(knowing)).toEqual([["test/words@32", "ready"]]);
});

test("a space that has another width here is a mismatch, before any record is written", async () => {
  const text = await exported(true);
  const narrow: Embedder = {
    id: "test/words@32",
    embed: async (texts) => ({ vectors: texts.map(() => Float32Array.of(1, 0)) }),
  };
  const { memory } = testMemory({ embedder: narrow });
  await memory.remember("Something");
  expect((await rejection(() => importText(memory, text))).code).toBe("vector-space-mismatch");
  expect((await memory.list()).items).toHaveLength(1);
});

test("a vector that is only about as long as 1 is scaled", async () => {
  const half = Buffer.alloc(8);
  half.writeFloatLE(0.6004, 0);
  half.writeFloatLE(0.8004, 4);
  const lines = linesOf(await exported(true)).map((line) => {
    if (line["type"] === "space") return { ...line, id: "two", dimensions: 2 };
    const { vectors } = line as { vectors?: object };
    const isFound = vectors !== undefined && Object.keys(vectors).length > 0;
    return isFound
      ? { ...line, vectors: { two: half.toString("base64") } }
      : line["type"] === "record"
        ? { ...line, vectors: {} }
        : line;
  });
  const store = inMemoryStore();
  const memory = createMemory({ store });
  await rejection(() => memory.import(lines as never));
  const [first] = (await memory.list()).items;
  const [vector] = await store.vectors("two", first ? [first] : []);
  expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 6);
});

test("what an embedder failed at while importing is made in the background", async () => {
  let broken = true;
  const working = wordEmbedder();
  const embedder: Embedder = {
    ...working,
    embed: (texts, options) => {
      if (broken) throw new Error("down");
      return working.embed(texts, options);
    },
  };
  const timers = new VirtualTimers(new Date("2026-03-01"));
  const store = inMemoryStore();
  const { memory } = testMemory({ embedder, store, schedule: timers.schedule });
  const embedded = new Promise<readonly string[]>((resolve) => {
    memory.on("embedded", ({ ids }) => resolve(ids));
  });
  await importText(memory, await exported(false));
  broken = false;
  timers.runNext();
  expect(await embedded).toHaveLength(2);
  expect(await store.countMissingVectors("test/words@32")).toBe(0);
});

test("while a new model is being filled an import serves both, and the new space is not taken for complete", async () => {
  const store = inMemoryStore();
  const old = wordEmbedder("test/old@32");
  const before = createMemory({ store, embedder: old });
  await before.remember("The kettle is in the kitchen");
  const { memory } = testMemory({ store, embedder: [wordEmbedder("test/new@32"), old] });
  await importText(memory, await exported(false));
  expect(await states(store)).toEqual([
    ["test/old@32", "ready"],
    ["test/new@32", "building"],
  ]);
  const [found] = await memory.recall({ query: "red apples", mode: "semantic" });
  expect(found?.content).toBe("Apples are red");
  expect(await memory.reindex()).toBe(1);
  expect(await states(store)).toEqual([
    ["test/old@32", "retired"],
    ["test/new@32", "ready"],
  ]);
});

test("vectors of a model that is not asked do not count where the own embedder fails", async () => {
  const down: Embedder = { id: "test/other@32", embed: () => Promise.reject(new Error("down")) };
  const { memory } = testMemory({ embedder: down, retryEmbedding: false });
  expect(await importText(memory, await exported(true))).toMatchObject({ written: 3, queued: 2 });
});
