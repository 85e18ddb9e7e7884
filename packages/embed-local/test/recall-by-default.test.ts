import { createMemory, inMemoryStore } from "@kioku/core";
import type { MemoryRoot, RecallQuery } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { localEmbedder } from "../src/index.js";

const NOTES = [
  "The user plays the cello in an amateur orchestra every Tuesday",
  "The user's sister Ingrid runs a bakery in Bergen",
  "The user is allergic to hazelnuts",
  "The user drives a blue van that needs a new clutch",
  "The user's cat is called Biscuit and is nine years old",
  "The user wants to visit Iceland in September",
  "The rent of the workshop is due on the third of each month",
  "用户的女儿在杭州学建筑",
  "用户每天早上喝乌龙茶",
  "用户不吃香菜",
];

function emptyMemory(): MemoryRoot {
  let now = Date.UTC(2026, 0, 10, 9);
  return createMemory({
    store: inMemoryStore(),
    embedder: localEmbedder(),
    clock: () => new Date((now += 60_000)),
  });
}

async function found(memory: MemoryRoot, query: string | RecallQuery): Promise<readonly string[]> {
  return (await memory.recall(query)).map(({ content }) => content);
}

describe("notes about a user", () => {
  test.each([
    "thanks!",
    "😂",
    "Good morning",
    "哈哈，谢谢",
    "好的",
    "Tell me a joke",
    "写一首关于春天的诗",
    "Translate this sentence into French: the weather is nice",
    "What is the capital of Australia?",
    "What did Waldemar say about the boat?",
  ])("%s is none of their business", async (query) => {
    const memory = emptyMemory();
    await memory.rememberAll(NOTES);
    expect(await memory.recall(query)).toEqual([]);
    expect((await memory.context(query)).notice?.code).toBe("not-relevant");
  });

  test.each([
    ["What is the cat called?", ["Biscuit"]],
    ["女儿在哪里学习？", ["杭州"]],
    ["What tea do I drink in the morning?", ["乌龙茶"]],
    ["What is the name of the cat, and when is the rent due?", ["Biscuit", "rent"]],
  ])("%s is answered, and not with much else", async (query, words) => {
    const memory = emptyMemory();
    await memory.rememberAll(NOTES);
    const answer = await found(memory, query);
    for (const word of words) expect(answer.join("\n")).toContain(word);
    expect(answer.length).toBeLessThanOrEqual(words.length + 1);
    const filled = await found(memory, { query, minScore: 0 });
    expect(filled.length).toBeGreaterThan(answer.length + 3);
  });
});

describe("a chat with an assistant", () => {
  const SAID = [
    ["user", "I live in Porto with my two dogs"],
    ["assistant", "Porto is a lovely place to live with two dogs."],
    ["user", "Where do I live?"],
    ["assistant", "You live in Porto."],
    ["user", "Which bread should I bake for Sunday?"],
    ["assistant", "I suggest a rye sourdough with caraway for Sunday."],
    ["user", "Thanks, sounds great!"],
    ["user", "The dentist works on the hill"],
    ["user", "The dentist pulled a tooth on 3 February"],
  ] as const;

  test.each([
    ["Where do I live?", "I live in Porto with my two dogs"],
    ["What bread did you suggest?", "I suggest a rye sourdough with caraway for Sunday."],
    ["When did the dentist pull the tooth?", "The dentist pulled a tooth on 3 February"],
    ["What did I ask about bread?", "Which bread should I bake for Sunday?"],
    ["你推荐了什么面包？", "I suggest a rye sourdough with caraway for Sunday."],
  ])("%s is answered first by: %s", async (query, answer) => {
    const memory = emptyMemory();
    for (const [origin, content] of SAID)
      await memory.remember({ content, origin, thread: "chat" });
    expect((await found(memory, query))[0]).toBe(answer);
  });
});

describe("what has changed", () => {
  const CHANGED = [
    ["2025-01-05", "I live in Hamburg near the harbour"],
    ["2025-01-06", "My favourite colour is green"],
    ["2025-02-05", "The meeting of the choir is on Monday at seven"],
    ["2025-03-05", "I work at a print shop"],
    ["2025-06-05", "I have moved to Dresden"],
    ["2025-07-05", "I quit the print shop and now work at a museum"],
    ["2025-08-05", "The meeting of the choir is on Thursday at seven"],
  ] as const;

  test.each([
    ["Where do I live?", "Dresden", "Hamburg"],
    ["Where do I work?", "museum", "I work at a print shop"],
    ["When is the meeting of the choir?", "Thursday", "Monday"],
  ])("%s shows %s and behind it %s, both with dates", async (query, now, old) => {
    const memory = emptyMemory();
    await memory.rememberAll(
      CHANGED.map(([day, content]) => ({ content, occurredAt: new Date(`${day}T10:00:00Z`) })),
    );
    const hits = await memory.recall(query);
    expect(hits[0]?.content).toContain(now);
    expect(hits[1]?.content).toContain(old);
    expect(hits[1]?.replacedBy).toBe(hits[0]?.id);
    const { text } = await memory.context(query);
    expect(text).toMatch(new RegExp(`replaced="true">[^\\n]*${old}[^\\n]*\\n<[^\\n]*${now}`, "u"));
  });

  test("a question for the past gets what was", async () => {
    const memory = emptyMemory();
    await memory.rememberAll(
      CHANGED.map(([day, content]) => ({ content, occurredAt: new Date(`${day}T10:00:00Z`) })),
    );
    const [first] = await memory.recall("Where did I live before?");
    expect(first?.content).toContain("Hamburg");
    expect(first).not.toHaveProperty("replacedBy");
  });
});
