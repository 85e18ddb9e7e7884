import { Document } from "@langchain/core/documents";
import { expect, test } from "vitest";

import { citedDocuments, MemoryRetriever, RerankerCompressor } from "../../src/index.js";
import { letterMemory } from "../support/letter-memory.js";

test("an answer's citations are the documents, in the order of first mention, and labels that it made up", async () => {
  const memory = letterMemory();
  await memory.rememberAll(["zebra one", "zebra two", "zebra three"]);
  const documents = await new MemoryRetriever({ memory }).invoke("zebra");
  const answer = "It is three [m3], 【m1，m9】 or [M3]; see m2 and [m2].";
  const { cited, unknown } = citedDocuments(answer, documents);
  expect(cited).toEqual([documents[2], documents[0], documents[1]]);
  expect(cited[0]).toBe(documents[2]);
  expect(unknown).toEqual(["m9"]);
  const id: string | undefined = cited[0]?.metadata.memory.id;
  expect(id).toBe(documents[2]?.id);
});

test("labels are the places in the list that the prompt was written of", async () => {
  const memory = letterMemory();
  await memory.rememberAll(["zebra one", "zebra two"]);
  const documents = await new MemoryRetriever({ memory }).invoke("zebra");
  const reranker = {
    id: "test/last",
    rerank: async () => [{ index: 1, score: 1 }],
  };
  const kept = await new RerankerCompressor({ reranker }).compressDocuments(documents, "zebra");
  const { cited, unknown } = citedDocuments("[m1], not [m2]", kept);
  expect(cited).toEqual(kept);
  expect(unknown).toEqual(["m2"]);
});

test("other documents are cited by their place", () => {
  const documents = ["one", "two"].map((pageContent) => new Document({ pageContent }));
  expect(citedDocuments("[m2]", documents)).toEqual({ cited: [documents[1]], unknown: [] });
  expect(citedDocuments("nothing", documents)).toEqual({ cited: [], unknown: [] });
  expect(citedDocuments("[m1]", [])).toEqual({ cited: [], unknown: ["m1"] });
});

test.each([
  [undefined, [], "answer must be a string"],
  ["[m1]", undefined, "documents must be a list"],
  ["[m1]", [{}], "documents[0] must be a document"],
])("%j and %j are refused", (answer, documents, problem) => {
  expect(() => citedDocuments(answer as string, documents as unknown as Document[])).toThrow(
    problem,
  );
});
