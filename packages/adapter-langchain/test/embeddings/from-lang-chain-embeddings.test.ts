import { setImmediate } from "node:timers/promises";

import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import { embedderConformance } from "@kioku/testing";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { SyntheticEmbeddings } from "@langchain/core/utils/testing";
import { describe, expect, test } from "vitest";

import { fromLangChainEmbeddings, toLangChainEmbeddings } from "../../src/index.js";
import { errorOf, thrownBy } from "../support/error-of.js";
import { LetterEmbeddings } from "../support/letter-embeddings.js";

const ID = "test/letters@24";

describe("as an embedder", () => {
  const cases = embedderConformance(
    () => fromLangChainEmbeddings(new LetterEmbeddings(), { id: ID, normalized: true }),
    { tolerance: 0, purposes: "different", stopsUnderWay: true, hugeBatch: 300 },
  );
  test.for(cases)("$group: $name", async ({ run }, context) => {
    const outcome = await run();
    if (outcome.status === "skipped") context.skip(`the embedder has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
});

test("documents go out as one list, questions one by one and at most four at once", async () => {
  const embeddings = new LetterEmbeddings();
  const embedder = fromLangChainEmbeddings(embeddings, { id: ID });
  const texts = ["one", "two", "three", "four", "five", "six"];
  await embedder.embed(texts);
  await embedder.embed(texts, { purpose: "query" });
  expect(embeddings.asked).toEqual([texts, ...texts]);
  expect(embeddings.mostAtOnce).toBe(4);
});

test("the embedder says of itself what it was told", () => {
  const profile = { unrelated: 0.1, related: 0.6 };
  const said = { id: ID, dimensions: 24, maxBatchSize: 8, profile, normalized: true };
  const embedder = fromLangChainEmbeddings(new LetterEmbeddings(), said);
  expect(embedder).toMatchObject(said);
});

test("a memory recalls by LangChain's embeddings", async () => {
  const embeddings = new SyntheticEmbeddings({ vectorSize: 12 });
  const profile = { unrelated: 0, related: 1 };
  const embedder = fromLangChainEmbeddings(embeddings, { id: "test/synthetic@12", profile });
  const memory = createMemory({ store: inMemoryStore(), embedder });
  const receipts = await memory.rememberAll(["The kettle is blue", "Trains leave at nine"]);
  expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored"]);
  const query = { query: "The kettle is blue", mode: "semantic", explain: true } as const;
  const [first] = await memory.recall(query);
  expect(first?.content).toBe("The kettle is blue");
  expect(first?.signals?.similarity).toBeCloseTo(1, 5);
});

test("there and back gives the same embedder", () => {
  const embedder: Embedder = { id: "test/own", embed: async () => ({ vectors: [] }) };
  const embeddings = toLangChainEmbeddings(embedder);
  expect(fromLangChainEmbeddings(embeddings)).toBe(embedder);
  expect(fromLangChainEmbeddings(embeddings, { id: "test/own" })).toBe(embedder);
  const other = fromLangChainEmbeddings(embeddings, { id: "test/other" });
  expect(other).not.toBe(embedder);
  expect(other.id).toBe("test/other");
  const slower = fromLangChainEmbeddings(embeddings, { maxBatchSize: 2 });
  expect([slower.id, slower.maxBatchSize]).toEqual(["test/own", 2]);
});

test("back and there gives the same directions at length 1", async () => {
  const texts = ["The kettle is blue", "Trains leave at nine"];
  const long = new LetterEmbeddings({ length: 5 });
  const back = toLangChainEmbeddings(fromLangChainEmbeddings(long, { id: ID }));
  const unit = new LetterEmbeddings();
  const expected = [...(await unit.embedDocuments(texts)), await unit.embedQuery("blue")];
  const vectors = [...(await back.embedDocuments(texts)), await back.embedQuery("blue")];
  for (const [index, vector] of vectors.entries()) {
    for (const [slot, value] of vector.entries()) {
      expect(value).toBeCloseTo(expected[index]?.[slot] ?? Number.NaN, 6);
    }
  }
});

test("an aborted call rejects with the signal's reason at once, though LangChain is not done", async () => {
  for (const purpose of ["document", "query"] as const) {
    const embeddings = new LetterEmbeddings();
    const held = Promise.withResolvers<void>();
    embeddings.hold = held.promise;
    const embedder = fromLangChainEmbeddings(embeddings, { id: ID });
    const controller = new AbortController();
    const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`);
    const call = embedder.embed(texts, { purpose, signal: controller.signal });
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await thrownBy(() => call)).toBe(reason);
    held.resolve();
    await setImmediate();
    expect(embeddings.asked.flat().length).toBe(purpose === "query" ? 4 : 10);
  }
});

test("questions are not asked on after one has failed", async () => {
  const asked: string[] = [];
  const embeddings: EmbeddingsInterface = {
    embedDocuments: async () => [],
    async embedQuery(text) {
      asked.push(text);
      if (text === "text 0") throw new Error("down");
      return [1];
    },
  };
  const embedder = fromLangChainEmbeddings(embeddings, { id: ID });
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
  const error = await thrownBy(() => embedder.embed(texts, { purpose: "query" }));
  expect(error).toEqual(new Error("down"));
  await setImmediate();
  expect(asked).toHaveLength(4);
});

test.for([
  ["no list", undefined],
  ["a list of nothing", [undefined]],
  ["texts", ["0.5"]],
  ["numbers as texts", [["0.5", "1"]]],
  ["holes", [[null, 1]]],
  ["big integers", [[1n, 2n]]],
] as const)("%s for vectors fail the call", async ([, answer]) => {
  const embeddings = {
    embedDocuments: async () => answer,
    embedQuery: async () => answer?.[0],
  } as unknown as EmbeddingsInterface;
  const embedder = fromLangChainEmbeddings(embeddings, { id: ID });
  for (const purpose of ["document", "query"] as const) {
    const error = await errorOf(() => embedder.embed(["x"], { purpose }));
    expect(error.code).toBe("embedder-failed");
    expect(error.message).toContain(ID);
  }
});

test("typed arrays are taken for vectors, and changing them later changes nothing", async () => {
  const kept = Float64Array.of(0.5, 0.25);
  const embeddings = {
    embedDocuments: async () => [kept],
    embedQuery: async () => kept,
  } as unknown as EmbeddingsInterface;
  const { vectors } = await fromLangChainEmbeddings(embeddings, { id: ID }).embed(["x"]);
  kept.fill(9);
  expect(vectors).toEqual([Float32Array.of(0.5, 0.25)]);
});

test.for([
  ["id", {}],
  ["id", { id: " " }],
  ["id", { id: 7 }],
  ["id", { id: "x".repeat(513) }],
  ["dimensions", { id: ID, dimensions: 0 }],
  ["maxBatchSize", { id: ID, maxBatchSize: 1.5 }],
  ["profile", { id: ID, profile: { unrelated: 0.5, related: 0.1 } }],
  ["normalized", { id: ID, normalized: "yes" }],
  ["width", { id: ID, width: 3 }],
] as const)("a wrong %s is refused: %o", async ([member, options]) => {
  const wrong = options as unknown as { readonly id: string };
  const error = await errorOf(() => fromLangChainEmbeddings(new LetterEmbeddings(), wrong));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain(member);
});

test("what is no embeddings is refused", async () => {
  for (const value of [undefined, {}, { embedDocuments: async () => [] }]) {
    const embeddings = value as unknown as EmbeddingsInterface;
    const error = await errorOf(() => fromLangChainEmbeddings(embeddings, { id: ID }));
    expect(error.code).toBe("invalid-input");
  }
});
