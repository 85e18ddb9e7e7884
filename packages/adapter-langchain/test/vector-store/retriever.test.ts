import { setImmediate } from "node:timers/promises";

import { definePlugin, inMemoryStore } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { Document } from "@langchain/core/documents";
import type { DocumentInterface } from "@langchain/core/documents";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnablePassthrough, RunnableSequence } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { VectorStoreRetriever } from "@langchain/core/vectorstores";
import { expect, test } from "vitest";

import { MemoryVectorStore } from "../../src/index.js";
import { openMemory } from "../support/document-memories.js";
import { errorOf, thrownBy } from "../support/error-of.js";

/** Tells what a run of a retriever is said to be. */
class Watcher extends BaseCallbackHandler {
  readonly name = "watcher";
  readonly told: unknown[] = [];

  override handleRetrieverStart(
    ...[retriever, query, , , tags]: Parameters<
      NonNullable<BaseCallbackHandler["handleRetrieverStart"]>
    >
  ): void {
    this.told.push(["start", retriever.id.at(-1), query, tags]);
    JSON.stringify(retriever);
  }

  override handleRetrieverEnd(documents: readonly DocumentInterface[]): void {
    this.told.push(["end", documents.length]);
  }

  override handleRetrieverError(error: unknown): void {
    this.told.push(["error", error]);
  }
}

async function filled(plugins: Parameters<typeof openMemory>[1] = {}): Promise<MemoryVectorStore> {
  const memory = openMemory(sqliteStore({ path: ":memory:" }), plugins);
  const store = new MemoryVectorStore({ memory });
  const texts = ["tea", "green tea", "black tea", "coffee", "milk", "ice"];
  await store.addDocuments(
    texts.map((pageContent) => {
      const metadata = { tea: pageContent.endsWith("tea") };
      return new Document({ pageContent, metadata });
    }),
  );
  return store;
}

function textsOf(found: readonly DocumentInterface[]): readonly string[] {
  return found.map(({ pageContent }) => pageContent);
}

test("a retriever finds four documents, or as many as it is told, narrowed by a filter", async () => {
  const store = await filled();
  const retriever = store.asRetriever();
  expect(retriever).toBeInstanceOf(VectorStoreRetriever);
  expect(retriever.vectorStore).toBe(store);
  expect(await retriever.invoke("tea")).toHaveLength(4);
  expect(textsOf(await store.asRetriever(1).invoke("tea"))).toEqual(["tea"]);
  const filter = { tea: false };
  expect(textsOf(await store.asRetriever(1, filter).invoke("tea"))).toEqual(["coffee"]);
  expect(textsOf(await store.asRetriever({ k: 1, filter }).invoke("tea"))).toEqual(["coffee"]);
});

test("a retriever finds documents that are unlike each other", async () => {
  const store = await filled();
  const searchType = "mmr";
  const mmr = store.asRetriever({ k: 3, searchType, searchKwargs: { lambda: 0 } });
  expect(textsOf(await mmr.invoke("tea"))).toEqual(["tea", "ice", "coffee"]);
  const few = store.asRetriever({ k: 3, searchType, searchKwargs: { lambda: 0, fetchK: 3 } });
  expect(textsOf(await few.invoke("tea"))).toEqual(["tea", "green tea", "black tea"]);
  const narrowed = store.asRetriever({ k: 2, searchType, filter: { tea: true } });
  expect(textsOf(await narrowed.invoke("tea"))).toEqual(["tea", "green tea"]);
});

test("a retriever adds documents", async () => {
  const store = await filled();
  await store.asRetriever().addDocuments([new Document({ pageContent: "tea", id: "new" })]);
  expect((await store.similaritySearch("tea", 2)).map(({ id }) => id)).toContain("new");
});

test("a retriever tells callbacks what it does, and tracers nothing of the memory", async () => {
  const store = await filled();
  const watcher = new Watcher();
  const retriever = store.asRetriever({ k: 2, callbacks: [watcher], tags: ["mine"] });
  await retriever.invoke("tea");
  expect(await errorOf(() => retriever.invoke("poison"))).toMatchObject({
    code: "embedder-failed",
  });
  expect(watcher.told).toEqual([
    ["start", "MemoryVectorStoreRetriever", "tea", ["mine", "kioku"]],
    ["end", 2],
    ["start", "MemoryVectorStoreRetriever", "poison", ["mine", "kioku"]],
    ["error", expect.objectContaining({ code: "embedder-failed" })],
  ]);
  const shown = { lc: 1, type: "not_implemented" };
  expect(JSON.parse(JSON.stringify(retriever))).toEqual({
    ...shown,
    id: ["langchain_core", "vectorstores", "MemoryVectorStoreRetriever"],
  });
  expect(JSON.parse(JSON.stringify(store))).toEqual({
    ...shown,
    id: ["langchain", "vectorstores", "kioku", "MemoryVectorStore"],
  });
  expect(store.lc_kwargs).toEqual({});
});

test("an aborted retriever rejects with the reason, before and while it searches", async () => {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let searches = 0;
  const slow = definePlugin({
    id: "slow",
    hooks: {
      beforeRecall: async () => {
        searches += 1;
        begun.resolve();
        await held.promise;
      },
    },
  });
  const retriever = (await filled({ plugins: [slow] })).asRetriever();
  const reason = new Error("enough");
  const before = { signal: AbortSignal.abort(reason) };
  expect(await thrownBy(() => retriever.invoke("tea", before))).toBe(reason);
  await setImmediate();
  expect(searches).toBe(0);
  const controller = new AbortController();
  const call = retriever.invoke("tea", { signal: controller.signal });
  await begun.promise;
  controller.abort(reason);
  expect(await thrownBy(() => call)).toBe(reason);
  held.resolve();
  expect(await retriever.invoke("tea")).toHaveLength(4);
});

test("a retriever serves a chain of LangChain", async () => {
  const store = await filled();
  const model = new FakeListChatModel({ responses: ["With milk."] });
  const asked: string[] = [];
  const chain = RunnableSequence.from([
    {
      context: store.asRetriever({ k: 2 }).pipe((found) => textsOf(found).join(" and ")),
      question: new RunnablePassthrough<string>(),
    },
    ChatPromptTemplate.fromTemplate("Of {context}: {question}"),
    (prompt: { readonly toString: () => string }) => {
      asked.push(prompt.toString());
      return prompt;
    },
    model as never,
    new StringOutputParser(),
  ]);
  expect(await chain.invoke("tea")).toBe("With milk.");
  expect(asked).toEqual(["Human: Of tea and green tea: tea"]);
  const [first, second] = await store.asRetriever(1).batch(["tea", "milk"]);
  expect([...textsOf(first ?? []), ...textsOf(second ?? [])]).toEqual(["tea", "milk"]);
});

test.each([
  [{ filters: { page: 1 } }, "filters"],
  [{ minScore: 0.9 }, "minScore"],
  [{ searchType: "bogus" }, "fields.searchType"],
  [{ searchType: "mmr", searchKwargs: { fetchk: 9 } }, "fetchk"],
])("settings of a retriever such as %j are refused, not passed over", async (fields, named) => {
  const store = new MemoryVectorStore({ memory: openMemory(inMemoryStore()) });
  const { code, message } = await errorOf(() => store.asRetriever(fields as object));
  expect(code).toBe("invalid-input");
  expect(message).toContain(named);
});

test("settings of a diverse search that are unknown are refused", async () => {
  const store = new MemoryVectorStore({ memory: openMemory(inMemoryStore()) });
  const options = { k: 1, fetchk: 9 };
  const { message } = await errorOf(() => store.maxMarginalRelevanceSearch("tea", options));
  expect(message).toContain("fetchk");
});
