import { testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore } from "../../src/index.js";
import type { MemoryOptions, MemoryRoot, Recalled } from "../../src/index.js";

const NOTES = [
  "The user plays the cello in an amateur orchestra",
  "The user's sister Ingrid runs a bakery in Bergen",
  "The user is allergic to hazelnuts",
  "The cat is called Biscuit",
  "The rent of the workshop is due on the third",
  "用户每天早上喝乌龙茶",
];

/** A memory of the notes as an app gets it: whatever is said about relevance is the default. */
async function noted(options: Partial<MemoryOptions> = {}): Promise<MemoryRoot> {
  const memory = createMemory({ store: inMemoryStore(), embedder: wordEmbedder(), ...options });
  await memory.rememberAll(NOTES);
  return memory;
}

function contents(found: Recalled): readonly string[] {
  return found.map(({ content }) => content);
}

test.each([
  "Thanks!",
  "Good morning",
  "哈哈，谢谢",
  "Translate this sentence: the cat plays the cello in the orchestra",
  "Tell me a joke about a cat that plays the cello",
  "写一首关于乌龙茶的诗",
])("%s brings nothing, and says so", async (query) => {
  const memory = await noted();
  const found = await memory.recall(query);
  expect(contents(found)).toEqual([]);
  expect(found.notice?.code).toBe("not-relevant");
  const context = await memory.context(query);
  expect([context.text, context.notice?.code]).toEqual(["", "not-relevant"]);
});

test("a question about something else brings nothing, one about a note brings that", async () => {
  const memory = await noted({ embedder: undefined });
  expect(contents(await memory.recall("Which opera was first sung in Bergen's harbour?"))).toEqual(
    [],
  );
  expect(contents(await memory.recall("What is the cat called?"))).toEqual([NOTES[3]]);
  expect(contents(await memory.recall("早上喝什么茶？"))).toEqual([NOTES[5]]);
});

test("a name that no memory has makes a question one about somebody else", async () => {
  const memory = await noted({ embedder: undefined });
  const asked = { mode: "keyword", explain: true, minScore: 0 } as const;
  const [own] = await memory.recall({ ...asked, query: "What does our Ingrid run, a bakery?" });
  const [foreign] = await memory.recall({ ...asked, query: "What does our Gudrun run, a bakery?" });
  expect([own?.signals?.query?.namesUnknown, foreign?.signals?.query?.namesUnknown]).toEqual([
    false,
    true,
  ]);
  expect(own?.relevance).toBeGreaterThan(0.9);
  expect(foreign?.relevance).toBeLessThan(0.6 * (own?.relevance ?? 0));
});

test("minScore 0 of a query, or of the memory, fills the answer whatever is asked", async () => {
  const memory = await noted();
  const always = await noted({ ranking: { minScore: 0 } });
  for (const query of ["Good morning", "Tell me a joke about a cat", "Who wrote this opera?"]) {
    const filled = await memory.recall({ query, minScore: 0 });
    expect(filled.length).toBeGreaterThan(1);
    expect(filled.notice).toBeUndefined();
    expect(contents(await always.recall(query)).toSorted()).toEqual(contents(filled).toSorted());
    expect(await always.recall({ query, minScore: 0.35 })).toEqual([]);
  }
});

test("without options the bound is 0.35, and a query may ask for more or less", async () => {
  const { memory } = testMemory({ embedder: undefined, ranking: { minScore: undefined } });
  await memory.rememberAll(NOTES);
  const query = "Which orchestra does the cat play in?";
  const all = await memory.recall({ query, minScore: 0 });
  expect(all.length).toBeGreaterThan(1);
  for (const minScore of [undefined, 0.2, 0.9]) {
    const bound = minScore ?? 0.35;
    expect(await memory.recall({ query, minScore })).toEqual(
      all.filter(({ relevance }) => relevance >= bound),
    );
  }
});

test("a thread never lifts what says nothing about the question", async () => {
  const { memory } = testMemory({ embedder: undefined, ranking: { minScore: undefined } });
  const talk = [
    "The plumber comes to mend the boiler",
    "He has to bring a new valve",
    "That costs ninety crowns",
    "Good that it is not winter",
  ];
  await memory.rememberAll(talk.map((content) => ({ content, thread: "boiler" })));
  await memory.rememberAll(NOTES);
  const query = "Who comes to mend the boiler?";
  expect(contents(await memory.recall(query))).toEqual(talk.slice(0, 1));
  const filled = await memory.recall({ query, minScore: 0 });
  expect(contents(filled).toSorted()).toEqual(talk.slice(0, 3).toSorted());
  for (const { content, relevance, score } of filled) {
    expect(score).toBeGreaterThan(0);
    expect(relevance > 0).toBe(content === talk[0]);
  }
});

test("a compound question keeps its topics, a plain one leaves out what is far behind", async () => {
  const { memory } = testMemory({ embedder: undefined, ranking: { minScore: undefined } });
  await memory.rememberAll([
    "The rent of the workshop is due on the third of each month",
    "Biscuit is the cat",
    ...NOTES.slice(0, 3),
  ]);
  const both = await memory.recall(
    "When is the rent of the workshop due, and what is the cat called?",
  );
  expect(contents(both).toSorted()).toEqual([
    "Biscuit is the cat",
    "The rent of the workshop is due on the third of each month",
  ]);
  await memory.rememberAll(["Each month the choir sings", "Each month the club meets"]);
  const query = "When is the rent of the workshop due each month?";
  const one = await memory.recall(query);
  expect(contents(one)).toEqual(["The rent of the workshop is due on the third of each month"]);
  expect(await memory.recall({ query, minScore: 0 })).toHaveLength(3);
});

test("explain names what was too weak, with how relevant it is", async () => {
  const memory = await noted();
  const found = await memory.recall({ query: "What is the cat called?", explain: true });
  expect(contents(found)).toContain(NOTES[3]);
  const { omitted = [] } = found;
  expect(omitted.length).toBeGreaterThan(0);
  for (const { memory: one, reason } of omitted) {
    expect(reason).toBe("relevance");
    expect(one.relevance).toBeLessThan(0.35);
    expect(one.signals?.query).toEqual(found[0]?.signals?.query);
  }
});

test("the day that a question names is no word that an answer lacks", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  await memory.rememberAll(["The bill of the dentist is due on Friday", "The boiler is mended"]);
  const query = { query: "Which bill is due on Friday?", explain: true };
  const [found] = await memory.recall(query);
  expect(found?.content).toBe("The bill of the dentist is due on Friday");
  expect(found?.signals?.coverage).toBe(1);
});
