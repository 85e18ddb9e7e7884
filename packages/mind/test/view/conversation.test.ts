import type { Memory } from "@kioku/core";
import { describe, expect, test } from "vitest";

import type { HeardTurn, PromptPressure } from "../../src/index.js";
import { know, live, say, STORES, testMind } from "../support/mind-test.js";

/** Returns the ids that the only talk of a memory was told. */
async function toldIn(memory: Pick<Memory, "list">): Promise<ReadonlySet<string>> {
  const { items } = await memory.list({ kinds: ["mind-state"] });
  const { told } = (items[0]?.value ?? { told: [] }) as { readonly told: readonly string[] };
  return new Set(told);
}

describe.each(STORES)("a talk on a store: %s", (store) => {
  test("hears turns with speaker, time and thread, all or nothing", async () => {
    const { mind, memory } = testMind(store);
    const talk = mind.session("chat-1");
    const at = new Date("2026-02-27T08:00:00Z");
    const receipts = await talk.hear([
      { content: "我搬到柏林了", speaker: "Mei", at, trust: 0.8, idempotencyKey: "k1" },
      { content: "How nice!", origin: "assistant" },
    ]);
    expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored"]);
    await talk.hear("And you?");
    const { items } = await memory.list({ kinds: ["message"] });
    expect(items).toMatchObject([
      { content: "我搬到柏林了", speaker: "Mei", occurredAt: at, trust: 0.8, thread: "chat-1" },
      { content: "How nice!", origin: "assistant", thread: "chat-1" },
      { content: "And you?", origin: "user", thread: "chat-1" },
    ]);
    await expect(talk.hear(["fine", " "] as unknown as HeardTurn[])).rejects.toThrow("turns[1]");
    expect((await memory.list({ kinds: ["message"] })).items).toHaveLength(3);
  });

  test("writes with its thread, unless another one is named", async () => {
    const { mind } = testMind(store);
    const talk = mind.session("chat-1");
    await talk.remember("A note");
    await talk.rememberAll(["Another", { content: "Elsewhere", thread: "chat-2" }]);
    const { items } = await mind.list({ kinds: ["note"] });
    expect(items.map(({ thread }) => thread)).toEqual(["chat-1", "chat-1", "chat-2"]);
  });

  test("does not tell again what it told, also in another process", async () => {
    const { mind } = testMind(store);
    await say(mind, "My dog is called Rex", { thread: "old" });
    await say(mind, "The dog eats at seven", { thread: "old" });
    const first = await mind.session("new").recall({ query: "dog", limit: 1 });
    const second = await mind.session("new").recall("dog");
    const third = await mind.session("new").context("dog");
    expect([first.length, second.length, third.included.length]).toEqual([1, 1, 0]);
    expect(first[0]?.id).not.toBe(second[0]?.id);
    expect(await mind.session("other").recall("dog")).toHaveLength(2);
    expect(await mind.recall("dog")).toHaveLength(2);
  });

  test("does not tell by context what recall told, and the other way round", async () => {
    const { mind } = testMind(store);
    await say(mind, "My dog is called Rex", { thread: "old" });
    const talk = mind.session("new");
    expect((await talk.context("dog")).text).toContain("Rex");
    expect((await talk.context("dog")).text).not.toContain("Rex");
    expect(await talk.recall("dog")).toHaveLength(0);
  });

  test("tells again where prompts do not keep what an earlier one was given", async () => {
    const { mind } = testMind(store);
    await say(mind, "My dog is called Rex", { thread: "old" });
    const talk = mind.session("new", { keepsContext: false });
    const { text } = await talk.context("dog");
    expect(text).toContain("Rex");
    expect((await talk.context("dog")).text).toBe(text);
    expect(await talk.recall("dog")).toHaveLength(1);
  });

  test("writes nothing when it tells nothing new", async () => {
    const { mind, memory } = testMind(store);
    const talk = mind.session("new");
    await talk.hear("Hello");
    await talk.context("anything");
    await talk.recall("nothing there").catch(() => undefined);
    const state = await memory.list({ kinds: ["mind-state"] });
    const versions = state.items.map(({ version }) => version);
    await talk.context("anything");
    const after = await memory.list({ kinds: ["mind-state"] });
    expect(after.items.map(({ version }) => version)).toEqual(versions);
  });

  test("keeps the last 500 ids that it told", async () => {
    const { mind, memory } = testMind(store);
    const inputs = Array.from({ length: 620 }, (_, index) => `dog number ${index}`);
    await mind.rememberAll(inputs);
    const talk = mind.session("new");
    for (let told = 0; told < 600; told += 200) await talk.recall({ query: "dog", limit: 200 });
    expect((await toldIn(memory)).size).toBe(500);
  });

  test("loses no told id when talks run at once", async () => {
    const { mind, memory } = testMind(store);
    await mind.rememberAll(["a dog", "a cat", "a bird", "a fish"]);
    const talk = mind.session("new");
    const words = ["dog", "cat", "bird", "fish"];
    const found = await Promise.all(words.map((query) => talk.recall({ query, limit: 1 })));
    expect(await toldIn(memory)).toEqual(new Set(found.flat().map(({ id }) => id)));
  });

  test("leaves out its own turns from the context, but not those that the window dropped", async () => {
    const { mind, clock } = testMind(store);
    const talk = mind.session("chat-1", { keepsContext: false });
    await talk.hear("My dog is called Rex");
    clock.now = new Date(clock.now.getTime() + 60_000);
    await talk.hear(["One", "Two", "Three", "Four", "Five"].map((content) => ({ content })));
    expect((await talk.context("dog")).text).not.toContain("Rex");
    expect(await talk.window({ tokens: 81, maxTokens: 100, messages: 6 })).toEqual({ drop: 1 });
    expect((await talk.context("dog")).text).toContain("Rex");
  });
});

const SHARES: readonly (readonly [share: number, change: number])[] = [
  [0.96, 4],
  [0.95, 3],
  [0.91, 3],
  [0.9, 2],
  [0.86, 2],
  [0.85, 1],
  [0.81, 1],
  [0.8, 0],
  [0.78, 0],
  [0.75, -1],
  [0.71, -1],
  [0.7, -2],
  [0.66, -2],
  [0.65, -3],
  [0.1, -3],
];

test.each(SHARES)("at %f of the limit it drops %i more messages", async (share, change) => {
  const { mind } = testMind();
  const talk = mind.session("chat-1");
  const full: PromptPressure = { tokens: 99, maxTokens: 100, messages: 40 };
  await talk.window(full);
  const { drop } = await talk.window(full);
  expect(await talk.window({ ...full, tokens: share * 100 })).toEqual({ drop: drop + change });
});

test("the window is stable at constant pressure, never below 0, and keeps the last message", async () => {
  const { mind } = testMind();
  const talk = mind.session("chat-1");
  for (let calls = 0; calls < 5; calls += 1) {
    expect(await talk.window({ tokens: 78, maxTokens: 100, messages: 40 })).toEqual({ drop: 0 });
    expect(await talk.window({ tokens: 10, maxTokens: 100, messages: 40 })).toEqual({ drop: 0 });
  }
  for (let calls = 0; calls < 5; calls += 1) {
    await talk.window({ tokens: 99, maxTokens: 100, messages: 10 });
  }
  expect(await talk.window({ tokens: 99, maxTokens: 100, messages: 10 })).toEqual({ drop: 9 });
  const again = mind.session("chat-1");
  expect(await again.window({ tokens: 78, maxTokens: 100, messages: 10 })).toEqual({ drop: 9 });
  expect(await again.window({ tokens: 78, maxTokens: 100, messages: 0 })).toEqual({ drop: 0 });
});

test.each([
  [{ tokens: -1, maxTokens: 1, messages: 1 }, "pressure.tokens"],
  [{ tokens: 1, maxTokens: 0, messages: 1 }, "pressure.maxTokens"],
  [{ tokens: 1, maxTokens: 1, messages: 0.5 }, "pressure.messages"],
  [{ tokens: 1, maxTokens: 1 }, "pressure.messages"],
  [{ tokens: 1, maxTokens: 1, messages: 1, share: 1 }, "has no option"],
])("refuses the pressure %j", async (pressure, message) => {
  const talk = testMind().mind.session("chat-1");
  await expect(talk.window(pressure as PromptPressure)).rejects.toThrow(message);
});

test.each([
  [{ content: " " }, "turns.content"],
  [{ content: "a", origin: "tool" }, "turns.origin"],
  [{ content: "a", speaker: "" }, "turns.speaker"],
  [{ content: "a", at: "today" }, "turns.at"],
  [{ content: "a", trust: 2 }, "turns.trust"],
  [{ content: "a", idempotencyKey: "" }, "idempotencyKey"],
  [{ content: "a", role: "user" }, "has no option"],
  [5, "turns must be a text, a turn or a list of these, got 5"],
])("refuses the turn %j", async (turn, message) => {
  const talk = testMind().mind.session("chat-1");
  await expect(talk.hear(turn as HeardTurn)).rejects.toThrow(message);
});

test("shows today's other talks, and its own once it is not whole in the prompt", async () => {
  const { mind, memory } = testMind();
  const other = await say(memory, "I bought a red bicycle.", { thread: "other" });
  await live(memory, [other]);
  const talk = mind.session("chat-1");
  await talk.hear("We painted the kitchen green.");
  const { items } = await memory.list({ filter: { "@thread": "chat-1" } });
  const [own] = items;
  if (own) await live(memory, [own], { title: "Kitchen" });
  const before = await talk.context();
  expect(before.text).toContain("bicycle");
  expect(before.text).not.toContain("kitchen");
  await talk.hear(["a", "b", "c"].map((content) => ({ content })));
  await talk.window({ tokens: 81, maxTokens: 100, messages: 4 });
  expect((await talk.context()).text).toContain("kitchen");
});

test("shows the portraits of those who talk first", async () => {
  const { mind, memory } = testMind();
  for (const speaker of ["Ana", "Ben"]) {
    const turn = await say(memory, `I am ${speaker} and live in a tent.`, { speaker, thread: "t" });
    await know(memory, [turn], { attribute: "home", block: "home" });
  }
  const talk = mind.session("chat-1");
  await talk.hear({ content: "Hello", speaker: "Ben" });
  const { included } = await talk.context();
  expect(included.map(({ memory: { speaker } }) => speaker)).toEqual(["Ben", "Ana"]);
});
