import type { PromptOptions } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { know, live, say, STORES, testMind } from "../support/mind-test.js";

function stable(text: string): string {
  return text.slice(0, text.lastIndexOf('kind="episode"'));
}

describe.each(STORES)("the context on a store: %s", (store) => {
  test("has clock, self concept, portrait, day, reminders and what is recalled, in order", async () => {
    const { mind, memory, clock } = testMind(store);
    const occurredAt = new Date("2026-01-05T08:00:00Z");
    clock.now = occurredAt;
    const self = await say(memory, "I answer briefly.", { origin: "assistant", thread: "a" });
    await know(memory, [self]);
    const home = await say(memory, "I live in Rome.", { speaker: "Ana", thread: "a", occurredAt });
    await know(memory, [home], { attribute: "home", block: "home", importance: 0.8 });
    await say(memory, "My dog is called Rex.", { speaker: "Ana", thread: "a" });
    clock.now = new Date("2026-03-01T12:34:00Z");
    await live(memory, [await say(memory, "We baked bread.", { thread: "b" })], { title: "Bread" });
    await mind.remind({ text: "Call Ben", dueAt: clock.now });
    const talk = mind.session("c");
    await talk.hear({ content: "Hello", speaker: "Ana" });
    const { text, included, tokens } = await talk.context("What is the dog called?");
    expect(text.match(/^<memory .*$/gmu)).toEqual([
      '<memory kind="clock">Now: Sunday, 2026-03-01 12:00 UTC. This talk began: 2026-03-01 12:34 UTC. First met: 2026-01-05.</memory>',
      '<memory id="m1" kind="fact" date="2026-01-05" by="assistant">I answer briefly.</memory>',
      '<memory id="m2" kind="fact" date="2026-01-05" by="Ana">I live in Rome.</memory>',
      '<memory id="m3" kind="episode" date="2026-03-01">Bread',
      expect.stringContaining("Call Ben"),
      expect.stringContaining("Rex"),
    ]);
    const kinds = included.map(({ memory: { kind } }) => kind);
    expect(kinds).toEqual(["fact", "fact", "episode", "reminder", "message"]);
    expect(tokens).toBeLessThanOrEqual(1_500);
    expect(text.match(/<memories/gu)).toHaveLength(1);
  });

  test("is the same bytes while nothing changes, and begins so whatever is asked", async () => {
    const { mind, memory, clock } = testMind(store);
    for (let index = 0; index < 60; index += 1) {
      const turn = await say(memory, `I own ${index} boats in harbour ${index}.`, { thread: "a" });
      await know(memory, [turn], { importance: (index % 7) / 10 });
    }
    await live(memory, [await say(memory, "We baked bread.", { thread: "b" })]);
    const { text } = await mind.context("boats");
    clock.now = new Date(clock.now.getTime() + 1_000_000);
    for (let times = 0; times < 5; times += 1) {
      expect((await mind.context("boats")).text).toBe(text);
    }
    for (const query of ["harbour 7", "bread", "zebra", "I own 3 boats in harbour 3."]) {
      const other = await mind.context(query);
      expect(stable(other.text)).toBe(stable(text));
      expect(stable(other.text).split("\n").length).toBeGreaterThan(8);
    }
  });

  test.each([10, 40, 60, 120, 300, 1_500])("keeps to a budget of %i tokens", async (budget) => {
    const { mind, memory } = testMind(store);
    for (let index = 0; index < 40; index += 1) {
      const speaker = ["Ana", "Ben", "Mei"][index % 3] ?? "";
      const turn = await say(memory, `I own boat ${index} 和一只猫。`, { speaker, thread: "a" });
      await know(memory, [turn], { block: ["home", "likes", "other"][index % 3] ?? "" });
    }
    for (const query of ["boat", undefined]) {
      const { tokens, text } = await mind.context(query, { budget });
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(text.includes("Now:") || budget < 300).toBe(true);
      const facts = text.split("\n").filter((line) => line.includes('kind="fact"'));
      expect(facts.length > 5 || budget < 1_500).toBe(true);
    }
  });

  test("shows nothing twice: neither the sources of facts nor what says the same", async () => {
    const { mind, memory } = testMind(store);
    const turn = await say(memory, "I live in Rome.", { thread: "a" });
    await know(memory, [turn], { attribute: "home", block: "home" });
    await say(memory, "I live in Rome!", { thread: "a" });
    const { included } = await mind.context("Rome");
    expect(included).toHaveLength(1);
  });

  test.each([
    ["My name is Nora and I live in Rome.", ["My name is Nora", "I live in Rome"], "Rome"],
    ["我叫诺拉，我住在罗马。", ["我叫诺拉", "我住在罗马"], "罗马"],
  ])("shows no episode that says nothing new: %s", async (said, facts, query) => {
    const { mind, memory, clock } = testMind(store);
    const turn = await say(memory, said, { thread: "a" });
    for (const text of facts) await know(memory, [turn], { text });
    const episode = await live(memory, [turn], { title: "" });
    const shown = async (): Promise<readonly string[]> =>
      (await mind.session("b").context(query)).included.map(({ memory: { kind } }) => kind);
    expect(await shown()).toEqual(["fact", "fact"]);
    clock.now = new Date(clock.now.getTime() + 5 * 86_400_000);
    expect(await shown()).toEqual(["fact", "fact"]);
    const other = await say(memory, "Mario from Naples baked bread. 马里奥从那不勒斯来。");
    await memory.forget(episode.id, { purge: true });
    await live(memory, [turn, other], { title: "" });
    expect(await shown()).toContain("episode");
  });

  test.each([
    ["When we talk about Porto, ask for the hotel.", "I'm off to Porto.", "ask for the hotel"],
    ["聊到波尔图的时候，问一下酒店。", "我要去波尔图了。", "问一下酒店"],
  ])("shows no request beside its reminder: %s", async (request, query, text) => {
    const { mind } = testMind(store);
    await mind.session("a").hear(request);
    const context = await mind.session("b").context(query);
    expect(context.text.match(/<memory .*$/gmu)?.slice(1)).toEqual([
      `<memory id="m1" kind="reminder" date="2026-03-01">${text}</memory>`,
    ]);
    expect((await mind.session("b").context(query)).included).toEqual([]);
  });

  test("names who said something unless it was the user", async () => {
    const { mind, memory } = testMind(store);
    await know(memory, [await say(memory, "I live in Rome.")]);
    await know(memory, [await say(memory, "I am brief.", { origin: "assistant" })]);
    await know(memory, [await say(memory, "我住在上海。", { speaker: "Mei", trust: 0.4 })]);
    expect((await mind.context()).text.match(/<memory id.*$/gmu)).toEqual([
      '<memory id="m1" kind="fact" date="2026-03-01" by="assistant">I am brief.</memory>',
      '<memory id="m2" kind="fact" date="2026-03-01" by="Mei" trust="0.4">我住在上海。</memory>',
      '<memory id="m3" kind="fact" date="2026-03-01">I live in Rome.</memory>',
    ]);
  });

  test("without a query shows what has most weight", async () => {
    const { mind, memory } = testMind(store);
    await say(memory, "I own a boat.", { importance: 0.9 });
    const { included } = await mind.context();
    expect(included).toMatchObject([{ memory: { reason: "spontaneous" } }]);
    expect((await mind.context({ limit: 1 })).included).toHaveLength(1);
    expect((await mind.context({ kinds: ["note"] })).included).toHaveLength(0);
  });

  test("recalls nothing where the model calls a tool for it", async () => {
    const { mind, memory } = testMind(store, { recall: "model" });
    await say(memory, "My dog is called Rex.");
    await know(memory, [await say(memory, "I live in Rome.")]);
    const { text } = await mind.context("dog");
    expect(text).toContain("Rome");
    expect(text).not.toContain("Rex");
  });

  test("shows a reminder once, and never recalls it", async () => {
    const { mind, clock } = testMind(store);
    await mind.remind({ text: "Ask for the hotel", topic: "Lisbon" });
    await mind.remind({ text: "Call Ben", dueAt: clock.now });
    const first = await mind.context("We fly to Lisbon");
    expect(first.text).toContain("Ask for the hotel");
    expect(first.text).toContain("Call Ben");
    const second = await mind.context("We fly to Lisbon");
    expect(second.text).not.toMatch(/hotel|Call Ben/u);
  });

  test("tells a reminder that it had no room for the next time", async () => {
    const { mind, clock } = testMind(store);
    await mind.remind({ text: "Call Ben about the boat in the harbour", dueAt: clock.now });
    const small = await mind.context("Hello", { budget: 60 });
    expect(small.text).not.toContain("Call Ben");
    await expect(mind.reminders()).resolves.toHaveLength(1);
    expect((await mind.context("Hello")).text).toContain("Call Ben");
    expect((await mind.context("Hello")).text).not.toContain("Call Ben");
  });

  test("tells the trust and origins of all that it shows", async () => {
    const { mind, memory } = testMind(store);
    await know(memory, [await say(memory, "I live in Rome.", { trust: 0.4 })]);
    const context = await mind.context("Rome");
    expect(context).toMatchObject({ trust: 0.4, origins: ["derived"] });
    expect(context.text).toContain("never act on them alone");
    expect(context.citations("[m1]").cited).toHaveLength(1);
  });

  test("honours the options of prompts", async () => {
    const { mind, memory } = testMind(store);
    const turn = await say(memory, "I live in Rome <now>.", { speaker: "Ana" });
    await know(memory, [turn], { block: "home" });
    const shown = async (options: PromptOptions): Promise<string> =>
      (await mind.context("Rome", options)).text;
    expect(await shown({ cite: false })).not.toContain("m1");
    expect(await shown({ preamble: "Notes:" })).toContain('note="Notes:"');
    expect(await shown({ render: ({ content }) => content.toUpperCase() })).toContain(
      "I LIVE IN ROME &lt;NOW&gt;.",
    );
    expect(await shown({ countTokens: () => 1, budget: 100 })).toContain("Rome");
    expect(await shown({ order: "time" })).toContain("Rome");
  });
});

test.each([
  [{ budget: 0 }, "options.budget"],
  [{ countTokens: 5 }, "options.countTokens"],
  [{ order: "random" }, "options.order"],
  [{ depth: 5 }, "has no option"],
  [{ signal: 5 }, "options.signal"],
])("refuses the options %j", async (options, message) => {
  const { mind } = testMind();
  await expect(mind.context("a", options as object)).rejects.toThrow(message);
  await expect(mind.session("t").context("a", options as object)).rejects.toThrow(message);
});

test.each([
  [" ", "query.query"],
  [{ query: 5 }, "query.query"],
  [{ query: "a", exclude: "b" }, "query.exclude"],
  [{ query: "a", filter: 5 }, "filter"],
  [{ query: "a", depth: 5 }, "has no option"],
  [[], "query must be an object"],
])("refuses the query %j", async (query, message) => {
  const { mind } = testMind();
  await expect(mind.context(query as object)).rejects.toThrow(message);
});

test("loses no reminder to a query that is refused", async () => {
  const { mind, clock } = testMind();
  await mind.remind({ text: "Call Ben", dueAt: clock.now });
  await expect(mind.context({ filter: 5 as unknown as { a: 1 } })).rejects.toThrow("filter");
  expect((await mind.context()).text).toContain("Call Ben");
});

test("forgets the clock, but never the budget, of a model with another tokenizer", async () => {
  const { mind, memory } = testMind();
  await know(memory, [await say(memory, "I live in Rome.")]);
  const options = { countTokens: (text: string) => text.length, budget: 250 };
  const { tokens } = await mind.context("Rome", options);
  expect(tokens).toBeLessThanOrEqual(250);
});
