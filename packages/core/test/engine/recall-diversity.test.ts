import { rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

const COPIES = Array.from({ length: 12 }, (_, n) => `Ann drinks green tea, said again (${n})`);
const OTHERS = [
  "Green tea fills the blue tin",
  "Uji hills grow green tea",
  "Bob drinks black coffee",
];

async function notes(options: Parameters<typeof testMemory>[0] = {}) {
  const { memory } = testMemory(options);
  await memory.rememberAll([...COPIES, ...OTHERS]);
  return memory;
}

const QUERY = "who drinks green tea";

test.each([
  ["by vectors", { embedder: wordEmbedder() }],
  ["by words, without an embedder", { embedder: undefined }],
])("near-duplicates do not fill a diverse list, told apart %s", async (_, options) => {
  const memory = await notes(options);
  const plain = await memory.recall({ query: QUERY, limit: 4 });
  expect(plain.every(({ content }) => content.startsWith("Ann"))).toBe(true);
  const diverse = await memory.recall({ query: QUERY, limit: 4, diversity: 0.5 });
  expect(diverse).toHaveLength(4);
  expect(diverse[0]).toEqual(plain[0]);
  expect(diverse.filter(({ content }) => content.startsWith("Ann")).length).toBeLessThan(3);
  const keyword = { query: QUERY, limit: 4, diversity: 0.5, mode: "keyword" } as const;
  const words = await memory.recall(keyword);
  expect(words.filter(({ content }) => content.startsWith("Ann")).length).toBeLessThan(3);
});

test("a diversity of 0 changes nothing", async () => {
  const memory = await notes();
  const query = { query: QUERY, limit: 5 };
  expect(await memory.recall({ ...query, diversity: 0 })).toEqual(await memory.recall(query));
});

test("what is diverse keeps its scores and obeys minScore and limit", async () => {
  const memory = await notes();
  const plain = await memory.recall({ query: QUERY, limit: 100 });
  const scores = new Map(plain.map(({ id, score }) => [id, score]));
  const minScore = plain.at(-2)?.relevance ?? 1;
  const query = { query: QUERY, limit: 100, diversity: 1, minScore };
  const diverse = await memory.recall(query);
  expect(diverse.map(({ id }) => id).toSorted()).toEqual(
    plain
      .filter(({ relevance }) => relevance >= minScore)
      .map(({ id }) => id)
      .toSorted(),
  );
  for (const { id, score } of diverse) expect(score).toBe(scores.get(id));
  expect(await memory.recall({ ...query, limit: 1 })).toEqual(plain.slice(0, 1));
});

test("three times as many as asked for are chosen from, and at least 30", async () => {
  const { memory } = testMemory({ embedder: undefined });
  const copies = Array.from({ length: 70 }, (_, n) => `green tea green tea (${n})`);
  await memory.rememberAll([...copies, "green tea beside a long list of other things to buy"]);
  const found = async (limit: number) => {
    const hits = await memory.recall({ query: "green tea", limit, diversity: 0.7 });
    return hits.some(({ content }) => content.includes("other things"));
  };
  expect(await found(24)).toBe(true);
  expect(await found(10)).toBe(false);
});

test.each([-0.1, 1.1, Number.NaN, "1"])("a diversity of %s is refused", async (diversity) => {
  const { memory } = testMemory();
  const query = { query: "x", diversity: diversity as number };
  const error = await rejection(() => memory.recall(query));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain("query.diversity");
});
