import { createMemory, inMemoryStore } from "@kioku/core";
import type { QueryExpander } from "@kioku/core";
import { queryTerms } from "@kioku/core/toolkit";
import type { QueryExpansion } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { localEmbedder } from "../src/index.js";
import { emptyFolder, fillFolder } from "./support/asset-folder.js";
import { failureOf } from "./support/failure-of.js";

/** Reads the expander that an embedder brings. */
function expanderOf(embedder = localEmbedder()): QueryExpander {
  const { expander } = embedder;
  if (expander === undefined) throw new Error("no expander");
  return expander;
}

async function expand(text: string, expander = expanderOf()): Promise<QueryExpansion> {
  return expander.expand({ text, terms: queryTerms(text) });
}

/** Weights of a query's terms by term. */
async function weightsOf(text: string): Promise<ReadonlyMap<string, number>> {
  const { weights = [] } = await expand(text);
  return new Map(queryTerms(text).map((term, index) => [term, weights[index] ?? 1]));
}

async function furtherOf(text: string): Promise<readonly string[]> {
  const { further = [] } = await expand(text);
  return further.map(({ term }) => term);
}

test("everyday Chinese weighs less than rare words", async () => {
  const weights = await weightsOf("今天 花园 琥珀");
  expect(weights.get("今天")).toBeLessThan(weights.get("花园") ?? 0);
  expect(weights.get("花园")).toBeLessThan(weights.get("琥珀") ?? 0);
  expect(weights.get("琥珀")).toBe(1);
});

test("two neighbours that are not of one word weigh less than they would", async () => {
  const weights = await weightsOf("喜欢琥珀");
  expect(weights.get("琥珀")).toBe(1);
  expect(weights.get("欢琥")).toBe(0.6);
});

test("traditional characters weigh as simplified ones", async () => {
  const [simplified, traditional] = [await weightsOf("医院"), await weightsOf("醫院")];
  expect(traditional.get("醫院")).toBe(simplified.get("医院"));
});

test.each([
  ["English", "What did the doctor say about the cats?"],
  ["Japanese", "昨日、病院で医者に会いました"],
  ["Korean", "병원에서 醫師를 만났다"],
])("words of %s keep their weight", async (_language, text) => {
  const { weights = [] } = await expand(text);
  expect(new Set(weights)).toEqual(new Set([1]));
});

test("words of the other language that are near are searched as well", async () => {
  expect(await furtherOf("医生说什么？")).toContain("doctor");
  expect(await furtherOf("Which cats sleep?")).toContain("猫");
  expect(await furtherOf("哪只貓？")).toContain("cat");
});

test("further terms stand for a term of the query, are weighted, and are no more than 24", async () => {
  const text =
    "医生在医院里问病人的孩子有没有发烧咳嗽头痛，护士给他们看药物和食物的清单，老师打电话来";
  const { further = [] } = await expand(text);
  const terms = queryTerms(text);
  expect(further).toHaveLength(24);
  expect(new Set(further.map(({ term }) => term)).size).toBe(24);
  for (const { term, standsFor, weight } of further) {
    expect(terms).toContain(standsFor);
    expect(terms).not.toContain(term);
    expect(weight > 0 && weight <= 1).toBe(true);
  }
});

test("what the table does not know is left alone", async () => {
  expect(await expand("zxqwv")).toEqual({ weights: [1], further: [] });
  expect(await expand("Привет, мир")).toMatchObject({ further: [] });
});

test("a question finds by keywords what was said in the other language", async () => {
  const contents = ["The doctor recommended swimming", "我的猫喜欢吃鱼", "Rent is due on Friday"];
  const found = async (query: string, options: object = {}): Promise<readonly string[]> => {
    const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder(), ...options });
    await memory.rememberAll(contents);
    const hits = await memory.recall({ query, mode: "keyword", minScore: 0 });
    await memory.close();
    return hits.map(({ content }) => content);
  };
  expect(await found("医生说了什么？")).toEqual([contents[0]]);
  expect(await found("What does my cat eat?")).toEqual([contents[1]]);
  expect(await found("医生说了什么？", { expander: false })).toEqual([]);
});

test("expanding needs no embedding before, and ends with the embedder", async () => {
  const embedder = localEmbedder();
  const { expander } = embedder;
  expect(await furtherOf("医生")).not.toHaveLength(0);
  await embedder.close?.();
  const failure = await failureOf(expand("医生", expander));
  expect(failure.code).toBe("closed");
});

test("a folder that is repaired is read by the next call", async () => {
  const folder = await emptyFolder();
  await fillFolder(folder);
  const expander = expanderOf(localEmbedder({ assetsDir: folder }));
  const { rename } = await import("node:fs/promises");
  await rename(`${folder}/near-words.bin`, `${folder}/away`);
  const failure = await failureOf(expand("医生", expander));
  expect(failure.code).toBe("embedder-failed");
  expect(failure.message).toContain("near-words.bin");
  await rename(`${folder}/away`, `${folder}/near-words.bin`);
  expect((await expand("医生", expander)).further).not.toHaveLength(0);
});

test("an aborted call rejects with the reason", async () => {
  const signal = AbortSignal.abort(new Error("enough"));
  const asking = Promise.resolve(
    expanderOf().expand({ text: "医生", terms: ["医生"] }, { signal }),
  );
  await expect(asking).rejects.toThrow("enough");
});
