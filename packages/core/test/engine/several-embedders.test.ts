import { rejection, testMemory, watchedStore, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { inMemoryStore } from "../../src/index.js";
import type { DegradedEvent, Embedder, MemoryRecord } from "../../src/index.js";

const NOTES = ["green tea", "black coffee", "broken kettle"];

/** Fails at every text that this is true for. */
function failingAt(id: string, isBad: (text: string) => boolean): Embedder {
  const embedder = wordEmbedder(id);
  return {
    ...embedder,
    maxBatchSize: 1,
    embed: (texts, options) =>
      texts.some(isBad) ? Promise.reject(new Error(`${id} down`)) : embedder.embed(texts, options),
  };
}

/** Two embedders that can be switched off. */
function twoEmbedders() {
  const down = { a: false, b: false };
  const embedders = [failingAt("a@32", () => down.a), failingAt("b@32", () => down.b)] as const;
  return { down, embedders };
}

function setUp(embedder: readonly Embedder[], store = inMemoryStore()) {
  const { memory } = testMemory({ embedder, store });
  const degraded: DegradedEvent[] = [];
  memory.on("degraded", (event) => degraded.push(event));
  async function hasVector(space: string, record: MemoryRecord | undefined) {
    const [vector] = record ? await store.vectors(space, [record]) : [];
    return vector !== undefined;
  }
  return { memory, store, degraded, hasVector };
}

test("each text gets its vector from the first embedder that does not fail at it", async () => {
  const a = failingAt("a@32", (text) => text.includes("coffee"));
  const { memory, degraded, hasVector } = setUp([a, wordEmbedder("b@32")]);
  const receipts = await memory.rememberAll(NOTES);
  expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored", "stored"]);
  const [tea, coffee] = receipts.flatMap((one) => ("record" in one ? [one.record] : []));
  expect([await hasVector("a@32", tea), await hasVector("b@32", tea)]).toEqual([true, false]);
  expect([await hasVector("a@32", coffee), await hasVector("b@32", coffee)]).toEqual([false, true]);
  expect(degraded).toMatchObject([{ during: "remember", reason: "embedder a@32 failed" }]);
});

test("a recall asks both spaces and puts what they say on one scale", async () => {
  const { down, embedders } = twoEmbedders();
  const { memory } = setUp(embedders);
  await memory.remember("green tea");
  down.a = true;
  await memory.remember("green coffee");
  down.a = false;
  await memory.remember("broken kettle");
  const query = { query: "green", mode: "semantic", explain: true } as const;
  const hits = await memory.recall(query);
  expect(
    hits
      .map(({ content }) => content)
      .slice(0, 2)
      .toSorted(),
  ).toEqual(["green coffee", "green tea"]);
  expect(hits[0]?.signals?.meaning).toBeCloseTo(hits[1]?.signals?.meaning ?? -1, 5);
});

test("when one embedder fails a recall goes on with the other and says so", async () => {
  const { down, embedders } = twoEmbedders();
  const { memory, degraded } = setUp(embedders);
  await memory.remember("green tea");
  down.a = true;
  await memory.remember("green coffee");
  degraded.length = 0;
  const [hit, ...others] = await memory.recall({ query: "green", mode: "semantic" });
  expect([hit?.content, others]).toEqual(["green coffee", []]);
  expect(degraded).toMatchObject([{ during: "recall", reason: "embedder a@32 failed" }]);
  const hybrid = await memory.recall("green");
  expect(hybrid.map(({ content }) => content).toSorted()).toEqual(["green coffee", "green tea"]);
});

test("only when all embedders fail does a recall by meaning reject", async () => {
  const { down, embedders } = twoEmbedders();
  const { memory, degraded } = setUp(embedders);
  await memory.remember("green tea");
  down.a = true;
  await memory.remember("green coffee");
  down.b = true;
  degraded.length = 0;
  const error = await rejection(() => memory.recall({ query: "green", mode: "semantic" }));
  expect(error).toMatchObject({ code: "embedder-failed", message: "embedder a@32 failed" });
  expect(await memory.recall("green")).toHaveLength(2);
  expect(degraded.map(({ reason }) => reason)).toEqual([
    "embedder a@32 failed",
    "embedder b@32 failed",
  ]);
  const [receipt] = await memory.rememberAll(["black coffee"]);
  expect(receipt).toMatchObject({ status: "queued", reason: "embedder a@32 failed" });
});

test("reindex fills the space of the first embedder and leaves the others' vectors", async () => {
  const { down, embedders } = twoEmbedders();
  const { memory, hasVector } = setUp(embedders);
  down.a = true;
  const [receipt] = await memory.rememberAll(NOTES);
  const record = receipt && "record" in receipt ? receipt.record : undefined;
  down.a = false;
  expect(await memory.reindex()).toBe(3);
  expect([await hasVector("a@32", record), await hasVector("b@32", record)]).toEqual([true, true]);
  expect(await memory.reindex()).toBe(0);
});

test("an update of the text is embedded by whoever can", async () => {
  const { down, embedders } = twoEmbedders();
  const { memory, hasVector } = setUp(embedders);
  const receipt = await memory.remember("green tea");
  const id = "record" in receipt ? receipt.record.id : "";
  down.a = true;
  const record = await memory.update(id, { content: "black coffee" });
  expect([await hasVector("a@32", record), await hasVector("b@32", record)]).toEqual([false, true]);
});

test("progress never goes back while a second embedder helps out", async () => {
  const a = failingAt("a@32", (text) => !text.includes("tea"));
  const { memory } = setUp([a, wordEmbedder("b@32")]);
  const told: number[] = [];
  await memory.rememberAll(NOTES, { onProgress: (done) => told.push(done) });
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect(told.at(-1)).toBe(3);
});

test("two embedders with one id are refused, and so is one that is none", async () => {
  const twice = await rejection(() => setUp([wordEmbedder("a"), wordEmbedder("a")]));
  expect(twice).toMatchObject({ code: "invalid-input" });
  expect(twice.message).toBe('duplicate embedder id "a"');
  const none = await rejection(() => setUp([wordEmbedder("a"), {} as Embedder]));
  expect(none.message).toMatch(/embedder\[1\]/);
});

test("an empty list of embedders is none", async () => {
  const { memory } = setUp([]);
  expect((await memory.remember("green tea")).status).toBe("stored");
  expect(await memory.recall("tea")).toHaveLength(1);
  await rejection(() => memory.recall({ query: "tea", mode: "semantic" }));
});

test("a recall does not embed a query for a space in which there is nothing", async () => {
  const b = wordEmbedder("b@32");
  const { memory } = setUp([wordEmbedder("a@32"), b]);
  await memory.remember("green tea");
  expect(await memory.recall("green tea")).toHaveLength(1);
  expect(b.calls).toEqual([]);
});

test("one known space is enough to open a store, none is refused", async () => {
  const { store } = watchedStore();
  const first = testMemory({ store, embedder: wordEmbedder("old") }).memory;
  await first.remember("green tea");
  await first.close();
  const both = [wordEmbedder("new"), wordEmbedder("old")];
  const second = testMemory({ store, embedder: both }).memory;
  expect((await second.recall({ query: "green tea", mode: "semantic" })).length).toBe(1);
  await second.close();
  const others = [wordEmbedder("x"), wordEmbedder("y")];
  const third = testMemory({ store, embedder: others }).memory;
  expect(await rejection(() => third.recall("tea"))).toMatchObject({
    code: "vector-space-mismatch",
  });
  const wide = { ...wordEmbedder("old"), dimensions: 7 };
  const fourth = testMemory({ store, embedder: [wordEmbedder("new"), wide] }).memory;
  expect((await rejection(() => fourth.recall("tea"))).message).toContain("7 dimensions");
});
