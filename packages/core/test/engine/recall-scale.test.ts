import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { Embedder, MemoryOptions, RecallQuery } from "../../src/index.js";

const WORDS = "green tea walnut chess kettle garden fence river cello bread".split(" ");

/** Notes in which two of the words are, all different. */
function notes(count: number, suffix = ""): readonly string[] {
  return Array.from({ length: count }, (_, n) => {
    const [one, two] = [WORDS[n % 10], WORDS[(n * 7 + 3) % 10]];
    return `${one} and ${two} number ${n}${suffix}`;
  });
}

async function scores(
  memory: ReturnType<typeof testMemory>["memory"],
  query: RecallQuery,
): Promise<ReadonlyMap<string, number>> {
  const hits = await memory.recall(query);
  return new Map(hits.map(({ content, score }) => [content, score]));
}

test.each(["hybrid", "semantic", "keyword"] as const)(
  "in mode %s a score is the same whatever limit is asked",
  async (mode) => {
    const { memory } = testMemory();
    await memory.rememberAll([...notes(120), "绿茶和核桃", "зелёный чай"]);
    for (const query of ["green walnut tea", "绿茶 tea", "walnut in March"]) {
      const all = await scores(memory, { query, mode, limit: 1_000 });
      for (const limit of [1, 3, 10, 50]) {
        const some = await scores(memory, { query, mode, limit });
        for (const [content, score] of some) expect(score).toBe(all.get(content));
      }
    }
  },
);

test("with meaning alone unrelated memories that join change nothing", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(notes(30));
  const query = { query: "green tea", mode: "semantic", limit: 1_000 } as const;
  const before = await scores(memory, query);
  await memory.rememberAll(notes(100, " joined later"));
  const after = await scores(memory, query);
  expect(before.size).toBeGreaterThan(5);
  for (const [content, score] of before) expect(after.get(content)).toBe(score);
});

test("with keywords they change no more than how rare words are", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(["green tea", "green fence", ...notes(30)]);
  const query = { query: "green tea", explain: true, limit: 1_000 };
  const [before] = await memory.recall(query);
  await memory.rememberAll(Array.from({ length: 100 }, (_, n) => `nothing of the kind ${n}`));
  const [after] = await memory.recall(query);
  expect(after?.content).toBe(before?.content);
  expect(after?.signals?.meaning).toBe(before?.signals?.meaning);
  expect(Math.abs((after?.signals?.keyword ?? 0) - (before?.signals?.keyword ?? 1))).toBeLessThan(
    0.1,
  );
});

test("what other scopes hold moves no score", async () => {
  const { memory } = testMemory();
  await memory.scope("a").rememberAll(notes(20));
  const before = await memory.scope("a").recall("green tea");
  await memory.scope("b").rememberAll(notes(300, " green tea of b"));
  expect(await memory.scope("a").recall("green tea")).toEqual(before);
});

/** A memory with nothing but a few notes, for queries at the edges. */
async function few(options: Partial<Omit<MemoryOptions, "plugins">> = {}) {
  const { memory } = testMemory(options);
  await memory.rememberAll(["green tea", "what is it that you have", "tea 🍵 time"]);
  return memory;
}

test("an empty store answers every query with nothing", async () => {
  const { memory } = testMemory();
  for (const mode of ["hybrid", "semantic", "keyword"] as const) {
    const query = { query: "green tea yesterday", mode, diversity: 0.5, neighbours: 2 };
    expect(await memory.recall({ ...query, limit: 1_000, explain: true })).toEqual([]);
  }
});

test("a question of stop words only looks for those", async () => {
  const memory = await few();
  const hits = await memory.recall({ query: "What is it that you have?", mode: "keyword" });
  expect(hits.map(({ content }) => content)).toEqual(["what is it that you have"]);
});

test("an emoji is found by keyword, and punctuation alone finds nothing there", async () => {
  const memory = await few();
  const [hit] = await memory.recall({ query: "🍵", mode: "keyword" });
  expect(hit?.content).toBe("tea 🍵 time");
  for (const query of ["?!", "…", "\u200b"]) {
    expect(await memory.recall({ query, mode: "keyword" })).toEqual([]);
  }
  expect(Array.isArray(await memory.recall("?!"))).toBe(true);
});

test("a query of ten thousand characters is answered", async () => {
  const memory = await few();
  const long = `green tea ${"lorem ipsum dolor ".repeat(600)}`.slice(0, 10_000);
  const hits = await memory.recall(long);
  expect(hits[0]?.content).toBe("green tea");
  expect((await memory.recall({ query: "茶".repeat(10_000), mode: "keyword" })).length).toBe(0);
});

test("limit 1 gives the best of limit 1,000", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(notes(1_200));
  const all = await memory.recall({ query: "green tea number 7", limit: 1_000 });
  expect(all).toHaveLength(1_000);
  expect(new Set(all.map(({ id }) => id)).size).toBe(1_000);
  expect(await memory.recall({ query: "green tea number 7", limit: 1 })).toEqual(all.slice(0, 1));
});

test("ids that are excluded take no places", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(notes(200));
  const all = await memory.recall({ query: "green tea", limit: 60 });
  const exclude = all.slice(0, 50).map(({ id }) => id);
  const rest = await memory.recall({ query: "green tea", limit: 10, exclude });
  expect(rest.map(({ id }) => id)).toEqual(all.slice(50).map(({ id }) => id));
  const none = (await memory.list({ limit: 1_000 })).items.map(({ id }) => id);
  expect(await memory.recall({ query: "green tea", exclude: none })).toEqual([]);
});

test("minScore takes what reaches it, and nothing below", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(notes(40));
  const all = await memory.recall({ query: "green tea", limit: 100 });
  for (const { relevance: minScore } of [all[0], all[5], all[20]].filter(
    (hit) => hit !== undefined,
  )) {
    const good = await memory.recall({ query: "green tea", limit: 100, minScore });
    expect(good).toEqual(all.filter(({ relevance }) => relevance >= minScore));
  }
  expect(await memory.recall({ query: "qwertz", minScore: 1 })).toEqual([]);
});

test("what was written while the embedder failed is recalled by its words, beside the others", async () => {
  let isDown = false;
  const embedder: Embedder = {
    id: "test/flat@2",
    profile: { unrelated: 0.2, related: 0.8 },
    embed: async (texts) => {
      if (isDown) throw new Error("down");
      return { vectors: texts.map((text) => Float32Array.from([1, text.length / 100])) };
    },
  };
  const { memory } = testMemory({ embedder });
  await memory.remember("green tea");
  isDown = true;
  expect((await memory.remember("green walnut tea")).status).toBe("queued");
  isDown = false;
  const hits = await memory.recall({ query: "walnut", explain: true });
  expect(hits[0]?.content).toBe("green walnut tea");
  expect(hits[0]?.signals).not.toHaveProperty("meaning");
});
