import type { MemoryRoot } from "@kioku/core";
import { Document } from "@langchain/core/documents";
import type { DocumentInterface } from "@langchain/core/documents";
import { expect, test } from "vitest";

import { MemoryRetriever } from "../../src/index.js";
import type { MemoryRetrieverOptions } from "../../src/index.js";
import { letterMemory } from "../support/letter-memory.js";

async function animals(): Promise<MemoryRoot> {
  const memory = letterMemory();
  await memory.rememberAll([
    { content: "the zebra runs", metadata: { topic: "zoo", tags: ["fast"] }, key: "zebra" },
    { content: "a zebra sleeps", metadata: { topic: "night" }, origin: "web", kind: "page" },
    { content: "quick foxes jump", metadata: { topic: "forest" } },
  ]);
  return memory;
}

test("documents are the memories that recall finds, in its order, with what they are memories of", async () => {
  const memory = await animals();
  const hits = await memory.recall({ query: "zebra", limit: 2 });
  const documents = await new MemoryRetriever({ memory, limit: 2 }).invoke("zebra");
  expect(documents).toHaveLength(2);
  for (const [index, document] of documents.entries()) {
    const hit = hits[index];
    expect(document).toBeInstanceOf(Document);
    expect(document).toEqual({
      id: hit?.id,
      pageContent: hit?.content,
      metadata: {
        ...hit?.metadata,
        memory: {
          id: hit?.id,
          ...(hit?.key === undefined ? {} : { key: hit.key }),
          kind: hit?.kind,
          scope: [],
          origin: hit?.origin,
          trust: hit?.trust,
          createdAt: "2026-03-01T12:00:00.000Z",
        },
      },
    });
    expect(JSON.parse(JSON.stringify(document.metadata))).toEqual(document.metadata);
  }
  expect(documents.map(({ metadata }) => metadata.memory.key)).toContain("zebra");
});

test("a field of one's own that is called memory gives way to ours, which cannot be forged", async () => {
  const memory = letterMemory();
  const metadata = { memory: { origin: "user", trust: 1 }, topic: "x" };
  await memory.remember({ content: "zebra", origin: "web", metadata });
  const [document] = await new MemoryRetriever({ memory }).invoke("zebra");
  expect(document?.metadata).toMatchObject({ topic: "x", memory: { origin: "web", trust: 0.5 } });
});

test("documents are the caller's own: changing them changes neither the memory nor what listeners were told", async () => {
  const memory = await animals();
  const told: unknown[] = [];
  memory.on("recalled", ({ results }) =>
    told.push(results.map(({ metadata, scope, signals }) => ({ metadata, scope, signals }))),
  );
  const retriever = new MemoryRetriever({ memory, filter: { topic: "zoo" }, explain: true });
  const [first] = await retriever.invoke("zebra");
  if (!first) throw new Error("nothing was found");
  const before = structuredClone({ told, first: { ...first } });
  (first.metadata["tags"] as string[]).push("mine");
  (first.metadata.memory.scope as string[]).push("mine");
  expect(told).toEqual(before.told);
  expect((await retriever.invoke("zebra"))[0]).toEqual(before.first);
});

test("every option of recall reaches it", async () => {
  const memory = await animals();
  const scope = memory.scope("below");
  await scope.remember({ content: "zebra below", occurredAt: new Date(0), thread: "t" });
  const find = async (
    options: Omit<MemoryRetrieverOptions, "memory">,
  ): Promise<readonly string[]> =>
    (await new MemoryRetriever({ memory, ...options }).invoke("zebra runs")).map(
      ({ pageContent }) => pageContent,
    );
  expect(await find({ filter: { topic: "night" } })).toEqual(["a zebra sleeps"]);
  expect(await find({ kinds: ["page"] })).toEqual(["a zebra sleeps"]);
  expect(await find({ limit: 1 })).toEqual(["the zebra runs"]);
  expect(await find({ reach: "below" })).toContain("zebra below");
  expect(await find({ mode: "keyword" })).not.toContain("quick foxes jump");
  expect(await find({ minScore: 1 })).toEqual([]);
  const strict = new MemoryRetriever({ memory, minScore: 1, explain: true });
  const none = await strict.recall("zebra runs");
  expect([none.length, none.notice?.code]).toEqual([0, "not-relevant"]);
  expect(none.omitted?.map(({ reason }) => reason)).toContain("relevance");
  const [below] = await new MemoryRetriever({ memory: scope, explain: true }).invoke("zebra");
  expect(below?.metadata.memory).toMatchObject({
    scope: ["below"],
    occurredAt: "1970-01-01T00:00:00.000Z",
    thread: "t",
  });
  const [explained] = await new MemoryRetriever({ memory: scope, explain: true }).recall("zebra");
  expect(explained?.signals).toMatchObject({ relevance: expect.any(Number) as number });
  expect(await new MemoryRetriever({ memory: memory.scope("elsewhere") }).invoke("zebra")).toEqual(
    [],
  );
});

test("neighbours stand around their match in the order of their thread, each once, and are cited like the rest", async () => {
  const memory = letterMemory();
  for (const content of ["one", "two", "zebra", "zebra zebra", "five", "six"]) {
    await memory.remember({ content, thread: "t" });
  }
  const retriever = new MemoryRetriever({ memory, neighbours: 1, limit: 2 });
  const recalled = await retriever.recall("zebra");
  expect(recalled.map(({ document }) => document)).toEqual(await retriever.invoke("zebra"));
  const seen = recalled.map(({ document, reason }) => [document.pageContent, reason]);
  expect(seen).toHaveLength(4);
  const byText = new Map(seen.map(([text, reason], index) => [text, { reason, index }]));
  expect(byText.get("two")).toMatchObject({ reason: "neighbour" });
  expect(byText.get("zebra")).toEqual({
    reason: "match",
    index: (byText.get("two")?.index ?? 9) + 1,
  });
  expect(byText.get("five")).toEqual({
    reason: "neighbour",
    index: (byText.get("zebra zebra")?.index ?? 9) + 1,
  });
  const scores = recalled.map(({ score }) => score);
  expect(scores[byText.get("two")?.index ?? 9]).toBe(scores[byText.get("zebra")?.index ?? 9]);
});

/** Compares documents as `MultiQueryRetriever` of `@langchain/classic` 1.0 does. */
function keyOf({ pageContent, metadata }: DocumentInterface): string {
  const members = Object.entries(metadata).toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
  return `${pageContent}:${JSON.stringify(members)}`;
}

function uniqueUnion(documents: readonly DocumentInterface[]): readonly DocumentInterface[] {
  return [...new Map(documents.map((document) => [keyOf(document), document])).values()];
}

test("the documents of several queries for one memory are the same to LangChain", async () => {
  const memory = await animals();
  for (const content of ["斑马在睡觉", "two zebras sleep"]) {
    await memory.remember({ content, thread: "t" });
  }
  const retriever = new MemoryRetriever({ memory, neighbours: 1, explain: true });
  const queries = ["zebra", "a zebra sleeps", "foxes", "斑马"];
  const found = await Promise.all(queries.map((query) => retriever.invoke(query)));
  const unique = uniqueUnion(found.flat());
  const ids = new Set(found.flat().map(({ id }) => id));
  expect(found.flat().length).toBeGreaterThan(ids.size);
  expect(unique.map(({ id }) => id)).toEqual([...ids]);
});

test("recall gives each document with the score that the memory gives it", async () => {
  const memory = await animals();
  const hits = await memory.recall({ query: "zebra", limit: 2 });
  const retriever = new MemoryRetriever({ memory, limit: 2 });
  const recalled = await retriever.recall("zebra");
  expect(recalled.map(({ document, score }) => [document.id, score])).toEqual(
    hits.map(({ id, score }) => [id, score]),
  );
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(retriever.recall("zebra", { signal })).rejects.toThrow("enough");
});

test("records of two scopes that have one id are two", async () => {
  const root = letterMemory();
  const [ann, bob] = [root.scope("ann"), root.scope("bob")];
  await ann.rememberAll(["zebra", "one"].map((content) => ({ content, thread: "t" })));
  await bob.import(ann.export());
  const retriever = new MemoryRetriever({ memory: root, reach: "below", neighbours: 1, limit: 2 });
  const documents = await retriever.invoke("zebra");
  expect(documents.map(({ pageContent }) => pageContent)).toEqual(["zebra", "one", "zebra", "one"]);
  expect(new Set(documents.map(({ metadata }) => metadata.memory.scope[0]))).toEqual(
    new Set(["ann", "bob"]),
  );
});

test.each([
  [{ memory: undefined }, "options.memory must be an object"],
  [{ memory: {} }, "options.memory.recall must be a function"],
  [{ limit: 0 }, "options.limit must be a whole number at least 1"],
  [{ limit: "5" }, "options.limit must be a whole number"],
  [{ filter: { "@nothing": 1 } }, 'filter has no field "@nothing"'],
  [{ k: 4 }, 'options has no option "k"'],
  [{ query: "zebra" }, 'options has no option "query"'],
  [{ k: 4 }, "it takes memory, callbacks, tags, metadata, verbose, reach, limit, mode"],
  [{ rerank: 1 }, "options.rerank must be true or false"],
  [{ scoring: {} }, "options.scoring.score must be a function"],
])("%j is refused at once", (options, problem) => {
  const all = { memory: letterMemory(), ...options } as unknown as MemoryRetrieverOptions;
  expect(() => new MemoryRetriever(all)).toThrow(problem);
});

test.each([[undefined], [[]], ["zebra"]])("options that are %j are refused", (options) => {
  expect(() => new MemoryRetriever(options as unknown as MemoryRetrieverOptions)).toThrow(
    "options must be an object",
  );
});

test("a failure is an error and no empty list", async () => {
  const memory = letterMemory();
  const retriever = new MemoryRetriever({ memory });
  for (const input of [" ", undefined, { question: "zebra" }, ["zebra"]]) {
    await expect(retriever.invoke(input as string)).rejects.toMatchObject({
      code: "invalid-input",
      message: expect.stringMatching(/^input must be /u) as string,
    });
  }
  await memory.close();
  await expect(retriever.invoke("zebra")).rejects.toMatchObject({ code: "closed" });
});

test("serialisation says what it is and holds nothing of the memory", () => {
  const memory = letterMemory();
  const retriever = new MemoryRetriever({ memory, tags: ["a"], metadata: { run: 1 }, limit: 3 });
  const id = ["kioku", "retrievers", "MemoryRetriever"];
  expect(JSON.parse(JSON.stringify(retriever))).toEqual({ lc: 1, type: "not_implemented", id });
  expect(retriever.lc_kwargs).toEqual({ tags: ["a"], metadata: { run: 1 } });
  expect(retriever.metadata).toEqual({ run: 1 });
});
