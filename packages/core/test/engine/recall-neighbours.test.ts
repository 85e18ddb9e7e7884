import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { definePlugin } from "../../src/index.js";
import type { Filter, MemoryRecord, RecalledMemory, RememberInput } from "../../src/index.js";
import { tableEmbedder } from "../support/table-embedder.js";

const START = new Date("2026-01-10T10:00:00Z").getTime();

/** Turns of a thread, a minute apart. */
function turns(texts: readonly string[], thread = "chat"): RememberInput[] {
  return texts.map((content, minute) => ({
    content,
    thread,
    occurredAt: new Date(START + minute * 60_000),
  }));
}

function contents(records: readonly MemoryRecord[] | undefined): readonly string[] {
  return (records ?? []).map(({ content }) => content);
}

const QUESTION = "Which instrument does Maria play?";
const MATCH = "Do you play an instrument, Maria?";
const ANSWER = "The cello, since childhood";

/** The question is about the match, far from the answer, and a little nearer to everything else. */
const MEANINGS = {
  [QUESTION]: [1, 0, 0, 0],
  [MATCH]: [0.95, 0.3, 0, 0],
  [ANSWER]: [0, 0, 1, 0],
};

/** 200 notes and 40 short threads that have something in common with the question. */
function distractors(): readonly RememberInput[] {
  const notes = Array.from({ length: 200 }, (_, n) => ({ content: `They play on day ${n}` }));
  const threads = Array.from({ length: 40 }, (_, n) =>
    turns([`Talk ${n} begins`, `They play on evening ${n}`, `Talk ${n} ends`], `other ${n}`),
  );
  return [...notes, ...threads.flat()];
}

async function among(input: readonly RememberInput[], ranking = {}) {
  const made = testMemory({ embedder: tableEmbedder(MEANINGS), ranking });
  await made.memory.rememberAll([...distractors(), ...input]);
  return made.memory;
}

test("an answer that shares nothing with the question is found beside the question that does, and before it", async () => {
  const memory = await among(turns(["Hello", MATCH, ANSWER, "Nice"]));
  const hits = await memory.recall({ query: QUESTION, limit: 3, explain: true });
  expect(contents(hits).slice(0, 2)).toEqual([ANSWER, MATCH]);
  const { parts, meaning, keyword } = hits[0]?.signals ?? {};
  expect([keyword, parts?.words]).toEqual([0, 0]);
  expect(meaning).toBeLessThan(0.2);
  expect(parts?.neighbours).toBeGreaterThan(0.2);
  expect(parts?.thread).toBeGreaterThan(0);
});

test("what was said before a match is supported by it, though less than what came after", async () => {
  const memory = await among(turns(["Tell me of Maria", MATCH, ANSWER]));
  const hits = await memory.recall({ query: QUESTION, limit: 5, explain: true });
  const parts = new Map(hits.map(({ content, signals }) => [content, signals?.parts]));
  const before = parts.get("Tell me of Maria")?.neighbours ?? 0;
  expect(before).toBeGreaterThan(0.2);
  expect(before).toBeLessThan(parts.get(ANSWER)?.neighbours ?? 0);
});

test("without weights for threads it is not found", async () => {
  const off = { neighbourWeight: 0, threadWeight: 0 };
  const memory = await among(turns(["Hello", MATCH, ANSWER, "Nice"]), off);
  const hits = await memory.recall({ query: QUESTION, limit: 3, explain: true });
  expect(contents(hits)[0]).toBe(MATCH);
  expect(contents(hits)).not.toContain(ANSWER);
  for (const { signals } of hits)
    expect(signals?.parts).toMatchObject({ neighbours: 0, thread: 0 });
});

test("support does not cross threads", async () => {
  const [match] = turns([MATCH], "one");
  const [answer] = turns([ANSWER], "two");
  const memory = await among(
    [match ?? MATCH, answer ?? ANSWER].filter((x) => typeof x !== "string"),
  );
  expect(contents(await memory.recall({ query: QUESTION, limit: 5 }))).not.toContain(ANSWER);
});

test("support does not cross scopes, whose threads may have the same name", async () => {
  const { memory } = testMemory({ embedder: tableEmbedder(MEANINGS) });
  await memory.scope("a").rememberAll(turns([MATCH]));
  await memory.scope("b").rememberAll(turns(["before", ANSWER]));
  const hits = await memory.recall({ query: QUESTION, reach: "below", explain: true });
  expect(contents(hits)[0]).toBe(MATCH);
  const answer = hits.find(({ content }) => content === ANSWER);
  const { neighbours = 0, thread = 0, meaning = 0 } = answer?.signals?.parts ?? {};
  expect(neighbours + thread).toBeLessThan(meaning + 0.2);
  const alone = await memory.scope("b").recall({ query: QUESTION, mode: "semantic" });
  const both = await memory.recall({ query: QUESTION, mode: "semantic", reach: "below" });
  expect(both.find(({ content }) => content === ANSWER)?.score).toBe(
    alone.find(({ content }) => content === ANSWER)?.score,
  );
});

test("a note without a thread scores as in a thread of its own", async () => {
  const { memory } = testMemory();
  await memory.rememberAll([
    { content: "green tea with honey" },
    { content: "green tea with honey", thread: "alone" },
    { content: "something else" },
  ]);
  const [one, two] = await memory.recall({ query: "green tea", explain: true });
  expect(one?.signals?.relevance).toBe(two?.signals?.relevance);
  expect(one?.signals?.parts).toEqual(two?.signals?.parts);
});

async function chat(extra: readonly RememberInput[] = []) {
  const made = testMemory();
  const letters = ["alpha", "beta", "walnut", "delta", "epsilon"];
  await made.memory.rememberAll([...turns(letters), ...extra]);
  return made;
}

function around(hits: readonly RecalledMemory[], content: string) {
  const { before, after } = hits.find((hit) => hit.content === content)?.neighbours ?? {};
  return [contents(before), contents(after)];
}

test("neighbours come in order, and there are none beyond the ends", async () => {
  const { memory } = await chat();
  const all = async (neighbours: number) =>
    memory.recall({ query: "walnut alpha epsilon", neighbours });
  expect(around(await all(1), "walnut")).toEqual([["beta"], ["delta"]]);
  expect(around(await all(2), "walnut")).toEqual([
    ["alpha", "beta"],
    ["delta", "epsilon"],
  ]);
  expect(around(await all(100), "walnut")).toEqual([
    ["alpha", "beta"],
    ["delta", "epsilon"],
  ]);
  expect(around(await all(2), "alpha")).toEqual([[], ["beta", "walnut"]]);
  expect(around(await all(1), "epsilon")).toEqual([["delta"], []]);
});

test("only a query that asks for neighbours is answered with them", async () => {
  const { memory } = await chat([{ content: "a walnut note" }]);
  for (const query of ["walnut", { query: "walnut", neighbours: 0 }]) {
    for (const hit of await memory.recall(query)) expect(hit).not.toHaveProperty("neighbours");
  }
  const hits = await memory.recall({ query: "walnut", neighbours: 3 });
  expect(around(hits, "a walnut note")).toEqual([[], []]);
});

test("what the query leaves out by kind or filter does not come along as a neighbour", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(
    turns(["alpha", "walnut", "beta"]).map((turn) => ({
      ...turn,
      kind: turn.content === "alpha" ? "question" : "answer",
      metadata: { secret: turn.content === "beta" },
    })),
  );
  const sides = async (given: { readonly kinds?: string[]; readonly filter?: Filter }) =>
    around(await memory.recall({ query: "walnut", neighbours: 1, limit: 1, ...given }), "walnut");
  expect(await sides({})).toEqual([["alpha"], ["beta"]]);
  expect(await sides({ kinds: ["answer"] })).toEqual([[], ["beta"]]);
  expect(await sides({ filter: { secret: false } })).toEqual([["alpha"], []]);
});

test("a plugin that narrows what is recalled narrows the neighbours, too", async () => {
  const discreet = definePlugin({
    id: "discreet",
    hooks: { beforeRecall: (query) => ({ ...query, filter: { secret: { $ne: true } } }) },
  });
  const { memory } = testMemory({ plugins: [discreet] });
  await memory.rememberAll(
    turns(["alpha", "walnut", "beta"]).map((turn) => ({
      ...turn,
      metadata: { secret: turn.content === "alpha" },
    })),
  );
  const hits = await memory.recall({ query: "walnut", neighbours: 1, limit: 1 });
  expect(around(hits, "walnut")).toEqual([[], ["beta"]]);
});

test("what is kept out of recall does not come along as a neighbour", async () => {
  const { memory } = testMemory();
  const [first, second, third] = turns(["alpha", "walnut", "beta"]);
  if (!first || !second || !third) throw new Error("three turns");
  await memory.rememberAll([{ ...first, index: false }, second, third]);
  const hits = await memory.recall({ query: "walnut", neighbours: 1, limit: 1 });
  expect(around(hits, "walnut")).toEqual([[], ["beta"]]);
});

test("what is archived, expired or of another scope is no neighbour", async () => {
  const { memory, clock } = testMemory();
  await memory.rememberAll(turns(["alpha", "beta"]));
  const old = new Date("2040-01-01T00:00:00Z");
  clock.now = old;
  await memory.sweep({ archiveBelow: 0.9 });
  await memory.rememberAll([
    { content: "soon gone", thread: "chat", ttlMs: 1_000, occurredAt: new Date(old.getTime() - 5) },
    { content: "walnut", thread: "chat", occurredAt: old },
  ]);
  await memory.scope("other").rememberAll(turns(["gamma"]));
  const before = async (includeArchived: boolean) => {
    const query = { query: "walnut", neighbours: 5, limit: 1, includeArchived };
    return around(await memory.recall(query), "walnut")[0];
  };
  expect(await before(false)).toEqual(["soon gone"]);
  clock.now = new Date(old.getTime() + 1_000);
  expect(await before(false)).toEqual([]);
  expect(await before(true)).toEqual(["alpha", "beta"]);
});

test.each([-1, 101, 1.5, Number.NaN, "2"])("%s neighbours are refused", async (neighbours) => {
  const { memory } = testMemory();
  const error = await rejection(() =>
    memory.recall({ query: "x", neighbours: neighbours as never }),
  );
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain("query.neighbours");
});

test("of a hit with the same id in another scope the neighbours are its own", async () => {
  let next = 0;
  const { memory } = testMemory({ generateId: () => `id ${(next += 1) % 2}` });
  await memory.scope("a").rememberAll(turns(["walnut of a", "after a"]));
  await memory.scope("b").rememberAll(turns(["walnut of b", "after b"]));
  const hits = await memory.recall({ query: "walnut", reach: "below", neighbours: 1 });
  expect(around(hits, "walnut of a")[1]).toEqual(["after a"]);
  expect(around(hits, "walnut of b")[1]).toEqual(["after b"]);
});

test("ids that look like paths are told apart", async () => {
  const ids = ["x/a", "x"];
  const { memory } = testMemory({ generateId: () => ids.pop() ?? "" });
  await memory.scope("a").remember("walnut of a");
  await memory.remember("walnut of the root");
  const hits = await memory.recall({ query: "walnut", reach: "below", explain: true });
  expect(contents(hits).toSorted()).toEqual(["walnut of a", "walnut of the root"]);
});

test("a turn that is kept out of recall supports nobody and is no hit, however near it stands", async () => {
  const { memory } = testMemory();
  const [first, second, third] = turns(["walnut cake", "my secret", "the end"]);
  await memory.rememberAll([
    { content: "walnut cake", ...first },
    { content: "my secret", ...second, index: false },
    { content: "the end", ...third },
  ]);
  for (const mode of ["hybrid", "semantic", "keyword"] as const) {
    const hits = await memory.recall({ query: "walnut cake", mode });
    expect(contents(hits)).not.toContain("my secret");
  }
});
