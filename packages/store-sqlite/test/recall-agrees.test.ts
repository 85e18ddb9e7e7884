/** @module-tag long */
import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, MemoryRoot, RecallQuery, RememberInput } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { afterAll, expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { nearNumbers } from "./support/near-numbers.js";
import { seededRandom, testSeed } from "./support/random.js";
import type { Random } from "./support/random.js";

const seed = testSeed();
const WORDS =
  "tea coffee garden river Kyoto train ticket friend doctor music rain 京都 咖啡 朋友 下雨 花园 医生 2024 now moved 搬到 my when?".split(
    " ",
  );
const DAY_MS = 86_400_000;
const now = new Date("2026-03-01T12:00:00Z");

/**
 * A dimension per code point modulo 16, as every store gets it. Weights are whole numbers: texts of
 * the same letters have the very same vector, and hardly any others are equally near, which stores
 * of single precision could not tell apart.
 */
const letters: Embedder = {
  id: "test/letters@16",
  dimensions: 16,
  profile: { unrelated: 0.4, related: 0.8 },
  embed: async (texts) => ({
    vectors: texts.map((text) => {
      const vector = new Float32Array(16).fill(10);
      for (const character of text) {
        const code = character.codePointAt(0) ?? 0;
        vector[code % 16] = (vector[code % 16] ?? 0) + 70 + (code % 61);
      }
      return vector;
    }),
  }),
};

function memoryOn(store: CompleteStore): MemoryRoot {
  let id = 0;
  return createMemory({
    store,
    embedder: letters,
    clock: () => now,
    generateId: () => `id-${String((id += 1)).padStart(5, "0")}`,
  });
}

const reference = memoryOn(inMemoryStore());
const sqlite = memoryOn(sqliteStore({ path: ":memory:" }));
const memories = [reference, sqlite];
afterAll(() => Promise.all(memories.map((memory) => memory.close())));

function randomText(random: Random, most: number): string {
  return Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(" ");
}

/** Scopes by who talks in them: notes, people with names, or a user and an assistant. */
const SCOPES = ["user", "user", "user/sub", "people", "chat"] as const;

function speakerIn(scope: string, random: Random): Partial<RememberInput> {
  if (scope === "people") return { speaker: random.pick(["Kyoto", "Carla"]) };
  if (scope === "chat") return { origin: random.pick(["user", "assistant"]) };
  return {};
}

function randomInput(scope: string, random: Random): RememberInput {
  const occurredAt = new Date(now.getTime() - random.below(700) * DAY_MS);
  return {
    content: randomText(random, 12),
    dedupe: "off",
    importance: random.next(),
    ...(random.chance(0.7) ? { thread: `chat ${random.below(12)}` } : {}),
    ...(random.chance(0.5) ? { occurredAt } : {}),
    ...(random.chance(0.2) ? { kind: "fact" } : {}),
    ...(random.chance(0.1) ? { index: false } : {}),
    ...speakerIn(scope, random),
  };
}

function randomQuery(random: Random): RecallQuery {
  const when = random.pick(["", "", " last May", " 去年十月"]);
  return {
    query: `${randomText(random, 5)}${when}`,
    limit: random.pick([1, 5, 10, 60]),
    explain: true,
    minScore: random.pick([0, 0, 0.1, 0.35]),
    neighbours: random.below(3),
    mode: random.pick(["hybrid", "hybrid", "semantic", "keyword"]),
    ...(random.chance(0.2) ? { kinds: ["fact"] } : {}),
    ...(random.chance(0.2) ? { filter: { "@importance": { $gt: 0.5 } } } : {}),
    ...(random.chance(0.2) ? { reach: "below" } : {}),
    ...(random.chance(0.2) ? { diversity: random.next() } : {}),
  };
}

expect.addEqualityTesters([nearNumbers]);

test(`recall answers the same on SQLite as on the reference store (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 12; round += 1) {
    const name = random.pick(SCOPES);
    const inputs = Array.from({ length: 40 }, () => randomInput(name, random));
    const scope = name.split("/") as [string, ...string[]];
    for (const memory of memories) await memory.scope(...scope).rememberAll(inputs);
    const [asked] = scope;
    for (let question = 0; question < 12; question += 1) {
      const query = randomQuery(random);
      const [expected, answer] = await Promise.all(
        memories.map((memory) => memory.scope(asked).recall(query)),
      );
      expect({ query, answer }).toEqual({ query, answer: expected });
    }
  }
});
