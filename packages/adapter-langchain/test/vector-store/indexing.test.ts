import { Document } from "@langchain/core/documents";
import { index } from "@langchain/core/indexing";
import { describe, expect, test } from "vitest";

import { MemoryVectorStore } from "../../src/index.js";
import { openMemory, STORES } from "../support/document-memories.js";
import { RecordList } from "../support/record-list.js";

function menu(...pages: readonly (readonly [string, string])[]): Document[] {
  return pages.map(([source, pageContent]) => new Document({ pageContent, metadata: { source } }));
}

describe.each(STORES)("LangChain's indexing $name", ({ create }) => {
  function open(cleanup: "incremental" | "full") {
    const memory = openMemory(create());
    const vectorStore = new MemoryVectorStore({ memory });
    const recordManager = new RecordList();
    const run = (docsSource: Document[], forceUpdate = false) =>
      index({
        docsSource,
        recordManager,
        vectorStore,
        options: { cleanup, sourceIdKey: "source", batchSize: 2, cleanupBatchSize: 2, forceUpdate },
      });
    const left = async (): Promise<readonly string[]> => {
      const { items } = await memory.list();
      return items.map(({ content }) => content).toSorted();
    };
    return { memory, run, left };
  }

  test("adds what is new, skips what is there, and cleans up what a source no longer has", async () => {
    const { memory, run, left } = open("incremental");
    await memory.remember("tea");
    const first = menu(["a", "tea"], ["a", "coffee"], ["b", "milk"]);
    expect(await run(first)).toEqual({ numAdded: 3, numDeleted: 0, numUpdated: 0, numSkipped: 0 });
    expect(await run(first)).toEqual({ numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 3 });
    const second = menu(["a", "tea"], ["a", "ice"]);
    expect(await run(second)).toEqual({ numAdded: 1, numDeleted: 1, numUpdated: 0, numSkipped: 1 });
    expect(await left()).toEqual(["ice", "milk", "tea", "tea"]);
    expect(await run(second, true)).toMatchObject({ numAdded: 0, numUpdated: 2 });
    expect(await left()).toEqual(["ice", "milk", "tea", "tea"]);
  });

  test("cleans up whatever was not named, and what the memory keeps beside stays", async () => {
    const { memory, run, left } = open("full");
    await memory.remember("tea");
    await run(menu(["a", "tea"], ["a", "coffee"], ["b", "milk"], ["b", "ice"], ["c", "green tea"]));
    expect(await left()).toHaveLength(6);
    expect(await run(menu(["a", "coffee"]))).toMatchObject({ numDeleted: 4, numSkipped: 1 });
    expect(await left()).toEqual(["coffee", "tea"]);
    expect(await run([])).toMatchObject({ numDeleted: 1 });
    expect(await left()).toEqual(["tea"]);
  });
});
