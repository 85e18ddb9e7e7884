import { createMemory, inMemoryStore, layer } from "@kioku/core";
import type { Memory } from "@kioku/core";
import { Document } from "@langchain/core/documents";
import { expect, test } from "vitest";

import { MemoryVectorStore, toLangChainEmbeddings } from "../../src/index.js";
import type { MemoryVectorStoreConfig, MemoryVectorStoreOptions } from "../../src/index.js";
import { drinks, openMemory } from "../support/document-memories.js";
import { errorOf } from "../support/error-of.js";
import { LetterEmbeddings } from "../support/letter-embeddings.js";

test("texts become documents, each with its own metadata or all with the same", async () => {
  const memory = openMemory(inMemoryStore());
  const embeddings = toLangChainEmbeddings(drinks());
  const each = await MemoryVectorStore.fromTexts(
    ["tea", "coffee"],
    [{ page: 1 }, { page: 2 }],
    embeddings,
    { memory: memory.scope("each") },
  );
  const found = await each.similaritySearch("tea");
  expect(found.map(({ pageContent, metadata }) => [pageContent, metadata])).toEqual([
    ["tea", { page: 1 }],
    ["coffee", { page: 2 }],
  ]);
  const config = { memory: memory.scope("same"), kind: "page", origin: "web" } as const;
  const same = await MemoryVectorStore.fromTexts(["tea", "coffee"], { a: 1 }, embeddings, config);
  const metadata = (await same.similaritySearch("tea")).map((document) => document.metadata);
  expect(metadata).toEqual([{ a: 1 }, { a: 1 }]);
  const { items } = await memory.scope("same").list();
  expect(items.map(({ kind, origin }) => [kind, origin])).toEqual([
    ["page", "web"],
    ["page", "web"],
  ]);
});

test("documents are added, and found again by a store of what is there", async () => {
  const memory = openMemory(inMemoryStore());
  const embeddings = toLangChainEmbeddings(drinks());
  const documents = [new Document({ pageContent: "tea", metadata: {}, id: "a" })];
  const store = await MemoryVectorStore.fromDocuments(documents, embeddings, { memory });
  expect(store).toBeInstanceOf(MemoryVectorStore);
  const again = await MemoryVectorStore.fromExistingIndex(embeddings, { memory });
  expect(await again.similaritySearch("tea")).toEqual(documents);
  const [recalled] = await memory.recall({ query: "tea", mode: "semantic" });
  expect(recalled?.key).toBe("a");
});

test("embeddings of LangChain need an id, which names their space", async () => {
  const memory = openMemory(inMemoryStore());
  const embeddings = new LetterEmbeddings();
  const documents = [new Document({ pageContent: "tea" })];
  const error = await errorOf(() =>
    MemoryVectorStore.fromDocuments(documents, embeddings, { memory }),
  );
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain("embedderId must be given with embeddings");
  expect(embeddings.asked).toEqual([]);
  const config = { memory, embedderId: "test/letters@24" };
  const store = await MemoryVectorStore.fromDocuments(documents, embeddings, config);
  expect(await store.similaritySearch("tea")).toHaveLength(1);
  expect(embeddings.asked).toEqual([["tea"], "tea"]);
  expect(await memory.recall({ query: "green tea", mode: "semantic" })).toEqual([]);
});

test("embeddings of the memory's own embedder under another id have a space of their own", async () => {
  const memory = openMemory(inMemoryStore());
  const embeddings = toLangChainEmbeddings(drinks());
  const config = { memory, embedderId: "test/apart@3" };
  const store = await MemoryVectorStore.fromTexts(["tea"], {}, embeddings, config);
  expect(await store.similaritySearch("tea")).toHaveLength(1);
  expect(await new MemoryVectorStore({ memory }).similaritySearch("tea")).toEqual([]);
});

test("lists that do not fit are refused", async () => {
  const memory = openMemory(inMemoryStore());
  const embeddings = toLangChainEmbeddings(drinks());
  const make = (texts: unknown, metadatas: object) =>
    MemoryVectorStore.fromTexts(texts as string[], metadatas, embeddings, { memory });
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    "metadatas must be": () => make(["tea", "coffee"], [{}]),
    "texts must be": () => make("tea", {}),
    "texts[1] must be": () => make(["tea", 7], {}),
    "documents[0].metadata must be": () => make(["tea"], ["x"]),
  };
  for (const [what, call] of Object.entries(calls)) {
    const error = await errorOf(call);
    expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(what)]);
  }
  expect((await memory.list()).items).toEqual([]);
});

test("wrong options are refused at once", async () => {
  const memory = openMemory(inMemoryStore());
  const bare = createMemory({ store: inMemoryStore() });
  const wrong: readonly (readonly [unknown, string])[] = [
    [undefined, "options must be an object"],
    [{}, "options.memory must be"],
    [{ memory: {} }, "options.memory.remember must be"],
    [{ memory: bare }, "options.embedder must be given, since the memory has none"],
    [{ memory, embedder: {} }, "embed"],
    [{ memory, embedder: { ...drinks(), id: " " } }, "id must be"],
    [{ memory, kind: "" }, "options.kind must be"],
    [{ memory, kind: "x".repeat(513) }, "options.kind must be"],
    [{ memory, origin: "internet" }, "options.origin must be one of user,"],
    [{ memory, similarity: () => 1 }, "options.similarity must be left out: vectors are kept"],
    [{ memory, reach: "below" }, 'options has no option "reach"'],
    [{ memory: layer(memory.scope("a"), memory.scope("b")) }, "memory must be"],
  ];
  for (const [options, what] of wrong) {
    const error = await errorOf(() => new MemoryVectorStore(options as MemoryVectorStoreOptions));
    expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(what)]);
  }
  await bare.close();
  const config = { memory: memory as Memory, embedder: drinks() } as MemoryVectorStoreConfig;
  const error = await errorOf(() =>
    MemoryVectorStore.fromExistingIndex(toLangChainEmbeddings(drinks()), config),
  );
  expect(error.message).toContain('no option "embedder"');
  const none = undefined as unknown as LetterEmbeddings;
  const noEmbeddings = await errorOf(() =>
    MemoryVectorStore.fromExistingIndex(none, { memory, embedderId: "x" }),
  );
  expect(noEmbeddings.message).toContain("embeddings must be an object");
  const noId = await errorOf(() =>
    MemoryVectorStore.fromExistingIndex(new LetterEmbeddings(), { memory, embedderId: " " }),
  );
  expect(noId.message).toContain("config.embedderId must be text");
});
