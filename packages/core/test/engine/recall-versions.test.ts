import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { MemoryRoot, RecalledMemory, RememberInput } from "../../src/index.js";
import { tableEmbedder } from "../support/table-embedder.js";

/** Texts that mean nearly the same as the first direction, and others that mean something else. */
function meanings(texts: readonly string[], cosine: number): Record<string, readonly number[]> {
  return Object.fromEntries(
    texts.map((text, index) => {
      const side = Math.sqrt(1 - cosine ** 2) * (index % 2 === 0 ? 1 : -1);
      return [text, [cosine, side, 0, 0]];
    }),
  );
}

function on(day: string): Date {
  return new Date(`${day}T10:00:00Z`);
}

/** The older text, the newer one, and others in between that mean something else. */
async function changed(
  [older, newer]: readonly [RememberInput, RememberInput],
  query: string,
  cosine = 0.95,
): Promise<MemoryRoot> {
  const table = meanings([older.content, newer.content, query], cosine);
  const { memory } = testMemory({ embedder: tableEmbedder({ ...table, [query]: [1, 0, 0, 0] }) });
  await memory.rememberAll([
    { occurredAt: on("2025-01-05"), ...older },
    { content: "The boiler is mended", occurredAt: on("2025-03-01") },
    { occurredAt: on("2025-06-05"), ...newer },
  ]);
  return memory;
}

function idOf(hits: readonly RecalledMemory[], content: string): string {
  return hits.find((hit) => hit.content === content)?.id ?? "";
}

const MONDAY = "The choir meets on Monday at seven";
const THURSDAY = "The choir meets on Thursday at seven";
const CHOIR = "When does the choir meet?";

test("of two notes that say nearly the same the newer one comes first", async () => {
  const memory = await changed([{ content: MONDAY }, { content: THURSDAY }], CHOIR, 0.99);
  const hits = await memory.recall({ query: CHOIR, explain: true });
  expect(hits.slice(0, 2).map(({ content }) => content)).toEqual([THURSDAY, MONDAY]);
  expect(hits[1]?.replacedBy).toBe(idOf(hits, THURSDAY));
  expect(hits[1]?.signals?.parts?.version).toBeCloseTo(-0.2, 10);
  expect(hits[0]).not.toHaveProperty("replacedBy");
});

test("what merely speaks of the same stays where it is", async () => {
  const memory = await changed([{ content: MONDAY }, { content: THURSDAY }], CHOIR, 0.9);
  for (const hit of await memory.recall(CHOIR)) expect(hit).not.toHaveProperty("replacedBy");
});

test("a newer near-duplicate hides nothing, however weak the older one is", async () => {
  const texts = ["The choir sings", "The choir sings!"] as const;
  const [older, newer] = texts.map((content) => ({ content, dedupe: "off" as const }));
  if (!older || !newer) throw new Error("two texts");
  const memory = await changed([older, newer], "nothing of the kind", 0.99);
  const hits = await memory.recall({
    query: "nothing of the kind",
    mode: "semantic",
    explain: true,
  });
  expect(hits.map(({ content }) => content)).toEqual(expect.arrayContaining([...texts]));
  const other = await memory.recall({ query: "sings", mode: "keyword", explain: true });
  expect(other).toHaveLength(2);
  for (const { signals, score } of [...hits, ...other]) {
    expect(score).toBeGreaterThan(0);
    expect(signals?.relevance).toBeLessThanOrEqual(1);
  }
});

const CHANGES = [
  ["I live in Hamburg near the harbour", "I have moved to Dresden", "Where do I live?"],
  ["I work at a print shop", "I quit and started at the museum", "Where do I work?"],
  [MONDAY, "The choir no longer meets on Monday, but on Thursday", CHOIR],
  ["我住在青岛", "我搬到成都了", "我住在哪里？"],
  ["读书会在周三晚上", "读书会改到周五晚上", "读书会是哪天？"],
  ["我在银行上班", "我不再在银行上班了", "我在哪里上班？"],
] as const;

test.each(CHANGES)("%s gives way to: %s", async (old, now, query) => {
  const memory = await changed([{ content: old }, { content: now }], query);
  const hits = await memory.recall({ query, explain: true });
  expect(hits.slice(0, 2).map(({ content }) => content)).toEqual([now, old]);
  expect(hits[1]?.replacedBy).toBe(idOf(hits, now));
  const [first, second] = hits.map(({ signals }) => signals?.relevance ?? 0);
  expect((first ?? 0) - (second ?? 0)).toBeGreaterThan(0);
  expect((await memory.list()).items).toHaveLength(3);
});

test.each(CHANGES)("a prompt shows %s, and beside it: %s", async (old, now, query) => {
  const memory = await changed([{ content: old }, { content: now }], query);
  const { text } = await memory.context({ query, limit: 2 });
  const lines = text.split("\n").slice(1, 3);
  expect(lines[0]).toContain(`date="2025-01-05" replaced="true">${old}`);
  expect(lines[1]).toContain(`date="2025-06-05">${now}`);
});

test.each([
  ["Where did I live before?", undefined],
  ["我以前住在哪里？", undefined],
  ["Where did I live in February 2025?", undefined],
])("%s puts nothing behind", async (query) => {
  const [old, now] = ["I live in Hamburg near the harbour", "I have moved to Dresden"];
  if (old === undefined || now === undefined) throw new Error("two texts");
  const memory = await changed([{ content: old }, { content: now }], query);
  for (const hit of await memory.recall({ query, explain: true })) {
    expect(hit.replacedBy).toBeUndefined();
    expect(hit.signals?.parts?.version ?? 0).toBe(0);
  }
});

test.each<[string, RememberInput, RememberInput]>([
  [
    "between people",
    { content: "I live in Hamburg", speaker: "Tamsin" },
    { content: "I moved to Dresden", speaker: "Tamsin" },
  ],
  [
    "of one time",
    { content: "I live in Hamburg", occurredAt: on("2025-06-05") },
    { content: "I moved to Dresden" },
  ],
  [
    "of user and assistant",
    { content: "I live in Hamburg", origin: "user" },
    { content: "I moved to Dresden", origin: "assistant" },
  ],
  [
    "in the wrong order",
    { content: "I live in Hamburg", occurredAt: on("2025-12-05") },
    { content: "I moved to Dresden" },
  ],
  ["of a question", { content: "Do I live in Hamburg?" }, { content: "I moved to Dresden" }],
])("nothing is replaced %s", async (_, older, newer) => {
  const query = "Where do I live, in Hamburg or Dresden?";
  const memory = await changed([older, newer], query);
  for (const hit of await memory.recall(query)) expect(hit).not.toHaveProperty("replacedBy");
});

test("what has a key is a version of nothing else", async () => {
  const query = "Where do I live?";
  const texts = ["I live in Hamburg", "I moved to Dresden", "I no longer live in Dresden"] as const;
  const table = { ...meanings(texts, 0.99), [query]: [1, 0, 0, 0] };
  const { memory, clock } = testMemory({ embedder: tableEmbedder(table) });
  for (const [index, content] of texts.entries()) {
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    await memory.set(`page ${index}`, index, { index: content });
  }
  const hits = await memory.recall({ query, explain: true });
  expect(hits).toHaveLength(3);
  for (const hit of hits) {
    expect(hit).not.toHaveProperty("replacedBy");
    expect(hit.signals?.parts?.version ?? 0).toBe(0);
  }
});

test("in a chat with an assistant only what tells of a change replaces", async () => {
  const query = "Where do I live?";
  const texts = ["I live in Hamburg", "I moved to Dresden", "Dresden is a fine city"] as const;
  const table = { ...meanings(texts, 0.95), [query]: [1, 0, 0, 0] };
  const { memory } = testMemory({ embedder: tableEmbedder(table) });
  for (const [index, content] of texts.entries()) {
    const origin = index === 2 ? "assistant" : "user";
    await memory.remember({
      content,
      origin,
      thread: "chat",
      occurredAt: on(`2025-0${index + 1}-01`),
    });
  }
  const hits = await memory.recall(query);
  const replaced = hits.filter(({ replacedBy }) => replacedBy !== undefined);
  expect(replaced.map(({ content }) => content)).toEqual([texts[0]]);
  expect(replaced[0]?.replacedBy).toBe(idOf(hits, texts[1]));
});

test("an untrusted newer note replaces no trusted one, and the same from a trusted source does", async () => {
  for (const [origin, replaces] of [
    ["web", false],
    ["user", true],
  ] as const) {
    const memory = await changed([{ content: MONDAY }, { content: THURSDAY, origin }], CHOIR, 0.99);
    const hits = await memory.recall(CHOIR);
    const old = hits.find(({ content }) => content === MONDAY);
    expect(old?.replacedBy !== undefined).toBe(replaces);
  }
});

test("explanations leave the answer as it is", async () => {
  const { memory } = testMemory({ ranking: { minScore: 0.35 } });
  const days = Array.from({ length: 28 }, (_, index) => index + 1);
  await memory.rememberAll(
    days.map((day) => ({
      content: day % 3 === 0 ? `The boat race moved to lake ${day} now` : `Rain on day ${day}`,
      thread: "diary",
      occurredAt: on(`2025-02-${String(day).padStart(2, "0")}`),
    })),
  );
  const query = "Where is the boat race?";
  const plain = await memory.recall(query);
  const explained = await memory.recall({ query, explain: true });
  expect(plain.length).toBeGreaterThan(1);
  expect(explained.omitted?.length).toBeGreaterThan(0);
  const told = explained.map(({ id, score, relevance }) => ({ id, score, relevance }));
  expect(told).toEqual(plain.map(({ id, score, relevance }) => ({ id, score, relevance })));
});

test("one note with a name among others makes no talk between people of them", async () => {
  for (const [count, isReplaced] of [
    [1, true],
    [3, false],
  ] as const) {
    const hits = await (await named(count)).recall(CHOIR);
    const old = hits.find(({ content }) => content === MONDAY);
    expect(old).toBeDefined();
    expect(old?.replacedBy !== undefined).toBe(isReplaced);
  }
});

/** Two notes of which one replaces the other, and a third; so many of them have a speaker. */
async function named(count: number): Promise<MemoryRoot> {
  const table = meanings([MONDAY, THURSDAY], 0.99);
  const { memory } = testMemory({ embedder: tableEmbedder({ ...table, [CHOIR]: [1, 0, 0, 0] }) });
  await memory.rememberAll(
    ["The boiler is mended", MONDAY, THURSDAY].map((content, index) => ({
      content,
      occurredAt: on(`2025-0${index + 1}-05`),
      ...(index < count ? { speaker: "Olga" } : {}),
    })),
  );
  return memory;
}
