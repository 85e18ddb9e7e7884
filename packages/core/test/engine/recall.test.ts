import { rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { Embedder, Reranker } from "../../src/index.js";

const NOTES = [
  "Ann likes green tea in the morning",
  "The kettle is broken",
  "安娜喜欢喝茶",
  "Bob plays chess on Sundays",
  "Green paint for the fence",
];

async function tea() {
  const made = testMemory();
  await made.memory.rememberAll(NOTES);
  return made;
}

test("the best answer comes first with a score between 0 and 1", async () => {
  const { memory } = await tea();
  const hits = await memory.recall("who likes green tea?");
  expect(hits[0]?.content).toBe(NOTES[0]);
  for (const hit of hits) expect(hit.score >= 0 && hit.score <= 1).toBe(true);
  expect(hits.map((hit) => hit.score)).toEqual(
    hits.map((hit) => hit.score).toSorted((a, b) => b - a),
  );
});

test("a Chinese word of one or two characters is found by keyword", async () => {
  const { memory } = await tea();
  for (const query of ["茶", "安娜"]) {
    const [hit] = await memory.recall({ query, mode: "keyword" });
    expect(hit?.content).toBe("安娜喜欢喝茶");
  }
});

test("limit, minScore and exclude bound what comes back", async () => {
  const { memory } = await tea();
  const all = await memory.recall("green tea");
  expect(await memory.recall({ query: "green tea", limit: 1 })).toHaveLength(1);
  const threshold = all[0]?.relevance ?? 1;
  expect(await memory.recall({ query: "green tea", minScore: threshold })).toHaveLength(1);
  const without = await memory.recall({ query: "green tea", exclude: [all[0]?.id ?? ""] });
  expect(without.map((hit) => hit.id)).toEqual(all.slice(1).map((hit) => hit.id));
});

test("a score does not depend on how many are asked for", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(
    Array.from({ length: 300 }, (_, index) => `green tea number ${index} of many`),
  );
  const few = await memory.recall({ query: "green tea number 7", limit: 1 });
  const many = await memory.recall({ query: "green tea number 7", limit: 200 });
  expect(few[0]).toEqual(many[0]);
});

test("explain names every signal, and the factors multiply to the score", async () => {
  const { memory } = await tea();
  const [hit] = await memory.recall({ query: "green tea", explain: true });
  const { similarity, keyword, relevance = 0, factors } = hit?.signals ?? {};
  expect(similarity).toBeGreaterThan(0);
  expect(keyword).toBeGreaterThan(0);
  expect(relevance * (factors?.["recency"] ?? 0) * (factors?.["importance"] ?? 0)).toBeCloseTo(
    hit?.score ?? 0,
    12,
  );
  const [plain] = await memory.recall("green tea");
  expect(plain).not.toHaveProperty("signals");
});

test("recall looks into its own scope, and below only when asked", async () => {
  const { memory } = testMemory();
  await memory.scope("users", "1").remember("green tea of one");
  await memory.scope("users", "10").remember("green tea of ten");
  const contents = async (scope: ReturnType<typeof memory.scope>, reach: "here" | "below") =>
    (await scope.recall({ query: "green tea", reach })).map((hit) => hit.content).toSorted();
  expect(await contents(memory.scope("users", "1"), "here")).toEqual(["green tea of one"]);
  expect(await contents(memory.scope("users", "1"), "below")).toEqual(["green tea of one"]);
  expect(await contents(memory.scope("users"), "here")).toEqual([]);
  expect(await contents(memory.scope("users"), "below")).toEqual([
    "green tea of one",
    "green tea of ten",
  ]);
});

test("filters and kinds apply before the limit", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(
    Array.from({ length: 200 }, (_, index) => ({
      content: `green tea ${index}`,
      kind: index === 199 ? "rare" : "note",
      metadata: { index },
    })),
  );
  expect(await memory.recall({ query: "green tea", kinds: ["rare"], limit: 1 })).toHaveLength(1);
  const hits = await memory.recall({
    query: "green tea",
    filter: { index: { $gte: 150, $lt: 153 } },
  });
  expect(new Set(hits.map((hit) => hit.metadata["index"]))).toEqual(new Set([150, 151, 152]));
});

test("important and recent memories win among equals, and only among equals", async () => {
  const { memory, clock } = testMemory();
  await memory.remember({ content: "green tea A", importance: 0.1 });
  clock.now = new Date("2026-03-20T00:00:00Z");
  await memory.remember({ content: "green tea B", importance: 0.9 });
  await memory.remember("a very green fence");
  const hits = await memory.recall("green tea");
  expect(hits.map((hit) => hit.content)).toEqual([
    "green tea B",
    "green tea A",
    "a very green fence",
  ]);
});

test("expired memories do not exist for recall, and sweep removes them", async () => {
  const { memory, clock } = testMemory();
  await memory.remember({ content: "green tea today", ttlMs: 1_000 });
  expect(await memory.recall("green tea")).toHaveLength(1);
  clock.now = new Date(clock.now.getTime() + 1_000);
  expect(await memory.recall("green tea")).toEqual([]);
  expect(await memory.sweep()).toEqual({ removed: 1, retired: 0, archived: 0 });
  expect(await memory.sweep()).toEqual({ removed: 0, retired: 0, archived: 0 });
});

test("when the embedder fails a hybrid recall answers by keyword and says so", async () => {
  const good = wordEmbedder();
  let broken = false;
  const embedder: Embedder = {
    ...good,
    embed: (texts, options) =>
      broken ? Promise.reject(new Error("down")) : good.embed(texts, options),
  };
  const { memory } = testMemory({ embedder });
  await memory.remember("green tea");
  broken = true;
  const told: unknown[] = [];
  memory.on("degraded", (event) => told.push(event.during));
  expect((await memory.recall("green tea"))[0]?.content).toBe("green tea");
  expect(told).toEqual(["recall"]);
  const error = await rejection(() => memory.recall({ query: "green tea", mode: "semantic" }));
  expect(error).toMatchObject({ code: "embedder-failed", retryable: true });
});

test("without an embedder recall is by keyword, and meaning alone cannot be asked for", async () => {
  const { memory } = testMemory({ embedder: undefined });
  expect((await memory.remember("green tea")).status).toBe("stored");
  expect(await memory.recall("green tea")).toHaveLength(1);
  const error = await rejection(() => memory.recall({ query: "tea", mode: "semantic" }));
  expect(error.message).toContain("needs an embedder");
});

test("the embedder is told what a text is for", async () => {
  const embedder = wordEmbedder();
  const { memory } = testMemory({ embedder });
  await memory.remember("green tea");
  await memory.recall("tea");
  expect(embedder.calls.map((call) => call.purpose)).toEqual(["document", "query"]);
});

test("a reranker decides the order, and the scale of the scores stays", async () => {
  const reranker: Reranker = {
    id: "test/reverse",
    rerank: async (_, documents) =>
      documents.map((_document, index) => ({ index, score: index })).toReversed(),
  };
  const { memory } = testMemory({ reranker });
  await memory.rememberAll(NOTES);
  const plain = await memory.recall({ query: "green tea", rerank: false });
  const reranked = await memory.recall({ query: "green tea", explain: true });
  expect(reranked.map((hit) => hit.id)).toEqual(plain.map((hit) => hit.id).toReversed());
  expect(reranked.map((hit) => hit.score)).toEqual(plain.map((hit) => hit.score));
  expect(reranked[0]?.signals?.rerank).toBe(plain.length - 1);
});

test.each<[string, Reranker["rerank"]]>([
  ["throws", () => Promise.reject(new Error("down"))],
  [
    "names a document twice",
    async () => [
      { index: 0, score: 1 },
      { index: 0, score: 1 },
    ],
  ],
  ["names a document that is not there", async () => [{ index: 99, score: 1 }]],
  ["answers no number", async () => [{ index: 0, score: Number.NaN }]],
])("a reranker that %s leaves the order as it was and is reported", async (_, rerank) => {
  const { memory } = testMemory({ reranker: { id: "test/bad", rerank } });
  await memory.rememberAll(NOTES);
  const told: string[] = [];
  memory.on("degraded", (event) => told.push(event.reason));
  const hits = await memory.recall("green tea");
  expect(hits).toEqual(await memory.recall({ query: "green tea", rerank: false }));
  expect(told[0]).toContain("test/bad");
});

test.each([
  ["a blank query", { query: "  " }, /query.query.*not blank/],
  ["no query", {}, /query.query must be a string/],
  ["an unknown member", { query: "x", topK: 5 }, /topK.*limit/],
  ["a limit of 0", { query: "x", limit: 0 }, /limit.*at least 1/],
  ["a limit that is not whole", { query: "x", limit: 1.5 }, /limit.*whole/],
  ["an unknown mode", { query: "x", mode: "magic" }, /mode.*hybrid/],
  ["an unknown reach", { query: "x", reach: "up" }, /reach.*below/],
  ["a minScore above 1", { query: "x", minScore: 2 }, /minScore.*at most 1/],
  ["kinds that are no list", { query: "x", kinds: "note" }, /kinds.*list/],
])("%s is refused by name", async (_, query, message) => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.recall(query as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});

test("plugins may rewrite a query and drop results", async () => {
  const { memory } = testMemory({
    plugins: [
      {
        id: "guard",
        hooks: {
          beforeRecall: (query) => ({ ...query, query: query.query.replace("chai", "tea") }),
          afterRecall: (results) => results.filter((hit) => !hit.content.includes("paint")),
        },
      },
    ],
  });
  await memory.rememberAll(NOTES);
  const hits = await memory.recall("green chai");
  expect(hits[0]?.content).toBe(NOTES[0]);
  expect(hits.map((hit) => hit.content)).not.toContain(NOTES[4]);
});

test("an answer in another language is not beaten by words that its language cannot share", async () => {
  const meanings: Readonly<Record<string, readonly number[]>> = {
    "用户对什么食物过敏？": [1, 0, 0],
    "The user must never eat peanuts": [0.6, 0.8, 0],
    用户喜欢的食物是什么: [0.25, 0, 0.97],
  };
  const embedder: Embedder = {
    id: "test/meanings@3",
    embed: async (texts) => ({
      vectors: texts.map((text) => Float32Array.from(meanings[text] ?? [0, 0, 1])),
    }),
  };
  const { memory } = testMemory({ embedder });
  await memory.rememberAll(Object.keys(meanings).slice(1));
  const hits = await memory.recall({ query: "用户对什么食物过敏？", explain: true });
  expect(hits[0]?.content).toBe("The user must never eat peanuts");
  expect(hits[0]?.signals?.comparable).toBe(0);
  expect(hits[1]?.signals).not.toHaveProperty("comparable");
});

test("what nothing speaks for is not returned", async () => {
  const embedder: Embedder = {
    id: "test/axes@2",
    profile: { unrelated: 0.25, related: 0.75 },
    embed: async (texts) => ({
      vectors: texts.map((text) => Float32Array.from(text === "tea" ? [1, 0] : [0, 1])),
    }),
  };
  const { memory } = testMemory({ embedder });
  await memory.rememberAll(["tea", "zebra"]);
  expect((await memory.recall("stripes")).map((hit) => hit.content)).toEqual(["zebra"]);
});
