import { definePlugin } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { Document } from "@langchain/core/documents";
import type { DocumentInterface } from "@langchain/core/documents";
import { BasicTranslator, Comparison, StructuredQuery } from "@langchain/core/structured_query";
import { maximalMarginalRelevance } from "@langchain/core/utils/math";
import { describe, expect, test } from "vitest";

import { MemoryVectorStore } from "../../src/index.js";
import { openMemory, STORES } from "../support/document-memories.js";
import { errorOf } from "../support/error-of.js";

function documents(...texts: readonly string[]): Document[] {
  return texts.map((pageContent) => {
    const metadata = { letters: pageContent.length, hot: pageContent !== "ice" };
    return new Document({ pageContent, metadata });
  });
}

function isLong({ pageContent, metadata, id }: DocumentInterface): boolean {
  const isWhole = typeof id === "string" && metadata["letters"] === pageContent.length;
  return isWhole && pageContent.length > 3;
}

function textsOf(found: readonly { readonly pageContent: string }[]): readonly string[] {
  return found.map(({ pageContent }) => pageContent);
}

describe.each(STORES)("searches $name", ({ create }) => {
  async function filled(...texts: readonly string[]) {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    await store.addDocuments(documents(...texts));
    return { memory, store };
  }

  test("score by cosine similarity as it is, nearest first, by text or by vector", async () => {
    const { store } = await filled("ice", "coffee", "tea", "green tea");
    const byText = await store.similaritySearchWithScore("tea");
    const byVector = await store.similaritySearchVectorWithScore([3, 0, 0], 4);
    for (const found of [byText, byVector]) {
      expect(textsOf(found.map(([document]) => document))).toEqual([
        "tea",
        "green tea",
        "coffee",
        "ice",
      ]);
      for (const [index, expected] of [1, 0.8, 0, -1].entries()) {
        expect(found[index]?.[1]).toBeCloseTo(expected, 6);
      }
    }
  });

  test("find as many as asked for, four unless told", async () => {
    const { store } = await filled("ice", "coffee", "tea", "green tea", "black tea", "milk");
    expect(await store.similaritySearch("tea")).toHaveLength(4);
    expect(await store.similaritySearchWithScore("tea")).toHaveLength(4);
    expect(textsOf(await store.similaritySearch("tea", 1))).toEqual(["tea"]);
    expect(await store.similaritySearch("tea", 10_000)).toHaveLength(6);
    expect(await store.similaritySearchVectorWithScore([1, 0, 0], 2)).toHaveLength(2);
  });

  test("are narrowed by filters of core, inside the search", async () => {
    const { store } = await filled("ice", "coffee", "tea", "green tea");
    const filter = { letters: { $gte: 4 }, hot: true };
    expect(textsOf(await store.similaritySearch("tea", 1, filter))).toEqual(["green tea"]);
    const [[found] = []] = await store.similaritySearchVectorWithScore([1, 0, 0], 1, filter);
    expect(found?.pageContent).toBe("green tea");
    expect(textsOf(await store.similaritySearch("tea", 4, { letters: 3 }))).toEqual(["tea", "ice"]);
    const error = await errorOf(() =>
      store.similaritySearch("tea", 4, { letters: { $like: 3 } as never }),
    );
    expect([error.code, error.message]).toEqual([
      "invalid-input",
      expect.stringContaining("$like"),
    ]);
  });

  test("understand what LangChain's translator of questions makes", async () => {
    const { store } = await filled("ice", "coffee", "tea", "green tea");
    const comparison = new Comparison("gt", "letters", 3);
    const query = new StructuredQuery("tea", comparison);
    const { filter } = new BasicTranslator().visitStructuredQuery(query) as { filter: object };
    const found = await store.similaritySearch("tea", 4, filter as never);
    expect(textsOf(found)).toEqual(["green tea", "coffee"]);
  });

  test("find documents only, not what else the memory keeps", async () => {
    const { memory, store } = await filled("green tea");
    await memory.remember("tea");
    await memory.set("drink", "tea");
    await memory.remember({ content: "tea", kind: "page" });
    expect(textsOf(await store.similaritySearch("tea", 10))).toEqual(["green tea"]);
    expect(textsOf(await store.maxMarginalRelevanceSearch("tea", { k: 4 }))).toEqual(["green tea"]);
    const pages = new MemoryVectorStore({ memory, kind: "page" });
    expect(textsOf(await pages.similaritySearch("tea", 10))).toEqual(["tea"]);
    const [byFilter] = await store.similaritySearch("tea", 10, { "@kind": "note" });
    expect(byFilter).toBeUndefined();
  });

  test("find documents that were remembered by other means, by key or by id", async () => {
    const { memory, store } = await filled();
    await memory.remember({ content: "tea", kind: "document", key: "k" });
    const receipt = await memory.remember({ content: "green tea", kind: "document" });
    const id = "record" in receipt ? receipt.record.id : "";
    const found = await store.similaritySearch("tea", 10);
    expect(found.map((document) => document.id)).toEqual(["k", id]);
    await store.delete({ ids: [id] });
    expect(textsOf(await store.similaritySearch("tea", 10))).toEqual(["tea"]);
  });

  test("for texts are shown to plugins with the text, which may change it or drop hits", async () => {
    const seen: string[] = [];
    const watch = definePlugin({
      id: "watch",
      hooks: {
        beforeRecall: (query) => {
          seen.push(query.query);
          return query.query === "chai" ? { ...query, query: "tea" } : undefined;
        },
        afterRecall: (results) => results.filter(({ content }) => content !== "ice"),
      },
    });
    const memory = openMemory(create(), { plugins: [watch] });
    const store = new MemoryVectorStore({ memory });
    await store.addDocuments(documents("ice", "tea"));
    expect(textsOf(await store.similaritySearch("tea"))).toEqual(["tea"]);
    const [[, score] = []] = await store.similaritySearchWithScore("chai");
    expect(score).toBeCloseTo(1, 6);
    const diverse = await store.maxMarginalRelevanceSearch("chai", { k: 2 });
    expect(textsOf(diverse)).toEqual(["tea"]);
    expect(seen).toEqual(["tea", "chai", "chai"]);
  });

  test("for diversity choose what answers and is unlike what was chosen", async () => {
    const { store } = await filled("tea", "green tea", "black tea", "coffee", "milk", "ice");
    const search = async (options: object) =>
      textsOf(await store.maxMarginalRelevanceSearch("tea", { k: 3, ...options }));
    expect(await search({ lambda: 1 })).toEqual(["tea", "green tea", "black tea"]);
    expect(await search({ lambda: 0 })).toEqual(["tea", "ice", "coffee"]);
    expect(await search({ lambda: 0, fetchK: 3 })).toEqual(["tea", "green tea", "black tea"]);
    expect(await search({ lambda: 1, fetchK: 1 })).toEqual(["tea", "green tea", "black tea"]);
    expect(await search({ lambda: 0, filter: { hot: true } })).toEqual(["tea", "coffee", "milk"]);
    expect(await search({ k: 10, fetchK: 6 })).toHaveLength(6);
  });

  test.for([1, 2, 3, 4])(
    "for diversity choose as LangChain's own function does (%i)",
    async (seed) => {
      const vectors = Array.from({ length: 12 }, (_, index) =>
        [1, 2, 3].map(
          (slot) => Math.sin(seed * 100 + index * 7 + slot * 31) + (slot === 1 ? 0.5 : 0),
        ),
      );
      const { store } = await filled();
      const all = vectors.map((_, index) => new Document({ pageContent: `${index}` }));
      await store.addVectors(vectors, all);
      for (const lambda of [0, 0.2, 0.5, 0.9, 1]) {
        const chosen = await store.maxMarginalRelevanceSearch("tea", { k: 6, lambda });
        const expected = maximalMarginalRelevance([1, 0, 0], vectors, lambda, 6);
        expect(textsOf(chosen)).toEqual(expected.map(String));
      }
      const chosen = await store.maxMarginalRelevanceSearch("tea", { k: 6 });
      const expected = maximalMarginalRelevance([1, 0, 0], vectors, 0.5, 6);
      expect(textsOf(chosen)).toEqual(expected.map(String));
    },
  );

  test("are narrowed by functions of the document, as LangChain's own store takes them", async () => {
    const { store } = await filled("ice", "coffee", "tea", "green tea", "black tea", "milk");
    expect(textsOf(await store.similaritySearch("tea", 1, isLong))).toHaveLength(1);
    expect(textsOf(await store.similaritySearch("ice", 2, isLong))).toEqual(["coffee", "milk"]);
    const byVector = await store.similaritySearchVectorWithScore([1, 0, 0], 10, isLong);
    expect(byVector).toHaveLength(4);
    expect(textsOf(await store.asRetriever(2, isLong).invoke("ice"))).toEqual(["coffee", "milk"]);
    const diverse = { k: 9, filter: isLong };
    expect(await store.maxMarginalRelevanceSearch("tea", diverse)).toHaveLength(4);
    expect(await store.similaritySearch("tea", 3, () => false)).toEqual([]);
  });

  test("go on through many documents until enough of them pass a function", async () => {
    const { store } = await filled();
    const count = 300;
    const vectors = Array.from({ length: count }, (_, index) => [1, index / count, 0]);
    const all = vectors.map((_, index) => new Document({ pageContent: `${index}` }));
    await store.addVectors(vectors, all);
    const asked: string[] = [];
    const found = await store.similaritySearch("tea", 2, ({ pageContent }) => {
      asked.push(pageContent);
      return Number(pageContent) >= 290;
    });
    expect(textsOf(found)).toEqual(["290", "291"]);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test("fail with what a function throws, and where it gives a promise", async () => {
    const { store } = await filled("tea");
    const own = new Error("no");
    const failed = store.similaritySearch("tea", 1, () => {
      throw own;
    });
    await expect(failed).rejects.toBe(own);
    const late = (async () => false) as unknown as () => boolean;
    const error = await errorOf(() => store.similaritySearch("tea", 1, late));
    expect([error.code, error.message]).toEqual([
      "invalid-input",
      "result of the filter function must be a boolean, got a promise",
    ]);
    const filter = (() => true) as never;
    expect((await errorOf(() => store.delete({ filter }))).code).toBe("invalid-input");
  });

  test("that cannot be meant are refused by name", async () => {
    const { store } = await filled("tea");
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      "query must be text": () => store.similaritySearch(" "),
      "query must be a string": () => store.similaritySearchWithScore(7 as unknown as string),
      "query must be a list": () => store.similaritySearchVectorWithScore([], 4),
      "query must be a list of": () => store.similaritySearchVectorWithScore([0, 0, 0], 4),
      "query must be a list of finite": () =>
        store.similaritySearchVectorWithScore([Number.NaN, 0, 0], 4),
      "query must be a list of finite numbers": () =>
        store.similaritySearchVectorWithScore("tea" as unknown as number[], 4),
      "k must be": () => store.similaritySearch("tea", 0),
      "k must be a": () => store.similaritySearchVectorWithScore([1, 0, 0], 10_001),
      "k must be a whole number": () => store.maxMarginalRelevanceSearch("tea", { k: 1.5 }),
      "fetchK must be": () => store.maxMarginalRelevanceSearch("tea", { k: 1, fetchK: 0 }),
      "lambda must be": () => store.maxMarginalRelevanceSearch("tea", { k: 1, lambda: 1.1 }),
    };
    for (const [what, call] of Object.entries(calls)) {
      const error = await errorOf(call);
      expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(what)]);
    }
    const error = await errorOf(() => store.similaritySearchVectorWithScore([1, 0], 4));
    expect(error.code).toBe("vector-space-mismatch");
    expect((await errorOf(() => store.similaritySearch("poison"))).code).toBe("embedder-failed");
  });

  test("see the documents of one scope: not those of another, above or below", async () => {
    const { memory } = await filled("tea");
    const here = new MemoryVectorStore({ memory: memory.scope("a") });
    const below = new MemoryVectorStore({ memory: memory.scope("a", "b") });
    const other = new MemoryVectorStore({ memory: memory.scope("c") });
    await here.addDocuments(documents("green tea"), { ids: ["x"] });
    await below.addDocuments(documents("black tea"), { ids: ["x"] });
    expect(textsOf(await here.similaritySearch("tea"))).toEqual(["green tea"]);
    expect(textsOf(await below.maxMarginalRelevanceSearch("tea", { k: 4 }))).toEqual(["black tea"]);
    expect(await other.similaritySearch("tea")).toEqual([]);
    await other.delete({ ids: ["x"] });
    await other.delete({ deleteAll: true });
    await here.delete({ deleteAll: true });
    expect(await below.similaritySearch("tea")).toHaveLength(1);
    expect(await new MemoryVectorStore({ memory }).similaritySearch("tea")).toHaveLength(1);
  });
});

test("a search fails where too few of the nearest 10,000 pass a function and there are more", async () => {
  const store = new MemoryVectorStore({ memory: openMemory(sqliteStore({ path: ":memory:" })) });
  const vectors = Array.from({ length: 10_001 }, (_, index) => [1, index / 10_001, 0]);
  const all = vectors.map((_, index) => new Document({ pageContent: `${index}` }));
  await store.addVectors(vectors, all);
  const search = store.similaritySearch("tea", 1, ({ pageContent }) => pageContent === "10000");
  const error = await errorOf(() => search);
  expect([error.code, error.message]).toEqual([
    "invalid-input",
    expect.stringContaining("accepted 0 of the nearest 10000 documents, fewer than k"),
  ]);
});
