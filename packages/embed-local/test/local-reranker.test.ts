import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

import { createMemory, inMemoryStore } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { localEmbedder, localReranker } from "../src/index.js";
import { emptyFolder, fillFolder, spoilFile } from "./support/asset-folder.js";
import { failureOf } from "./support/failure-of.js";

const DOCUMENTS = [
  "The bank opens at nine",
  "My physician told me to rest",
  "我的医生让我休息",
  "A doctor is waiting outside",
];

/** Arguments as the type has them; the tests of wrong arguments pass others. */
interface GivenCall {
  readonly query: string;
  readonly documents: readonly string[];
  readonly topN?: number;
}

describe("localReranker", () => {
  test("puts the word and its translation first, then a synonym, then the rest", async () => {
    const ranking = await localReranker().rerank("doctor", DOCUMENTS);
    expect(ranking.map(({ index }) => index)).toEqual([2, 3, 1, 0]);
    const scores = ranking.map(({ score }) => score);
    expect(scores.slice(0, 2)).toEqual([1, 1]);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
  });

  test("finds English documents for a Chinese query", async () => {
    const [best] = await localReranker().rerank("她对什么过敏？", [
      "The train leaves at seven",
      "My daughter is allergic to peanuts",
      "I bought a red bicycle",
    ]);
    expect(best?.index).toBe(1);
  });

  test("counts every telling word of the query alike, and stop words not at all", async () => {
    const documents = ["red bicycle", "red", "what is the of"];
    const ranking = await localReranker().rerank("What is the red bicycle?", documents);
    expect(ranking[0]).toEqual({ index: 0, score: 1 });
    expect(ranking[1]?.index).toBe(1);
    const once = await localReranker().rerank("bicycle", ["red"]);
    expect(ranking[1]?.score).toBeCloseTo((1 + (once[0]?.score ?? Number.NaN)) / 2, 12);
    expect(ranking[2]?.score).toBeLessThan(0.5);
  });

  test("compares stop words where the query has nothing else", async () => {
    const [best] = await localReranker().rerank("Who are you?", ["blue sky", "who are you"]);
    expect(best).toEqual({ index: 1, score: 1 });
  });

  test("knows an unknown name by its spelling", async () => {
    const documents = ["quimvexor came", "zorbania came", "zorblatix came"];
    const ranking = await localReranker().rerank("Zorblatix", documents);
    expect(ranking.map(({ index }) => index)).toEqual([2, 1, 0]);
    expect(ranking[0]?.score).toBe(1);
    expect(ranking[2]?.score).toBe(0);
  });

  test("answers the best `topN`, equals by index", async () => {
    const documents = ["a cat", "the dog", "a dog", "dog"];
    const ranking = await localReranker().rerank("dog", documents, { topN: 2 });
    expect(ranking).toEqual([
      { index: 1, score: 1 },
      { index: 2, score: 1 },
    ]);
    expect(await localReranker().rerank("dog", documents, { topN: 9 })).toHaveLength(4);
  });

  test.each([
    ["an empty query", "", ["a dog", ""]],
    ["a query of signs", "?! 🎉", ["a dog", "🎉"]],
    ["a query in another script", "Привет", ["Привет", "a dog"]],
    ["documents without words", "dog", ["", "🎉\0\uD800"]],
  ])("gives 0 to all for %s", async (_name, query, documents) => {
    expect(await localReranker().rerank(query, documents)).toEqual([
      { index: 0, score: 0 },
      { index: 1, score: 0 },
    ]);
  });

  test("answers nothing for no documents", async () => {
    expect(await localReranker().rerank("dog", [])).toEqual([]);
  });

  test.each([
    ["traditional characters", "圖書館", "我在图书馆"],
    ["full-width letters", "ＤＯＧ", "a dog"],
    ["accents", "café", "cafe"],
    ["apostrophes", "Ann’s dog", "Ann's dog"],
  ])("overlooks %s", async (_name, query, document) => {
    expect(await localReranker().rerank(query, [document])).toEqual([{ index: 0, score: 1 }]);
  });

  test("gives these very scores, bit by bit", async () => {
    const ranking = await localReranker().rerank("Which doctor did my sister visit?", DOCUMENTS);
    expect(ranking.toSorted((a, b) => a.index - b.index).map(({ score }) => score)).toEqual([
      0.06784009363884536, 0.3262278068886554, 0.43269540191753375, 0.37907292523934816,
    ]);
  });

  test("gives one document the same score whatever stands beside it", async () => {
    const reranker = localReranker();
    const query = "医生 doctor zorblatix 黑豹 winter guitar piano holiday river editor password";
    const together = await reranker.rerank(query, DOCUMENTS);
    for (const { index, score } of together) {
      const alone = await localReranker().rerank(query, [DOCUMENTS[index] ?? ""]);
      expect(alone[0]?.score).toBe(score);
    }
  });

  test("reads the first 4,096 characters of a document", async () => {
    const documents = [1300, 1400].map((count) => `${"so ".repeat(count)}dog`);
    const ranking = await localReranker().rerank("dog", documents);
    expect(ranking[0]).toEqual({ index: 0, score: 1 });
    expect(ranking[1]?.score).toBeLessThan(0.9);
  });

  test.each([
    ["query", { query: 7, documents: ["a"] }],
    ["documents", { query: "a", documents: "a" }],
    ["documents[1]", { query: "a", documents: ["a", 7] }],
    ["topN", { query: "a", documents: ["a"], topN: 0 }],
    ["topN", { query: "a", documents: ["a"], topN: 1.5 }],
  ])("refuses a wrong %s by name", async (named, given) => {
    const { query, documents, ...options } = given as unknown as GivenCall;
    const failure = await failureOf(localReranker().rerank(query, documents, options));
    expect(failure.code).toBe("invalid-input");
    expect(failure.message).toContain(named);
  });

  test("refuses an unknown option by name", () => {
    const options: object = { modle: "x" };
    expect(() => localReranker(options)).toThrow("localReranker: unknown option `modle`");
  });
});

describe("many documents", () => {
  const documents = Array.from({ length: 20_000 }, (_, at) => `${at} 我的医生 doctor`.repeat(20));

  test("leave other work its turns", async () => {
    const reranker = localReranker();
    await reranker.rerank("load", []);
    const progress = { isDone: false, turns: 0 };
    const reranking = reranker.rerank("winter 医院", documents.slice(0, 4000)).finally(() => {
      progress.isDone = true;
    });
    while (!progress.isDone) {
      await setImmediate();
      progress.turns += 1;
    }
    await reranking;
    expect(progress.turns).toBeGreaterThan(20);
  });

  test("are given up with the signal's reason", async () => {
    const reranker = localReranker();
    await reranker.rerank("load", []);
    const controller = new AbortController();
    const reason = new Error("enough");
    const reranking = reranker.rerank("winter", documents, { signal: controller.signal });
    await setImmediate();
    await setImmediate();
    controller.abort(reason);
    await expect(reranking).rejects.toBe(reason);
  });

  test("are not read at all if the signal was aborted before", async () => {
    const reason = new Error("too late");
    const assetsDir = await emptyFolder();
    await fillFolder(assetsDir);
    const reranker = localReranker({ assetsDir });
    await rm(assetsDir, { recursive: true });
    const reranking = reranker.rerank("a", ["a"], { signal: AbortSignal.abort(reason) });
    await expect(reranking).rejects.toBe(reason);
  });
});

describe("the table", () => {
  test("that is damaged fails the call with its cause, until it is mended", async () => {
    const assetsDir = await emptyFolder();
    await fillFolder(assetsDir);
    await spoilFile(assetsDir, "vocab.txt");
    const reranker = localReranker({ assetsDir });
    const failure = await failureOf(reranker.rerank("dog", ["a dog"]));
    expect(failure.code).toBe("reranker-failed");
    expect(failure.message).toContain("vocab.txt");
    expect(failure.cause).toMatchObject({ code: "embedder-failed" });
    await fillFolder(assetsDir);
    expect(await reranker.rerank("dog", ["a dog"])).toEqual([{ index: 0, score: 1 }]);
  });

  test("is shared with an embedder of the same folder that holds it", async () => {
    const assetsDir = await emptyFolder();
    await fillFolder(assetsDir);
    const embedder = localEmbedder({ assetsDir });
    await embedder.embed(["a"]);
    const reranker = localReranker({ assetsDir });
    await rm(assetsDir, { recursive: true });
    expect(await reranker.rerank("dog", ["a dog"])).toEqual([{ index: 0, score: 1 }]);
    await embedder.close?.();
    expect(await reranker.rerank("dog", ["a dog"])).toEqual([{ index: 0, score: 1 }]);
  });

  test("is out of reach after close", async () => {
    const reranker = localReranker();
    const pending = reranker.rerank("dog", ["a dog"]);
    await reranker.close?.();
    await reranker.close?.();
    expect((await failureOf(pending)).code).toBe("closed");
    expect((await failureOf(reranker.rerank("dog", ["a dog"]))).code).toBe("closed");
  });
});

test("a memory mixes its scores into those of the recall at its weight", async () => {
  const reranker = localReranker();
  await using memory = createMemory({
    store: inMemoryStore(),
    embedder: localEmbedder(),
    reranker,
    clock: () => new Date("2031-02-28T12:00:00Z"),
  });
  await memory.rememberAll(DOCUMENTS.map((content) => ({ content })));
  const query = { query: "Which doctor?", explain: true };
  const before = await memory.recall({ ...query, rerank: false });
  const after = await memory.recall(query);
  expect(reranker.weight).toBe(0.35);
  expect(after.length).toBeGreaterThan(1);
  for (const { id, content, score, signals } of after) {
    const [expected] = await reranker.rerank(query.query, [content]);
    expect(signals?.rerank).toBe(expected?.score);
    const earlier = before.find((other) => other.id === id)?.score ?? Number.NaN;
    expect(score).toBeCloseTo(0.65 * earlier + 0.35 * (expected?.score ?? Number.NaN), 10);
  }
});
