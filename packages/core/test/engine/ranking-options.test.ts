import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore } from "../../src/index.js";
import type { RankingOptions } from "../../src/index.js";
import { tableEmbedder } from "../support/table-embedder.js";

async function ranked(ranking: RankingOptions) {
  const { memory } = testMemory({
    ranking,
    embedder: tableEmbedder({
      "walnut cake": [1, 0, 0, 0],
      "about dessert": [0.9, 0.4, 0, 0],
      "walnut tree": [0.2, 0.9, 0, 0],
      "cake shop walnut cake": [0.5, 0.8, 0, 0],
    }),
  });
  await memory.rememberAll(["about dessert", "walnut tree", "cake shop walnut cake", "zebra"]);
  return memory;
}

test.each([
  [0, "cake shop walnut cake"],
  [1, "about dessert"],
])("a meaningWeight of %d puts %s first", async (meaningWeight, first) => {
  const memory = await ranked({ meaningWeight });
  expect((await memory.recall("walnut cake"))[0]?.content).toBe(first);
});

test("the weight of the options is preferred to that of the profile", async () => {
  const embedder = {
    ...tableEmbedder({}),
    profile: { unrelated: 0, related: 1, meaningWeight: 1 },
  };
  const { memory } = testMemory({ embedder, ranking: { meaningWeight: 0 } });
  await memory.remember("walnut");
  const [hit] = await memory.recall({ query: "walnut", explain: true });
  expect(hit?.signals?.parts?.meaning).toBe(0);
});

test("weights of threads can be switched off one by one", async () => {
  const turns = ["walnut cake", "one", "two", "three", "four"].map((content, minute) => ({
    content,
    thread: "t",
    occurredAt: new Date(1_700_000_000_000 + minute * 60_000),
  }));
  const found = async (ranking: RankingOptions) => {
    const { memory } = testMemory({ ranking, embedder: undefined });
    await memory.rememberAll(turns);
    return (await memory.recall("walnut")).map(({ content }) => content);
  };
  expect(await found({ neighbourWeight: 0, threadWeight: 0 })).toEqual(["walnut cake"]);
  expect((await found({ neighbourWeight: 0 })).toSorted()).toEqual(["one", "two", "walnut cake"]);
  expect(await found({ threadWeight: 0 })).toEqual(["walnut cake", "one", "two"]);
});

test.each<[unknown, RegExp]>([
  [{ fusion: "rrf" }, /fusion/],
  [{ meaningWeight: 1.1 }, /ranking.meaningWeight.*at most 1/],
  [{ neighbourWeight: -0.1 }, /ranking.neighbourWeight.*at least 0/],
  [{ threadWeight: Number.NaN }, /ranking.threadWeight/],
  [{ dateWeight: "0.2" }, /ranking.dateWeight/],
  [{ minScore: 1.01 }, /ranking.minScore.*at most 1/],
  [{ minScore: null }, /ranking.minScore/],
  [{ keywordWeight: 0.5 }, /keywordWeight/],
  [[], /ranking/],
  ["rrf", /ranking/],
])("ranking %j is refused by name", async (ranking, message) => {
  const options = { store: inMemoryStore(), ranking: ranking as RankingOptions };
  const error = await rejection(() => createMemory(options));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});
