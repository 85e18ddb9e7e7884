import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { MemoryRoot, RecalledMemory, RememberInput } from "../../src/index.js";

/** Found by keyword alone, in an order that depends on nothing but words and who said them. */
async function said(inputs: readonly RememberInput[]): Promise<MemoryRoot> {
  const { memory, clock } = testMemory({ embedder: undefined });
  for (const input of inputs) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await memory.remember({ dedupe: "off", ...input });
  }
  return memory;
}

function speechOf({ signals }: RecalledMemory): number {
  return signals?.parts?.speech ?? 0;
}

async function asked(memory: MemoryRoot, query: string): Promise<readonly RecalledMemory[]> {
  return memory.recall({ query, explain: true });
}

const CLIMBERS = [
  { content: "I go climbing in the quarry on Sundays", speaker: "Oskar" },
  { content: "I go climbing in the quarry on Sundays", speaker: "Tamsin" },
  { content: "I go climbing in the quarry on Sundays", speaker: "李雷" },
];

test.each([
  ["When does Tamsin go climbing?", "Tamsin"],
  ["When does Oskar go climbing?", "Oskar"],
  ["When does Oscar go climbing?", "Oskar"],
  ["When does tasmin go climbing?", "Tamsin"],
  ["When does Tamsinn go climbing?", "Tamsin"],
  ["李雷去 quarry climbing 吗？", "李雷"],
])("%s prefers what %s said", async (query, speaker) => {
  const memory = await said(CLIMBERS);
  const [first, ...others] = await asked(memory, query);
  expect(first?.speaker).toBe(speaker);
  expect(others).toHaveLength(2);
  for (const other of others) {
    const lost = (hit = other): number =>
      -speechOf(hit) / ((hit.signals?.relevance ?? 0) - speechOf(hit));
    expect(1 - lost()).toBeCloseTo(0.65 * (1 - lost(first)), 10);
  }
});

test("two names, a short name that is spelled otherwise or none prefer nobody", async () => {
  const memory = await said([...CLIMBERS, { content: "I go climbing, too", speaker: "Bo" }]);
  for (const query of ["Do Tamsin and Oskar go climbing?", "Does Bob go climbing?", "Climbing?"]) {
    for (const hit of await asked(memory, query)) expect(speechOf(hit)).toBe(0);
  }
});

test("a name that is spelled slightly wrong makes no question one about somebody else", async () => {
  const topics = ["The boiler is mended", "The cat is called Biscuit", "The rent is due"];
  const others = topics.flatMap((topic) => [1, 2, 3].map((n) => ({ content: `${topic} ${n}` })));
  const memory = await said([...CLIMBERS, ...others]);
  for (const query of [
    "Did Oscar go climbing in the quarry?",
    "Did Oskar go climbing in the quarry?",
  ]) {
    const [first] = await asked(memory, query);
    expect(first?.signals?.query?.namesUnknown).toBe(false);
    expect(first?.relevance).toBeGreaterThan(0.35);
  }
  const [foreign] = await asked(memory, "Did Waldemar go climbing in the quarry?");
  expect(foreign?.signals?.query?.namesUnknown).toBe(true);
});

test.each([
  ["What is my favourite bread?", "user"],
  ["Which bread do I bake?", "user"],
  ["我最喜欢的 bread 是什么", "user"],
  ["Which bread did you suggest?", "assistant"],
  ["What was the bread that you recommended?", "assistant"],
  ["你推荐的 bread 是什么", "assistant"],
])("%s prefers the words of the %s", async (query, origin) => {
  const memory = await said([
    { content: "The bread is rye with caraway", origin: "user" },
    { content: "The bread is rye with caraway", origin: "assistant" },
  ]);
  const [first, second] = await asked(memory, query);
  expect(first?.origin).toBe(origin);
  expect(second && speechOf(second)).toBeLessThan(0);
  const [one, two] = await asked(memory, "bread with caraway");
  expect([one && speechOf(one), two && speechOf(two)]).toEqual([0, 0]);
});

test("questions and small talk stand behind statements, unless the question asks for them", async () => {
  const memory = await said([
    { content: "Where is the spare key of the shed?" },
    { content: "The spare key of the shed is at the neighbour's, under a pot" },
    { content: "Thanks for the spare key of the shed", form: "small-talk" },
  ]);
  const forms = async (query: string): Promise<readonly string[]> =>
    (await asked(memory, query)).map(({ form }) => form);
  expect((await forms("Where is the spare key of the shed?"))[0]).toBe("statement");
  const [first, ...others] = await asked(memory, "the spare key of the shed");
  expect(first?.form).toBe("statement");
  for (const { relevance } of others) expect(relevance).toBeLessThan(0.6 * (first?.relevance ?? 0));
  expect((await forms("What did I ask about the spare key of the shed?"))[0]).not.toBe("statement");
});

test("a form that was given counts, not that of the text", async () => {
  const memory = await said([
    { content: "Who has the ladder? Ask the neighbour", form: "statement" },
    { content: "Who has the ladder? Ask the neighbour!", form: "question" },
  ]);
  const [first, second] = await asked(memory, "Who has the ladder?");
  expect([first?.form, second?.form]).toEqual(["statement", "question"]);
});

test.each([
  "When did the roof get new tiles?",
  "什么时候换了 roof tiles",
  "On which day did the roof get new tiles?",
])("%s prefers what names a time, with a date of its own and without", async (query) => {
  for (const occurredAt of [undefined, new Date("2025-06-10T10:00:00Z")]) {
    const memory = await said([
      { content: "The roof got new tiles, red ones", occurredAt },
      { content: "The roof got new tiles last Friday", occurredAt },
      { content: "The roof got new tiles, brown ones", occurredAt },
    ]);
    const [first, ...others] = await asked(memory, query);
    expect(first?.content).toContain("Friday");
    expect(first && speechOf(first)).toBe(0);
    for (const other of others) {
      const { relevance = 0, parts } = other.signals ?? {};
      expect(parts?.speech).toBeCloseTo((-0.15 / 0.85) * relevance, 10);
    }
  }
});

test("in talk between people the answer to a question comes along with it", async () => {
  const talk = [
    ["Oskar", "Did you find a name for the greyhound?"],
    ["Tamsin", "Pickle, after what grandmother liked best"],
    ["Oskar", "It rains again"],
    ["Tamsin", "Then we stay at home"],
  ] as const;
  const inputs = talk.map(([speaker, content]) => ({ speaker, content, thread: "talk" }));
  const answerOf = async (turns: readonly RememberInput[]): Promise<number> => {
    const memory = await said(turns);
    const hits = await asked(memory, "What name did they find for the greyhound?");
    const { parts } = hits.find(({ content }) => content.startsWith("Pickle"))?.signals ?? {};
    return parts?.neighbours ?? 0;
  };
  const people = await said(inputs);
  const [first] = await asked(people, "What name did they find for the greyhound?");
  expect(first?.content).toMatch(/^Pickle/u);
  const nameless = inputs.map(({ content, thread }) => ({ content, thread }));
  expect(await answerOf(inputs)).toBeGreaterThan(await answerOf(nameless));
});

test("a prompt says who said something", async () => {
  const memory = await said(CLIMBERS);
  const { text } = await memory.context({ query: "When does Tamsin go climbing?", limit: 1 });
  expect(text).toContain('by="Tamsin">I go climbing');
});
