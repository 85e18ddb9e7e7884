import type { Embedder } from "@kioku/core";
import { Document } from "@langchain/core/documents";
import { describe, expect, test } from "vitest";

import { fromLangChainEmbeddings, MemoryVectorStore } from "../../src/index.js";
import { drinks, openMemory, STORES } from "../support/document-memories.js";
import { errorOf } from "../support/error-of.js";
import { LetterEmbeddings } from "../support/letter-embeddings.js";

function documents(...texts: readonly string[]): Document[] {
  return texts.map((pageContent) => new Document({ pageContent, id: pageContent }));
}

function textsOf(found: readonly { readonly pageContent: string }[]): readonly string[] {
  return found.map(({ pageContent }) => pageContent);
}

describe.each(STORES)("an embedder of the store's own $name", ({ create }) => {
  test("finds its own documents and no others, and recall does not find them by meaning", async () => {
    const memory = openMemory(create());
    const own = new MemoryVectorStore({ memory });
    await own.addDocuments(documents("green tea"));
    const embedder = fromLangChainEmbeddings(new LetterEmbeddings(), { id: "test/letters@24" });
    const foreign = new MemoryVectorStore({ memory, embedder });
    await foreign.addDocuments(documents("tea", "a cup of tea"));
    expect(textsOf(await foreign.similaritySearch("a cup", 10))).toEqual(["a cup of tea", "tea"]);
    expect(textsOf(await foreign.maxMarginalRelevanceSearch("a cup", { k: 1 }))).toEqual([
      "a cup of tea",
    ]);
    expect(textsOf(await own.similaritySearch("tea", 10))).toEqual(["green tea"]);
    const byMeaning = await memory.recall({ query: "tea", mode: "semantic" });
    expect(byMeaning.map(({ content }) => content)).toEqual(["green tea"]);
    const byWord = await memory.recall({ query: "cup", mode: "keyword" });
    expect(byWord.map(({ content }) => content)).toEqual(["a cup of tea"]);
  });

  test("serves a memory that has none", async () => {
    const memory = openMemory(create(), { embedder: undefined });
    const store = new MemoryVectorStore({ memory, embedder: drinks() });
    await store.addDocuments(documents("tea", "coffee"));
    const [[first, score] = []] = await store.similaritySearchWithScore("green tea", 1);
    expect(first?.pageContent).toBe("tea");
    expect(score).toBeCloseTo(0.8, 6);
    await store.delete({ deleteAll: true });
    expect(await store.similaritySearch("tea")).toEqual([]);
  });

  test("that fails writes none of the documents", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory, embedder: drinks("test/other@3") });
    const error = await errorOf(() => store.addDocuments(documents("tea", "poison")));
    expect(error.code).toBe("embedder-failed");
    expect((await memory.list()).items).toEqual([]);
  });

  test("that is the memory's by its id is the memory's", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory, embedder: drinks() });
    await store.addDocuments(documents("green tea"));
    const [found] = await memory.recall({ query: "tea", mode: "semantic" });
    expect(found?.content).toBe("green tea");
  });

  test("that was found by its store's embeddings gives the numbers of the space", async () => {
    const memory = openMemory(create());
    const embedders: readonly (Embedder | undefined)[] = [undefined, drinks("test/other@3")];
    for (const embedder of embedders) {
      const { embeddings } = new MemoryVectorStore({ memory, embedder });
      const [document] = await embeddings.embedDocuments(["green tea"]);
      const query = await embeddings.embedQuery("green tea");
      for (const vector of [document, query]) {
        expect(vector?.map((value) => value.toFixed(3))).toEqual(["0.800", "0.600", "0.000"]);
      }
    }
  });
});
