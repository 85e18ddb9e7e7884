import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { createMemory, fsrsScoring, inMemoryStore } from "@kioku/core";
import { postgresStore } from "@kioku/store-postgres";
import { sqliteStore } from "@kioku/store-sqlite";
import { rejection } from "@kioku/testing/support";
import { afterAll, describe, expect, test } from "vitest";

import { feeling, moodOf, moodOverTime } from "../../src/feeling/index.js";

const START = new Date("2026-03-02T18:00:00Z");

function minutes(count: number): Date {
  return new Date(START.getTime() + count * 60_000);
}

const SAD = { valence: -0.8, arousal: 0.4 };
const GLAD = { valence: 0.8, arousal: 0.7 };

const database = await PGlite.create({ extensions: { vector } });
afterAll(async () => database.close());

let schemas = 0;

describe.each([
  ["in-memory", () => inMemoryStore()],
  ["SQLite", () => sqliteStore({ path: ":memory:" })],
  ["PostgreSQL", () => postgresStore({ client: database, schema: `mood_${(schemas += 1)}` })],
] as const)("on the %s store", (_name, makeStore) => {
  test("the mood of a talk goes down and up with its turns, and back to rest", async () => {
    const memory = createMemory({ store: makeStore(), plugins: [feeling()], clock: () => START });
    await memory.rememberAll(
      [
        "My cat died this morning.",
        "I feel so lonely, I can't stop crying.",
        "Thank you for listening, that helps. You are very kind.",
        "I got the job, I'm so happy!!!",
      ].map((content, index) => ({
        content,
        thread: "talk",
        kind: "message",
        occurredAt: minutes(index),
      })),
    );
    const at = async (minute: number): Promise<number> =>
      (await moodOf(memory, { thread: "talk", at: minutes(minute) })).valence;
    expect(await at(-1)).toBe(0);
    const moods = [await at(0), await at(1), await at(2), await at(3)];
    expect(moods[0]).toBeLessThan(-0.15);
    expect(moods[1]).toBeLessThan(moods[0] ?? NaN);
    expect(moods[2]).toBeGreaterThan(moods[1] ?? NaN);
    expect(moods[3]).toBeGreaterThan(0.2);
    const days = await at(2 * 24 * 60);
    expect(Math.abs(days)).toBeLessThan(0.001);
    await memory.close();
  });

  test("a series has the mood of each of its moments", async () => {
    const memory = createMemory({ store: makeStore() });
    await memory.rememberAll([
      { content: "a", thread: "t", emotion: SAD, occurredAt: minutes(0) },
      { content: "b", thread: "t", emotion: GLAD, occurredAt: minutes(90) },
      { content: "c", thread: "other", emotion: SAD, occurredAt: minutes(80) },
    ]);
    const query = { thread: "t", from: minutes(-10), to: minutes(200), points: 8 };
    const series = await moodOverTime(memory, query);
    expect(series).toHaveLength(8);
    expect([series[0]?.at, series.at(-1)?.at]).toEqual([minutes(-10), minutes(200)]);
    for (const { at, mood } of series) {
      const single = await moodOf(memory, { thread: "t", at });
      expect(single.valence).toBeCloseTo(mood.valence, 2);
      expect(single.arousal).toBeCloseTo(mood.arousal, 2);
    }
    await memory.close();
  });
});

test("turns of one instant all count, in the order in which they were written", async () => {
  const memory = createMemory({ store: inMemoryStore(), clock: () => START });
  await memory.rememberAll([
    { content: "a", thread: "t", emotion: SAD },
    { content: "b", thread: "t", emotion: GLAD },
  ]);
  const { valence } = await moodOf(memory, { thread: "t", at: START });
  expect(valence).toBeGreaterThan(0.2);
  expect(valence).toBeLessThan(0.6);
});

test("untrusted turns, other kinds, other scopes and what a filter leaves out do not count", async () => {
  const memory = createMemory({ store: inMemoryStore(), clock: () => START });
  await memory.rememberAll([
    { content: "a page", thread: "t", emotion: SAD, origin: "web" },
    { content: "a fact", thread: "t", emotion: SAD, kind: "fact" },
    { content: "an answer", thread: "t", emotion: GLAD, origin: "assistant" },
  ]);
  await memory.scope("bo").remember({ content: "b", thread: "t", emotion: SAD });
  expect((await moodOf(memory, { thread: "t", at: START })).valence).toBeGreaterThan(0);
  const filter = { "@origin": "user" };
  expect(await moodOf(memory, { thread: "t", at: START, filter })).toEqual({
    valence: 0,
    arousal: 0,
  });
});

test("without a thread the mood is that of all that was said in the scope", async () => {
  const memory = createMemory({ store: inMemoryStore(), clock: () => START });
  await memory.rememberAll([
    { content: "a", thread: "t", emotion: SAD },
    { content: "b", thread: "u", emotion: SAD },
  ]);
  const one = await moodOf(memory, { thread: "t", at: START });
  const all = await moodOf(memory, { at: START });
  expect(all.valence).toBeLessThan(one.valence);
});

test("rates are options, and a wrong query is refused by name", async () => {
  const memory = createMemory({ store: inMemoryStore(), clock: () => START });
  await memory.remember({ content: "a", thread: "t", emotion: SAD });
  const later = { thread: "t", at: minutes(60 * 24) };
  const kept = await moodOf(memory, { ...later, decayPerHour: 0 });
  expect(kept.valence).toBeLessThan(-0.3);
  const gone = await moodOf(memory, { ...later, decayPerHour: 2 });
  expect(gone.valence).toBeCloseTo(0, 9);
  for (const [query, name] of [
    [{ decayPerHour: -1 }, "query.decayPerHour"],
    [{ approachPerSecond: NaN }, "query.approachPerSecond"],
    [{ at: new Date(NaN) }, "query.at"],
    [{ mood: 1 }, "no option"],
  ] as const) {
    const error = await rejection(() => moodOf(memory, query as object));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain(name);
  }
  const backwards = { from: minutes(1), to: minutes(0) };
  expect((await rejection(() => moodOverTime(memory, backwards))).code).toBe("invalid-input");
  const many = { from: minutes(0), to: minutes(1), points: 1_001 };
  expect((await rejection(() => moodOverTime(memory, many))).message).toContain("query.points");
});

test("a mood moves what is recalled: towards what felt alike, or against it", async () => {
  const memory = createMemory({
    store: inMemoryStore(),
    plugins: [feeling()],
    clock: () => START,
    ranking: { minScore: 0 },
  });
  await memory.rememberAll([
    { content: "The holiday in Kyoto was a disaster, we were miserable.", kind: "message" },
    { content: "The holiday in Kyoto was fantastic, we were so happy.", kind: "message" },
  ]);
  await memory.remember({
    content: "I am sad and tired today.",
    kind: "message",
    thread: "today",
  });
  const mood = await moodOf(memory, { thread: "today", at: START });
  expect(mood.valence).toBeLessThan(-0.1);
  const first = async (moodCongruence: number): Promise<string | undefined> => {
    const scoring = fsrsScoring({ moodCongruence });
    const hits = await memory.recall({ query: "the holiday in Kyoto", mood, scoring, limit: 2 });
    return hits[0]?.content;
  };
  expect(await first(1)).toContain("disaster");
  expect(await first(-1)).toContain("fantastic");
});
