import { MemoryError } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import type { EmbedOptions } from "@kioku/core/toolkit";
import { Embeddings } from "@langchain/core/embeddings";
import { expect, test } from "vitest";

import { toLangChainEmbeddings } from "../../src/index.js";
import { errorOf } from "../support/error-of.js";

interface Call {
  readonly texts: readonly string[];
  readonly purpose: EmbedOptions["purpose"];
}

/**
 * Answers [length of the text, 4] as a document, and the other way round as a question; cannot
 * embed "unfit", and fails at "down".
 */
function lengthEmbedder(): Embedder & { readonly calls: Call[] } {
  const calls: Call[] = [];
  return {
    id: "test/length@2",
    maxBatchSize: 3,
    calls,
    async embed(texts, { purpose } = {}) {
      calls.push({ texts, purpose });
      if (texts.includes("down")) throw new Error("no answer");
      const textIndex = texts.indexOf("unfit");
      if (textIndex !== -1) {
        throw new MemoryError("invalid-input", "too long", { details: { textIndex } });
      }
      const vectors = texts.map(({ length }) =>
        Float32Array.from(purpose === "query" ? [4, length] : [length, 4]),
      );
      return { vectors };
    },
  };
}

test("are embeddings of LangChain that tell their embedder", () => {
  const embedder = lengthEmbedder();
  const embeddings = toLangChainEmbeddings(embedder);
  expect(embeddings).toBeInstanceOf(Embeddings);
  expect(embeddings.embedder).toBe(embedder);
});

test("documents and questions are embedded each for its purpose, as plain numbers of length 1", async () => {
  const embedder = lengthEmbedder();
  const embeddings = toLangChainEmbeddings(embedder);
  const [document] = await embeddings.embedDocuments(["abc"]);
  const query = await embeddings.embedQuery("abc");
  expect(Array.isArray(document) && Array.isArray(query)).toBe(true);
  expect(document?.map((value) => value.toFixed(6))).toEqual(["0.600000", "0.800000"]);
  expect(query.map((value) => value.toFixed(6))).toEqual(["0.800000", "0.600000"]);
  expect(embedder.calls.map(({ purpose }) => purpose)).toEqual(["document", "query"]);
});

test("a long list goes out in the batches that the embedder takes, and comes back in order", async () => {
  const embedder = lengthEmbedder();
  const texts = Array.from({ length: 8 }, (_, index) => "x".repeat(index + 1));
  const vectors = await toLangChainEmbeddings(embedder).embedDocuments(texts);
  expect(embedder.calls.map((call) => call.texts.length)).toEqual([3, 3, 2]);
  const ratios = vectors.map(([first = 0, second = 0]) => Math.round((first / second) * 4));
  expect(ratios).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("no documents give no vectors", async () => {
  const embedder = lengthEmbedder();
  expect(await toLangChainEmbeddings(embedder).embedDocuments([])).toEqual([]);
  expect(embedder.calls).toEqual([]);
});

test("an embedder that fails at one batch of several fails the call, with its own error as the cause", async () => {
  const embeddings = toLangChainEmbeddings(lengthEmbedder());
  const error = await errorOf(() => embeddings.embedDocuments(["a", "b", "c", "d", "down"]));
  expect(error.code).toBe("embedder-failed");
  expect(error.retryable).toBe(true);
  expect(error.cause).toEqual(new Error("no answer"));
  expect((await errorOf(() => embeddings.embedQuery("down"))).code).toBe("embedder-failed");
});

test("a text that the embedder cannot take is named by its place and never quoted", async () => {
  const embeddings = toLangChainEmbeddings(lengthEmbedder());
  const error = await errorOf(() => embeddings.embedDocuments(["a", "b", "c", "d", "unfit"]));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toBe("embedder test/length@2 cannot embed documents[4]");
  const ofQuery = await errorOf(() => embeddings.embedQuery("unfit"));
  expect(ofQuery.message).toBe("embedder test/length@2 cannot embed query");
});

test("what is no text is refused before anything is asked", async () => {
  const embedder = lengthEmbedder();
  const embeddings = toLangChainEmbeddings(embedder);
  const wrong = ["a", 7] as unknown as string[];
  const error = await errorOf(() => embeddings.embedDocuments(wrong));
  expect(error.message).toBe("documents[1] must be a string, got 7");
  const query = undefined as unknown as string;
  expect((await errorOf(() => embeddings.embedQuery(query))).message).toContain("query must be");
  expect(embedder.calls).toEqual([]);
});

test.for([undefined, {}, { id: "a" }, { id: "a", embed: null }])(
  "%o is no embedder",
  async (value) => {
    const error = await errorOf(() => toLangChainEmbeddings(value as unknown as Embedder));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain("embedder");
  },
);

test("an embedder needs an id that is not blank", async () => {
  const blank: Embedder = { ...lengthEmbedder(), id: " " };
  expect((await errorOf(() => toLangChainEmbeddings(blank))).message).toContain("embedder.id");
});

test("in JSON stands the id of the embedder and nothing else of it", () => {
  const withKey = { ...lengthEmbedder(), apiKey: "secret" };
  const written = JSON.stringify({ embeddings: toLangChainEmbeddings(withKey) });
  expect(written).toBe('{"embeddings":{"embedder":"test/length@2"}}');
});
