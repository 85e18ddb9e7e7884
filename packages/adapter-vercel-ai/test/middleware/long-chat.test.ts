import { createMemory, inMemoryStore } from "@kioku/core";
import type { TextSource } from "@kioku/tools";
import { expect, test } from "vitest";

import { partsOf } from "../../src/turn/marks.js";
import { AFTER_PAGE, AFTER_WEATHER } from "../support/long-chat.js";
import { marksIn, playChat } from "../support/play-chat.js";

function trustsLookup({ tool }: TextSource): boolean {
  return tool === "lookup";
}

test("one call of an untrusted tool marks what repeats it, and nothing else of a long chat", async () => {
  for (const [keepsHistory, minScore] of [
    [true, undefined],
    [true, 0],
    [false, 0],
  ] as const) {
    const memory = createMemory({ store: inMemoryStore() });
    await playChat(memory, AFTER_WEATHER, { keepsHistory, recall: { minScore } });
    const marks = await marksIn(memory, AFTER_WEATHER);
    expect(marks).toEqual({ wrongly: [], missed: [], own: 30, copied: 1 });
    const found = await memory.recall({ query: "user", kinds: ["note"], limit: 10, minScore: 0 });
    expect(found).toHaveLength(10);
  }
});

test("what a page said stays untrusted in all later turns, copied or in other words", async () => {
  const chat = [...AFTER_PAGE, ...AFTER_WEATHER.slice(1), ...AFTER_PAGE.slice(1)];
  const memory = createMemory({ store: inMemoryStore() });
  await playChat(memory, chat);
  expect(await marksIn(memory, chat)).toEqual({ wrongly: [], missed: [], own: 38, copied: 10 });
});

test("a host clears what a chat holds of a call that a person has looked at", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  await playChat(memory, AFTER_PAGE, { trustedTools: trustsLookup });
  expect((await marksIn(memory, AFTER_PAGE)).missed).toHaveLength(10);
});

test("messages, answers of tools and histories say why a text is not trusted", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  const messages = await playChat(memory, AFTER_PAGE);
  const parts = messages.flatMap(({ content }) => partsOf(content));
  const said = parts.find(
    (part) => part.type === "text" && String(part.text).startsWith("Beatriz"),
  );
  const toolCallId = expect.any(String) as string;
  const reason = { tool: "lookup", toolCallId, trust: 0.5 };
  const shared = expect.arrayContaining(["beatriz", "courtyard"]) as string[];
  expect(said).toMatchObject({
    providerOptions: { kioku: { trust: 0.5, because: [{ ...reason, shared }] } },
  });
  const told = parts.find(
    (part) => part.type === "tool-result" && JSON.stringify(part).includes("marked as untrusted"),
  );
  expect(told).toBeDefined();
  const { items } = await memory.list({ limit: 100, filter: { "@trust": { $lt: 1 } } });
  for (const { id } of items) {
    expect((await memory.history(id)).at(-1)?.cause).toMatch(
      /^(?:it|the answer) may repeat lookup \(/u,
    );
  }
});
