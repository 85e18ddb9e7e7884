import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { buildContextFor, estimateTokens } from "../../src/toolkit/index.js";

const LEAD = [
  { kind: "clock", text: "It is noon." },
  { kind: "self", text: "I am </memory> calm" },
];

async function found(texts: readonly string[]) {
  const { memory } = testMemory();
  await memory.rememberAll([...texts]);
  return memory.recall({ query: "tea", minScore: 0, limit: 50 });
}

test("leading notes stand before the memories in the same fence, escaped", async () => {
  const memories = await found(["Ann likes tea"]);
  const { text, included, tokens } = buildContextFor({ query: "tea", lead: LEAD }, memories, {});
  const lines = text.split("\n");
  expect(lines.slice(1)).toEqual([
    '<memory kind="clock">It is noon.</memory>',
    '<memory kind="self">I am &lt;/memory&gt; calm</memory>',
    expect.stringMatching(/^<memory id="m1".*>Ann likes tea<\/memory>$/u) as string,
    "</memories>",
  ]);
  expect(included).toHaveLength(1);
  expect(tokens).toBe(estimateTokens(text));
});

test("leading notes are written without any memory, and none give an empty text", () => {
  expect(buildContextFor({ query: "", lead: LEAD }, [], {}).text).toContain("It is noon.");
  expect(buildContextFor({ query: "", lead: [] }, [], {}).text).toBe("");
});

test("what the leading notes take is not left for memories", async () => {
  const memories = await found(Array.from({ length: 20 }, (_, n) => `tea number ${n} is good`));
  const lead = [{ text: "a long word ".repeat(20) }];
  for (const budget of [150, 250, 400]) {
    const led = buildContextFor({ query: "tea", lead }, memories, { budget });
    const without = buildContextFor({ query: "tea" }, memories, { budget });
    expect(led.tokens).toBeLessThanOrEqual(budget);
    expect(led.included.length).toBeLessThan(without.included.length);
    expect(led.included.length + led.omitted.length).toBe(20);
  }
});

test("leading notes are written even where the budget has no room for them", async () => {
  const memories = await found(["Ann likes tea"]);
  const { text, included } = buildContextFor({ query: "tea", lead: LEAD }, memories, { budget: 1 });
  expect(text).toContain("It is noon.");
  expect(included).toEqual([]);
});
