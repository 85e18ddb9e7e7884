import { buildContext, definePlugin, layer } from "@kioku/core";
import type { RecalledEvent, RecalledMemory } from "@kioku/core";
import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

const NOTES = ["green tea with mint", "black tea", "the roof leaks"];

test("an answer without memories says if there were any to choose from", async () => {
  const { memory } = testMemory({ embedder: undefined });
  const nothing = await memory.recall("green tea");
  expect(nothing).toEqual([]);
  expect(nothing.notice).toEqual({ code: "no-match", text: "Nothing is stored about this." });
  await memory.rememberAll(NOTES);
  expect((await memory.recall("penguins")).notice?.code).toBe("no-match");
  const weak = await memory.recall({ query: "green penguins", minScore: 1 });
  expect(weak).toEqual([]);
  expect(weak.notice).toEqual({
    code: "not-relevant",
    text: "Nothing that is stored is relevant to this.",
  });
  const found = await memory.recall("green tea");
  expect(found.notice).toBeUndefined();
  expect(found.omitted).toBeUndefined();
});

test("minScore bounds what a memory says itself, whatever stands beside it", async () => {
  const { memory } = testMemory({ embedder: undefined });
  const said = ["Where is the bank?", "Right there, beside the fountain.", "Thanks!"];
  await memory.rememberAll(said.map((content) => ({ content, thread: "chat" })));
  const query = "Where is the bank?";
  const all = await memory.recall(query);
  expect(all.map(({ content }) => content).toSorted()).toEqual(said.toSorted());
  expect(
    new Set(all.filter(({ relevance }) => relevance > 0).map(({ content }) => content)),
  ).toEqual(new Set(said.slice(0, 1)));
  for (const { score } of all) expect(score).toBeGreaterThan(0);
  const relevant = await memory.recall({ query, minScore: 0.01 });
  expect(relevant.map(({ content }) => content)).toEqual(said.slice(0, 1));
});

test("explain tells what was left out and why, the best first", async () => {
  const { memory } = testMemory({ embedder: undefined, untrustedShare: 0.5 });
  await memory.rememberAll([
    "green tea",
    "green tea in the morning",
    "green tea in the evening with bread and butter and a lot of other things",
    "green paint",
    ...[1, 2, 3].map((n) => ({ content: `green tea ${n}`, origin: "web" as const })),
  ]);
  const query = { query: "green tea", limit: 2, minScore: 0.35 };
  const plain = await memory.recall(query);
  const explained = await memory.recall({ ...query, explain: true });
  expect(explained.map(({ id }) => id)).toEqual(plain.map(({ id }) => id));
  const { omitted = [] } = explained;
  const reasons = new Map(omitted.map(({ memory: { content }, reason }) => [content, reason]));
  expect(reasons.get("green paint")).toBe("relevance");
  expect([...reasons.values()]).toContain("untrusted");
  expect([...reasons.values()]).toContain("limit");
  const shown = new Set(explained.map(({ id }) => id));
  expect(omitted.some(({ memory: { id } }) => shown.has(id))).toBe(false);
  const scores = omitted.map(({ memory: { score } }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test("at most twenty are told", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(Array.from({ length: 60 }, (_, n) => `green tea number ${n}`));
  const { omitted } = await memory.recall({ query: "green tea", explain: true, minScore: 1 });
  expect(omitted).toHaveLength(20);
});

test("a plugin that hides memories hides them among the left out, too", async () => {
  const hidden = definePlugin({
    id: "hidden",
    hooks: {
      afterRecall: (results: readonly RecalledMemory[]) =>
        results.filter(({ content }) => !content.includes("secret")),
    },
  });
  const { memory } = testMemory({ embedder: undefined, plugins: [hidden] });
  await memory.rememberAll(["a secret tea", "a tea", "a secret word", "another tea, of a secret"]);
  const query = { query: "tea", explain: true, limit: 1, minScore: 0.01 };
  const { omitted = [] } = await memory.recall({ ...query, minScore: 1 });
  expect(omitted.map(({ memory: { content } }) => content)).toEqual(["a tea"]);
  const only = await memory.recall({ query: "secret word", minScore: 0.01, limit: 1 });
  expect([only.length, only.notice?.code]).toEqual([0, "not-relevant"]);
});

test("the event and the prompt carry the notice", async () => {
  const { memory } = testMemory({ embedder: undefined });
  const events: RecalledEvent[] = [];
  memory.on("recalled", (event) => events.push(event));
  await memory.rememberAll(NOTES);
  const query = { query: "green penguins", minScore: 1, explain: true };
  const answer = await memory.recall(query);
  expect(events.map(({ notice }) => notice?.code)).toEqual(["not-relevant"]);
  expect(events.every(({ results }) => !("omitted" in results))).toBe(true);
  for (const context of [await memory.context(query), buildContext(answer)]) {
    expect([context.text, context.notice?.code]).toEqual(["", "not-relevant"]);
    expect(context.omitted.map(({ reason }) => reason)).toEqual(["relevance"]);
  }
  expect(await memory.context("green tea")).not.toHaveProperty("notice");
});

test("layers keep notices and what was left out", async () => {
  const [one, two] = [1, 2].map(() => testMemory({ embedder: undefined }).memory);
  if (!one || !two) throw new Error("two memories are needed");
  const both = layer(one, two);
  expect((await both.recall("tea")).notice?.code).toBe("no-match");
  await two.rememberAll(["green tea", "black tea"]);
  const query = { query: "tea", minScore: 1, explain: true };
  const none = await both.recall(query);
  expect(none.notice?.code).toBe("not-relevant");
  expect(none.omitted?.map(({ reason }) => reason)).toEqual(["relevance", "relevance"]);
  expect((await both.context(query)).notice?.code).toBe("not-relevant");
  await one.remember("green tea");
  const found = await both.recall({ query: "green tea", limit: 1, explain: true });
  expect([found.length, found.notice]).toEqual([1, undefined]);
  expect(found.omitted?.map(({ reason }) => reason).toSorted()).toEqual(["duplicate", "limit"]);
});
