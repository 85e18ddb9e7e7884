import { MemoryError } from "@kioku/core";
import type { Reranker } from "@kioku/core";
import type { RerankScore } from "@kioku/core/toolkit";
import { Document } from "@langchain/core/documents";
import { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { MemoryRetriever, RerankerCompressor } from "../../src/index.js";
import type { RerankerCompressorOptions } from "../../src/index.js";
import { errorOf } from "../support/error-of.js";
import { letterMemory } from "../support/letter-memory.js";

interface Asked {
  readonly query: string;
  readonly documents: readonly string[];
  readonly options: unknown;
}

/** Answers what a test says, and tells what it was asked. */
function saying(answer: unknown): Reranker & { readonly asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    id: "test/saying",
    asked,
    async rerank(query, documents, options) {
      asked.push({ query, documents, options });
      return answer as readonly RerankScore[];
    },
  };
}

/** A compressor whose reranker fails. */
function failing(error: Error): RerankerCompressor {
  const reranker: Reranker = {
    id: "test/down",
    async rerank() {
      throw error;
    },
  };
  return new RerankerCompressor({ reranker });
}

function threeDocuments(): Document[] {
  return [
    new Document({ pageContent: "zero", metadata: { page: 0 }, id: "a" }),
    new Document({ pageContent: "one", metadata: { relevanceScore: "old" } }),
    new Document({ pageContent: "two", metadata: { nested: { deep: [1] } }, id: "c" }),
  ];
}

test("is a document compressor of LangChain", () => {
  const compressor = new RerankerCompressor({ reranker: saying([]) });
  expect(compressor).toBeInstanceOf(BaseDocumentCompressor);
  expect(BaseDocumentCompressor.isBaseDocumentCompressor(compressor)).toBe(true);
});

test("documents come in the reranker's order with its scores, as copies that keep the rest", async () => {
  const ranking = [
    { index: 2, score: 7.5 },
    { index: 0, score: 0 },
    { index: 1, score: -3 },
  ];
  const reranker = saying(ranking);
  const documents = threeDocuments();
  const result = await new RerankerCompressor({ reranker }).compressDocuments(documents, "why?");
  expect(result).toEqual([
    new Document({
      pageContent: "two",
      metadata: { nested: { deep: [1] }, relevanceScore: 7.5 },
      id: "c",
    }),
    new Document({ pageContent: "zero", metadata: { page: 0, relevanceScore: 0 }, id: "a" }),
    new Document({ pageContent: "one", metadata: { relevanceScore: -3 } }),
  ]);
  expect(result[0]).toBeInstanceOf(Document);
  expect(documents).toEqual(threeDocuments());
  expect(reranker.asked).toEqual([
    { query: "why?", documents: ["zero", "one", "two"], options: {} },
  ]);
});

test("at most topN documents are kept, even if the reranker names more", async () => {
  const reranker = saying([
    { index: 1, score: 3 },
    { index: 0, score: 2 },
    { index: 2, score: 1 },
  ]);
  const compressor = new RerankerCompressor({ reranker, topN: 2 });
  const result = await compressor.compressDocuments(threeDocuments(), "why?");
  expect(result.map(({ pageContent }) => pageContent)).toEqual(["one", "zero"]);
  expect(reranker.asked[0]?.options).toEqual({ topN: 2 });
});

test("documents that the reranker leaves out are left out", async () => {
  const compressor = new RerankerCompressor({ reranker: saying([{ index: 1, score: 3 }]) });
  const result = await compressor.compressDocuments(threeDocuments(), "why?");
  expect(result.map(({ pageContent }) => pageContent)).toEqual(["one"]);
});

test("no documents give none without a call", async () => {
  const reranker = saying([]);
  expect(await new RerankerCompressor({ reranker }).compressDocuments([], "why?")).toEqual([]);
  expect(reranker.asked).toEqual([]);
});

test("whatever the ranking is, each document named comes once with its score", async () => {
  const ranking = fc.uniqueArray(fc.nat({ max: 19 }), { maxLength: 20 }).chain((indexes) =>
    fc.tuple(
      ...indexes.map((index) =>
        fc.record({
          index: fc.constant(index),
          score: fc.double({ noNaN: true, min: -1, max: 1 }),
        }),
      ),
    ),
  );
  const topN = fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined });
  const documents = Array.from(
    { length: 20 },
    (_, place) => new Document({ pageContent: `text ${place}`, metadata: { place } }),
  );
  await fc.assert(
    fc.asyncProperty(ranking, topN, async (scores, most) => {
      const compressor = new RerankerCompressor({ reranker: saying(scores), topN: most });
      const result = await compressor.compressDocuments(documents, "why?");
      const expected = scores.slice(0, most);
      expect(result.map(({ metadata }) => metadata)).toEqual(
        expected.map(({ index, score }) => ({ place: index, relevanceScore: score })),
      );
    }),
  );
});

test.for([
  ["no list", undefined],
  ["a list of nothing", [undefined]],
  ["an index beyond the documents", [{ index: 3, score: 1 }]],
  ["an index below 0", [{ index: -1, score: 1 }]],
  ["half an index", [{ index: 0.5, score: 1 }]],
  ["no index", [{ score: 1 }]],
  [
    "an index twice",
    [
      { index: 0, score: 1 },
      { index: 0, score: 0.5 },
    ],
  ],
  ["no score", [{ index: 0 }]],
  ["a score that is no number", [{ index: 0, score: Number.NaN }]],
  ["an infinite score", [{ index: 0, score: Number.POSITIVE_INFINITY }]],
] as const)("a reranker that answers %s has failed", async ([, answer]) => {
  const compressor = new RerankerCompressor({ reranker: saying(answer) });
  const error = await errorOf(() => compressor.compressDocuments(threeDocuments(), "why?"));
  expect(error.code).toBe("reranker-failed");
  expect(error.message).toContain("test/saying");
});

test("what a reranker fails with is kept as the cause, and its own typed errors pass", async () => {
  const cause = new Error("no answer to why?");
  const error = await errorOf(() => failing(cause).compressDocuments(threeDocuments(), "why?"));
  expect([error.code, error.message]).toEqual(["reranker-failed", "reranker test/down failed"]);
  expect(error.cause).toBe(cause);
  const closed = new MemoryError("closed", "the reranker is closed");
  expect(await errorOf(() => failing(closed).compressDocuments(threeDocuments(), "why?"))).toBe(
    closed,
  );
});

test("documents of a memory keep what they are memories of, also for the compiler", async () => {
  const memory = letterMemory();
  await memory.rememberAll(["zebra one", "zebra two"]);
  const found = await new MemoryRetriever({ memory }).invoke("zebra");
  const compressor = new RerankerCompressor({ reranker: saying([{ index: 1, score: 0.5 }]) });
  const [best] = await compressor.compressDocuments(found, "zebra");
  const id: string | undefined = best?.metadata.memory.id;
  const score: number | undefined = best?.metadata.relevanceScore;
  expect([id, score]).toEqual([found[1]?.id, 0.5]);
});

test("documents and questions that are none are refused by name before the reranker is asked", async () => {
  const reranker = saying([]);
  const compressor = new RerankerCompressor({ reranker });
  const documents = [...threeDocuments(), { metadata: {} }] as unknown as Document[];
  const error = await errorOf(() => compressor.compressDocuments(documents, "why?"));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain("documents[3].pageContent");
  const none = undefined as unknown as Document[];
  expect((await errorOf(() => compressor.compressDocuments(none, "why?"))).message).toContain(
    "documents must be a list",
  );
  const query = 7 as unknown as string;
  expect(
    (await errorOf(() => compressor.compressDocuments(threeDocuments(), query))).message,
  ).toContain("query must be a string");
  expect(reranker.asked).toEqual([]);
});

test.for([
  undefined,
  {},
  { reranker: {} },
  { reranker: saying([]), topN: 0 },
  { reranker: saying([]), topN: 1.5 },
  { reranker: saying([]), limit: 3 },
])("%o are no options", async (options) => {
  const wrong = options as unknown as RerankerCompressorOptions;
  expect((await errorOf(() => new RerankerCompressor(wrong))).code).toBe("invalid-input");
});

test("in JSON stands the id of the reranker and nothing else of it", () => {
  const reranker = { ...saying([]), id: "test/reranker", apiKey: "secret" };
  const written = JSON.stringify(new RerankerCompressor({ reranker, topN: 2 }));
  expect(written).toBe('{"reranker":"test/reranker","topN":2}');
});
